/** The one caller of all providers: what is asked of it comes to the right provider, model and job. */
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { type LimitsOf, ProviderCalls } from '../../../../../src/providers/calls/provider-calls.js';
import type { WaitReport } from '../../../../../src/providers/provider-report.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import {
  type AllBounds,
  type AllCallsAct,
  allCallsAct,
  type DrawnJob,
  drawnBounds,
  jobOf,
  MODELS,
  PROVIDERS,
} from './all-calls-acts.js';
import { AskedProviders } from './asked-providers.js';
import { checkOutage, OUTAGE_BREAKER } from './check-outage.js';
import { FINAL_POLL_WAIT_MS, NaiveAllCalls } from './naive-all-calls.js';
import { answerTo, reported } from './told-calls.js';

const MANY = 1_000_000;
const NEVER_OPENS = { failuresInARow: MANY, coolDownFirstMs: 1, coolDownMaxMs: 1 };

export function allCallsPart(): Part<AllBounds, AllCallsAct> {
  return {
    name: 'all-calls',
    limits: drawnBounds,
    act: allCallsAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 100, 250, 700, 5_000, 20_000]),
    begin: (trial, bounds) => new AllCallsCourse(trial, bounds),
  };
}

/** A provider has no bounds of its own for what is left out. */
function limitsIn({ of }: AllBounds, breaker = NEVER_OPENS): LimitsOf {
  return (provider) => {
    const { waitingMax = MANY, finalPolls = 1, ...ofCalls } = of[provider] ?? {};
    const internal = { ...USUAL_LIMITS, finalPollsInFlight: finalPolls, callsInFlightFirst: MANY };
    return {
      ...ofCalls,
      submitsWaitingMax: waitingMax,
      finalPollWaitMaxMs: FINAL_POLL_WAIT_MS,
      breaker,
      internal,
    };
  };
}

class AllCallsCourse implements Course<AllCallsAct> {
  readonly #trial: Trial;
  readonly #asked: AskedProviders;
  readonly #calls: ProviderCalls;
  readonly #naive: NaiveAllCalls;
  readonly #reports: string[] = [];

  constructor(trial: Trial, bounds: AllBounds) {
    this.#trial = trial;
    trial.world.fraction = 0;
    this.#naive = new NaiveAllCalls(bounds, trial.now);
    this.#asked = new AskedProviders(() => trial.now);
    this.#calls = new ProviderCalls({
      world: trial.world,
      providers: this.#providersOf(bounds),
      limitsOf: limitsIn(bounds),
      onReport: (jobId, report) => this.#reports.push(`${jobId} ${reported(report)}`),
      tell: (jobId, report, told) => this.#tell(jobId, report, told),
    });
  }

  async take(act: AllCallsAct): Promise<void> {
    const { now } = this.#trial;
    const [calls, naive] = [this.#calls, this.#naive];
    if (act.do === 'answer') this.#answer(act);
    else if (act.do === 'content') await this.#content(act.provider, act.location);
    else if (act.do === 'link') await this.#link(act.path);
    else if (act.do === 'configure') {
      naive.configure(act.bounds);
      calls.configure(this.#providersOf(act.bounds), limitsIn(act.bounds));
    } else if (act.do === 'hold') {
      naive.isHeld = true;
      calls.holdSubmits();
    } else this.#ask(act, jobOf(act.job), now);
  }

  compare(): void {
    const [trial, naive, calls] = [this.#trial, this.#naive, this.#calls];
    naive.pass(trial.now);
    trial.same('begun', this.#asked.told.splice(0).sort(), naive.told.splice(0).sort());
    trial.same('reports', this.#reports.splice(0).sort(), naive.reports.splice(0).sort());
    const { watched, models } = calls.numbers();
    const polled = [...naive.of('poll', true), ...naive.of('poll', false)].filter(({ isOff }) => !isOff);
    trial.same('watched', watched, polled.length);
    for (const provider of PROVIDERS) {
      for (const model of MODELS) {
        const route = { provider, model };
        const numbers = models.find((one) => one.provider === provider && one.model === model);
        const isFull = naive.waits('submit', route) >= (naive.bounds.of[provider]?.waitingMax ?? MANY);
        trial.same('waiting', numbers?.submitsWaiting ?? 0, naive.waits('submit', route));
        trial.same('waiting', numbers?.finalPollsWaiting ?? 0, naive.waits('last_call', route));
        trial.same('waiting', numbers?.findsWaiting ?? 0, naive.waits('find', route));
        trial.same('readiness', calls.readinessOf(route), isFull ? 'not_ready' : 'ready');
        trial.same('full', calls.fullForMs(route), isFull ? 0 : undefined);
      }
    }
    for (let nth = 0; nth < 16; nth++) this.#comparePolls(jobOf(nth).jobId);
    if (naive.isHeld) trial.same('rest', calls.submitsAreAtRest, naive.of('submit', true).length === 0);
  }

  async end(): Promise<void> {
    if (!this.#naive.isHeld) await this.#outage();
    this.#calls.close();
    await this.#trial.world.settle();
    this.#asked.told.length = 0;
    this.#reports.length = 0;
    for (const act of ['submit', 'watch', 'find', 'final_poll'] as const) this.#askAfterEnd(act);
    await this.#trial.world.advance(100_000);
    this.#trial.same('closed', [...this.#asked.told, ...this.#reports, this.#calls.numbers().watched], [0]);
  }

  #comparePolls(jobId: string): void {
    const [poll, polls] = [this.#naive.wanted('poll', jobId), this.#calls.pollsOf(jobId)];
    const progress = poll === undefined || poll.progress < 0 ? undefined : poll.progress;
    this.#trial.same('progress', this.#calls.progressOf(jobId), progress);
    const nextInMs = poll && Math.max(0, poll.dueAt - this.#trial.now);
    this.#trial.same('polls', this.#calls.nextPollInMs(jobId), poll && nextInMs);
    this.#trial.same('failures', polls?.failures, poll?.failures);
    this.#trial.same('trouble', polls && polls.trouble !== '', poll?.isInTrouble);
  }

  #ask(act: Extract<AllCallsAct, { readonly job: number }>, job: DrawnJob, now: number): void {
    const [calls, naive] = [this.#calls, this.#naive];
    const handle = `handle of ${job.jobId}`;
    switch (act.do) {
      case 'submit':
        if (naive.wanted('submit', job.jobId) === undefined) naive.add('submit', job, '', now + act.afterMs);
        this.#submit(job, now + act.afterMs);
        return;
      case 'take_back': {
        const submit = naive.waiting('submit', job.jobId);
        for (const call of [submit, naive.waiting('last_call', job.jobId), naive.wanted('find', job.jobId)])
          naive.leave(call);
        this.#trial.same('taken', calls.takeBack(job), submit !== undefined);
        return;
      }
      case 'watch': {
        naive.leave(naive.wanted('poll', job.jobId));
        const { isBegun, afterMs } = act;
        naive.add('poll', job, handle, now + afterMs, { isBegun });
        const status = isBegun ? ({ status: 'in_progress' } as const) : {};
        calls.watch({ ...job, handle, nextPollAt: (now + afterMs) as SteadyMs, ...status });
        return;
      }
      case 'take_up': {
        naive.leave(naive.wanted('poll', job.jobId));
        naive.takenUp(job, now - act.sinceMs, act.isBegun, now);
        const status = act.isBegun ? 'in_progress' : 'pending';
        calls.takeUp({ ...job, handle, firstPollAt: (now - act.sinceMs) as SteadyMs, status });
        return;
      }
      case 'unwatch':
        naive.leave(naive.wanted('poll', job.jobId));
        calls.unwatch(job.jobId);
        return;
      case 'final_poll':
        if (naive.waiting('last_call', job.jobId) !== undefined) return;
        naive.add('last_call', job, `last of ${job.jobId}`, now + FINAL_POLL_WAIT_MS);
        calls.finalPoll({ ...job, handle: `last of ${job.jobId}` });
        return;
      case 'find':
        if (naive.wanted('find', job.jobId) === undefined) naive.add('find', job, '', now + 844);
        calls.find(job);
        return;
      case 'cancel': {
        const known = act.knowsHandle ? handle : job.provider === 'a' ? `made of ${job.jobId}` : undefined;
        const canBe = job.provider !== 'b' && naive.configured.has(job.provider);
        if (canBe && known !== undefined) naive.add('cancel', job, known, now);
        calls.cancel({ ...job, handle: act.knowsHandle ? handle : null });
      }
    }
  }

  #submit({ jobId, provider, model }: DrawnJob, notBefore: number): void {
    const request = { jobId, model, prompt: 'A film.', lengthMs: 1_000, extra: {} };
    this.#calls.submit({ provider, notBefore: notBefore as SteadyMs }, request);
  }

  /** The disk takes each report, and a job whose submit may begin submits it again. */
  #tell(jobId: string, { about }: WaitReport, told: (isTaken: boolean) => void): void {
    this.#trial.world.soon(() => {
      if (about === 'submit_begins') this.#submit(jobOf(Number(jobId.slice(4))), this.#trial.now);
      told(true);
    });
  }

  #answer({ kind, nth, said }: Extract<AllCallsAct, { readonly do: 'answer' }>): void {
    const underWay = this.#naive.of(kind, true);
    const call = underWay[nth % (underWay.length || 1)];
    if (call === undefined) return;
    this.#naive.answered(call, said);
    this.#asked.answer(call.name, said.is === 'error' ? undefined : { is: answerTo(kind, said) });
  }

  async #content(provider: string, location: string): Promise<void> {
    const { signal } = new AbortController();
    const file = await this.#calls.content(provider, location, signal).catch(() => 'failed');
    const configuration = this.#naive.configured.get(provider);
    const fails = configuration === undefined || location === 'garbage' || location === 'error';
    const found = location.includes(provider) ? `${provider}${configuration}` : undefined;
    this.#trial.same('content', typeof file === 'object' ? file.contentType : file, fails ? 'failed' : found);
    if (configuration !== undefined) this.#trial.same('signal', this.#asked.signal === signal, true);
  }

  async #link(path: string): Promise<void> {
    const file = await this.#calls.openLink(path, new AbortController().signal);
    const [found] = [...this.#naive.configured].filter(
      ([name]) => 'ad'.includes(name) && path.includes(name),
    );
    this.#trial.same('link', file?.contentType, found && `${found[0]}${found[1]}`);
  }

  /** A provider that has answered nothing yet. */
  async #outage(): Promise<void> {
    const [asked, bounds] = [this.#asked, { ...this.#naive.bounds, of: {} }];
    this.#calls.configure([asked.make('a', MANY)], limitsIn(bounds, OUTAGE_BREAKER));
    this.#reports.length = 0;
    await checkOutage(this.#trial, this.#calls, {
      begun: (jobId) => asked.told.find((told) => told.includes(` ${jobId} `))?.replace(/ at .*/, ''),
      fail: (name) => asked.answer(name, undefined),
      reports: this.#reports,
    });
  }

  #askAfterEnd(act: 'submit' | 'watch' | 'find' | 'final_poll'): void {
    const [job, handle, now] = [jobOf(0), 'there', this.#trial.now as SteadyMs];
    if (act === 'submit') this.#submit(job, now);
    else if (act === 'watch') this.#calls.watch({ ...job, handle, nextPollAt: now });
    else if (act === 'find') this.#calls.find(job);
    else this.#calls.finalPoll({ ...job, handle });
  }

  #providersOf({ providers }: AllBounds) {
    return providers.map((name) => this.#asked.make(name, this.#naive.configured.get(name) ?? 0));
  }
}
