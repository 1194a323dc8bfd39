/** Between jobs and providers: the calls that jobs want, and reports until their jobs have taken them. */
import type { Effect } from '../../../../../src/actors/jobs/effects.js';
import type { VideoJobMessage, VideoJobReply } from '../../../../../src/actors/jobs/video-job-messages.js';
import { encodeJobInput } from '../../../../../src/actors/jobs/video-job-records.js';
import type { Outcome } from '../../../../../src/actors/runtime/behavior.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { SubmitTicket } from '../../../../../src/providers/calls/call-tickets.js';
import type { ProviderSubmit } from '../../../../../src/providers/provider.js';
import {
  ProviderDispatcher,
  type ProviderDispatcherOptions,
} from '../../../../../src/routing/provider-dispatcher.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type DispatcherAct, dispatcherAct, type LeftJob } from './dispatcher-acts.js';
import { aboutOf, recordOf, replyOf, reportOf, shown } from './dispatcher-words.js';
import { NaiveDispatcher } from './naive-dispatcher.js';

const OTHER = { provider: 'b', model: 'other' };
const LENGTH_MS = 4_500;
/** A submit begins after its delay, and not much later, so that those of many jobs do not come as one. */
const JITTER_SHARE = 0.5;
const LOOK_MS = 10;

interface Asked {
  readonly job: string;
  readonly answer: (outcome: Outcome<VideoJobReply>) => void;
}

export function dispatcherPart(): Part<number, DispatcherAct> {
  return {
    name: 'dispatcher',
    /** Jobs that are taken up before other events. */
    limits: (random) => random.pick([1, 2, 500]),
    act: dispatcherAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 99, 100, 101, 200, 1_000, 5_000]),
    begin: (trial, takenUpAtOnce) => new DispatcherCourse(trial, takenUpAtOnce),
  };
}

class DispatcherCourse implements Course<DispatcherAct> {
  readonly #trial: Trial;
  readonly #naive = new NaiveDispatcher();
  readonly #dispatcher: ProviderDispatcher;
  readonly #told: string[] = [];
  readonly #asked: Asked[] = [];
  readonly #inputs = new Map<string, string>();
  readonly #rests = new Set<{ readonly until: number }>();
  /** Jobs of the run before. */
  #left: readonly { readonly key: string; readonly value: string }[] = [];
  #jobs = 0;

  constructor(trial: Trial, takenUpAtOnce: number) {
    this.#trial = trial;
    const tell = (line: string) => this.#told.push(line);
    const system = {
      records: {
        get: (_: string, job: string) => this.#input(job),
        range: (_: string, { from, to }: { from: string; to: string }) =>
          this.#left.filter(({ key }) => key >= from && key < to),
      },
      reportDefect: () => {},
      ask: (_: unknown, job: string, message: VideoJobMessage, answer: Asked['answer']) => {
        tell(`${job}: ${aboutOf(message)}`);
        this.#asked.push({ job, answer });
      },
    };
    const told =
      (word: string) =>
      (ticket: object): void => {
        tell(`${word} ${shown(ticket)}`);
      };
    const calls = {
      submit: (ticket: SubmitTicket, request: ProviderSubmit) => this.#submitted(ticket, request),
      cancel: ({ jobId, handle }: { jobId: string; handle: string | null }) =>
        tell(`cancel ${jobId} ${handle}`),
      find: told('find'),
      watch: told('watch'),
      takeBack: told('take back'),
      takeUp: told('take up'),
      submitsAreAtRest: true,
      finalPoll: told('last'),
      unwatch: (job: string) => tell(`unwatch ${job}`),
    };
    const results = { read: told('read'), stop: (job: string) => tell(`stop ${job}`) };
    const limits = { ...USUAL_LIMITS, takenUpAtOnce };
    const parts = { world: trial.world, system, partitionOf: () => ({ system }), limits, calls, results };
    this.#dispatcher = new ProviderDispatcher(parts as unknown as ProviderDispatcherOptions);
  }

  take(act: DispatcherAct): void {
    const { now } = this.#trial;
    switch (act.do) {
      case 'wish':
        this.#wish(act);
        return;
      case 'report': {
        const job = this.#nextJob();
        this.#naive.bring(job, act.kind, false);
        this.#dispatcher.report(job, reportOf(act.kind));
        return;
      }
      case 'tell': {
        const job = this.#nextJob();
        this.#naive.bring(job, 'submit_waits', true);
        this.#dispatcher.tell(job, { about: 'submit_waits' }, (isTaken) =>
          this.#told.push(`${job}: told ${isTaken}`),
        );
        return;
      }
      case 'answer': {
        const message = this.#naive.asked[act.nth % (this.#naive.asked.length || 1)];
        const nth = this.#asked.findIndex(({ job }) => job === message?.job);
        const [asked] = nth < 0 ? [] : this.#asked.splice(nth, 1);
        if (message === undefined || asked === undefined) return;
        this.#naive.answered(message, act.refusal, act.taken, now);
        asked.answer(
          act.refusal === ''
            ? { ok: true, reply: replyOf(asked.job, act.taken) }
            : { ok: false, refusal: act.refusal },
        );
        return;
      }
      case 'resume':
        if (!this.#naive.isDiskBroken) this.#resume(act.jobs);
        return;
      case 'rest': {
        const rest = { until: now + act.forMs };
        this.#rests.add(rest);
        this.#dispatcher.atRest(rest.until as SteadyMs).then(() => {
          this.#rests.delete(rest);
          const isEarly = this.#asked.length > 0 && this.#trial.now < rest.until;
          if (isEarly) this.#trial.broke('rest', 'it is not at rest');
        });
        return;
      }
      case 'break_disk':
        this.#naive.isDiskBroken = true;
        return;
      case 'mend_disk':
        this.#naive.isDiskBroken = false;
    }
  }

  compare(): void {
    this.#naive.pass(this.#trial.now);
    this.#trial.same('told', this.#told.splice(0).sort(), this.#naive.told.splice(0).sort());
    if ([...this.#rests].some(({ until }) => this.#trial.now > until + LOOK_MS))
      this.#trial.broke('rest', 'it waits for rest beyond its time');
  }

  #resume(jobs: readonly LeftJob[]): void {
    const { now } = this.#trial;
    const ids = jobs.map(() => `video_${this.#nextJob()}`).sort();
    this.#left = jobs.map((job, nth) => ({ key: ids[nth] ?? '', value: recordOf(job, now + nth) }));
    const before = ids.at(-1) ?? '';
    for (const [nth, { handle, isCalled, hasBegun }] of jobs.slice(0, -1).entries()) {
      const [jobId = '', status] = [ids[nth], hasBegun ? 'in_progress' : 'pending'];
      const ticket = { jobId, provider: 'a', model: 'film', handle, firstPollAt: now + nth, status };
      if (handle !== null) this.#naive.told.push(`take up ${shown(ticket)}`);
      if (isCalled) this.#naive.bring(jobId, 'resume', false);
    }
    this.#dispatcher.resume(before);
  }

  #wish(act: Extract<DispatcherAct, { readonly do: 'wish' }>): void {
    const { now } = this.#trial;
    const [jobId, handle] = [this.#nextJob(), 'handle'];
    const ticket = { jobId, provider: 'a', model: 'film', handle };
    const at = (now + act.delayMs) as SteadyMs;
    const say = (...lines: readonly string[]) => this.#naive.told.push(...lines);
    const perform = (effect: Effect) => this.#dispatcher.perform(effect);
    const { provider, model } = ticket;
    switch (act.kind) {
      case 'submit': {
        const notAfter = act.isLate ? at : null;
        const fallbacks = act.isLate ? [OTHER] : [];
        const input = { prompt: `Film of ${jobId}`, extra: { seed: act.delayMs } };
        if (!act.hasInput) this.#inputs.set(jobId, encodeJobInput(input));
        const line = shown({
          ...{ jobId, provider, model, notAfter, fallbacks },
          isWaiting: act.isWaiting,
          ...input,
        });
        this.#naive.submit(`submit after ${act.delayMs} ${line}`, !act.hasInput, now);
        perform({
          ...{ type: 'submit', jobId, provider, model, lengthMs: LENGTH_MS, delayMs: act.delayMs, notAfter },
          ...{ fallbacks, isWaiting: act.isWaiting, input: act.hasInput ? input : undefined },
        });
        return;
      }
      case 'find':
        say(`find ${shown({ type: 'find', jobId, provider, model })}`);
        perform({ type: 'find', jobId, provider, model });
        return;
      case 'watch': {
        const status = act.isLate ? 'pending' : 'in_progress';
        say(`watch ${shown({ ...ticket, nextPollAt: at, status })}`);
        perform({ type: 'watch', ticket, nextPollAt: at, status });
        return;
      }
      case 'forget':
        say(
          `unwatch ${jobId}`,
          `take back ${shown({ type: 'forget', jobId, provider, model })}`,
          `stop ${jobId}`,
        );
        perform({ type: 'forget', jobId, provider, model });
        return;
      case 'final_poll':
        say(`last ${shown(ticket)}`);
        perform({ type: 'final_poll', ticket });
        return;
      case 'cancel':
        say(`cancel ${jobId} ${act.isLate ? null : handle}`);
        perform({ type: 'cancel', ticket: { ...ticket, handle: act.isLate ? null : handle } });
        return;
      case 'read': {
        const read = { jobId, account: 'acct_a', provider, location: '/clip', saidMs: act.delayMs };
        say(`read ${shown(read)}`);
        perform({ type: 'read', ticket: read });
      }
    }
  }

  #submitted(
    { notBefore = 0 as SteadyMs, provider, ...ticket }: Partial<SubmitTicket>,
    request: ProviderSubmit,
  ): void {
    const { lengthMs, ...asked } = request;
    const { notAfter, fallbacks, isWaiting } = ticket;
    const delayMs = request.extra.seed as number;
    const waitsMs = notBefore - this.#trial.now;
    this.#trial.between('delay', waitsMs, delayMs, Math.ceil(delayMs * (1 + JITTER_SHARE)));
    this.#trial.same('length', lengthMs, LENGTH_MS);
    this.#told.push(
      `submit after ${delayMs} ${shown({ ...asked, provider, notAfter, fallbacks, isWaiting })}`,
    );
  }

  #input(job: string): string | undefined {
    if (this.#naive.isDiskBroken) throw new Error('the disk reads nothing');
    return this.#inputs.get(job);
  }

  #nextJob(): string {
    return `job_${this.#jobs++}`;
  }
}
