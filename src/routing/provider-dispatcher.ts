/**
 * Between jobs and providers: carries out the effects of jobs on providers, and brings the reports of
 * providers back to the jobs.
 *
 * A report, or the wake-up after a restart, is brought until the job has taken it (`actor-mail.ts`): a
 * provider is not asked a second time for an answer that it already gave.
 *
 * Invariants
 *  1. A submit leaves the dispatcher only as the effect of a turn that is on disk, or at a restart that found
 *     its intent on disk.
 *  2. Every report is delivered, or the process ends; after a restart the `unfinished` records lead to it
 *     again.
 */

import { readAgain, takeUp } from '../actors/across-accounts/take-up.js';
import type { NodeEffect } from '../actors/effects.js';
import type { Effect, JobInput } from '../actors/jobs/effects.js';
import type { AcceptableQuote, Quote } from '../actors/jobs/quote.js';
import type {
  VideoJobBehavior,
  VideoJobMessage,
  VideoJobReply,
  VideoJobState,
} from '../actors/jobs/video-job-messages.js';
import { decodeJobInput, type UnfinishedRecord } from '../actors/jobs/video-job-records.js';
import type { PartitionOf } from '../actors/partition.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import { ID_PREFIXES } from '../actors/storage/ids.js';
import type { Limits } from '../limits/limits.js';
import type { ProviderCalls } from '../providers/calls/provider-calls.js';
import type { Route } from '../providers/provider.js';
import type { ProviderReport, WaitReport } from '../providers/provider-report.js';
import { later, type SteadyMs } from '../time/clock.js';
import type { World } from '../time/world.js';
import { ActorMail } from './actor-mail.js';
import type { DispatchObserver } from './dispatch-observer.js';
import type { JobPolls, JobProgress } from './job-progress.js';
import type { ResultReader } from './result-reader.js';

/** How often a node that stops looks whether its jobs have heard all. */
const LOOK_MS = 10;
const ALL_FULL =
  'Too many jobs wait for this model already; nothing was done. Try again after retry_after seconds.';
/** A client that was turned away may come back when the next call may begin, yet not at once. */
const TURNED_AWAY_FOR_MS_MIN = 1_000;

export interface ProviderDispatcherOptions {
  readonly world: World;
  readonly system: ActorSystem<NodeEffect>;
  /** The usual ones if left out. */
  readonly limits?: Limits;
  readonly partitionOf: PartitionOf;
  readonly videoJob: VideoJobBehavior;
  readonly calls: ProviderCalls;
  readonly results: ResultReader;
  readonly onTurnedAway: () => void;
  readonly observer?: DispatchObserver | undefined;
}

export class ProviderDispatcher implements JobProgress {
  readonly #options: ProviderDispatcherOptions;
  readonly #mail: ActorMail<VideoJobState, VideoJobMessage, VideoJobReply>;

  constructor(options: ProviderDispatcherOptions) {
    this.#options = options;
    this.#mail = new ActorMail(options, options.videoJob);
  }

  perform(effect: Effect): void {
    const { calls, observer } = this.#options;
    if (observer !== undefined && effect.trace !== undefined) observer.released(effect, effect.trace);
    switch (effect.type) {
      case 'submit':
        this.#submit(effect);
        return;
      case 'watch': {
        const { ticket, nextPollAt, status } = effect;
        const { jobId, provider, model, handle } = ticket;
        calls.watch({ jobId, provider, model, handle, nextPollAt, status });
        return;
      }
      case 'forget':
        calls.unwatch(effect.jobId);
        calls.takeBack(effect);
        this.#options.results.stop(effect.jobId);
        return;
      case 'find':
        calls.find(effect);
        return;
      case 'final_poll':
        calls.finalPoll(effect.ticket);
        return;
      case 'cancel':
        calls.cancel(effect.ticket);
        return;
      case 'read':
        this.#options.results.read(effect.ticket);
        return;
    }
  }

  /**
   * Takes up the unfinished jobs of the runs before, some at a time. To be called once, at start.
   *
   * @param before an id that every job of this run is later than: those are under way already
   */
  resume(before: string): void {
    takeUp(this.#options, 'unfinished', { after: ID_PREFIXES.job, before }, (entry) =>
      this.#resumeJob(entry),
    );
  }

  /** Brings a report of `ProviderCalls`, or of the reader of results, to its job. */
  report(jobId: string, report: ProviderReport): void {
    const taken = (reply: VideoJobReply) => this.#cancelUnwanted(report, reply);
    this.#mail.deliver(jobId, { type: 'report', report }, taken);
  }

  /** See `TellJob`. */
  tell(jobId: string, report: WaitReport, told: (isTaken: boolean) => void): void {
    this.#mail.tell(jobId, { type: 'report', report }, told);
  }

  /**
   * Resolves when no submit is under way any more, the jobs that wait for theirs have that on disk, and every
   * job has taken the reports on it; at `until` at the latest. `holdSubmits` of the calls goes before.
   */
  atRest(until: SteadyMs): Promise<void> {
    const { calls, world } = this.#options;
    return new Promise((resolve) => {
      const look = () => {
        const isAtRest = calls.submitsAreAtRest && this.#mail.isDone;
        if (isAtRest || world.steadyMs() >= until) resolve();
        else world.after(LOOK_MS, look);
      };
      look();
    });
  }

  progressOf(jobId: string): number | undefined {
    return this.#options.calls.progressOf(jobId);
  }

  nextNewsInMs(jobId: string): number {
    return this.#options.calls.nextPollInMs(jobId) ?? 1_000;
  }

  pollsOf(jobId: string): JobPolls | undefined {
    return this.#options.calls.pollsOf(jobId);
  }

  routed(quote: AcceptableQuote): Quote {
    const { calls, onTurnedAway } = this.#options;
    const { route, fallbacks } = quote;
    const mayTake = (one: Route) => calls.readinessOf(one) !== 'not_ready';
    if (mayTake(route)) return quote;
    const routes = [route, ...fallbacks];
    const hasRoom = (one: Route) => calls.fullForMs(one) === undefined;
    const taken = routes.find(mayTake) ?? routes.find(hasRoom);
    if (taken === route) return quote;
    if (taken !== undefined) {
      return { ...quote, route: taken, fallbacks: routes.filter((one) => one !== taken) };
    }
    onTurnedAway();
    const fullForMs = Math.min(...routes.map((one) => calls.fullForMs(one) ?? 0));
    const retryAfterMs = Math.max(fullForMs, TURNED_AWAY_FOR_MS_MIN);
    return { ok: false, code: 'overloaded', message: ALL_FULL, retryAfterMs };
  }

  #resumeJob({ key: jobId, value }: { readonly key: string; readonly value: string }): void {
    const { calls } = this.#options;
    const { provider, model, handle, resume, begun, next_poll, trace } = JSON.parse(
      value,
    ) as UnfinishedRecord;
    if (trace !== undefined) this.#options.observer?.takenUp(jobId, trace);
    if (handle !== null) {
      const status = begun === true ? 'in_progress' : 'pending';
      calls.takeUp({ jobId, provider, model, handle, firstPollAt: next_poll, status });
    }
    if (resume) this.#mail.deliver(jobId, { type: 'resume' });
  }

  #submit(effect: Extract<Effect, { type: 'submit' }>): void {
    const { calls, world } = this.#options;
    const { jobId, provider, model, lengthMs, notAfter, fallbacks, isWaiting } = effect;
    let { input } = effect;
    if (input === undefined) {
      try {
        input = this.#inputOf(jobId);
      } catch (error) {
        readAgain(this.#options, error, () => this.#submit(effect));
        return;
      }
    }
    if (input === undefined) throw new Error(`job ${jobId} has no input`);
    const { prompt, extra } = input;
    const jitter = 1 + world.random() / 2;
    const notBefore = later(world.steadyMs(), Math.ceil(effect.delayMs * jitter));
    const ticket = { provider, notBefore, notAfter, fallbacks, isWaiting };
    calls.submit(ticket, { jobId, model, prompt, lengthMs, extra });
  }

  #inputOf(jobId: string): JobInput | undefined {
    const text = this.#options.partitionOf(jobId).system.records.get('job_inputs', jobId);
    return text === undefined ? undefined : decodeJobInput(text);
  }

  /** A provider that took a job after its end here, or may have, makes it in vain. */
  #cancelUnwanted(report: ProviderReport, reply: VideoJobReply): void {
    if (report.about !== 'submit' || reply.outcome !== 'job') return;
    if (report.outcome !== 'accepted' && report.outcome !== 'unknown') return;
    const { id: jobId, settled, machine } = reply.job;
    const { route, handle } = machine.context;
    const taken = report.outcome === 'accepted' ? report.handle : null;
    const isDone = taken === null ? handle !== null : handle === taken;
    if (settled === null || isDone) return;
    this.#options.calls.cancel({ jobId, provider: route.provider, model: route.model, handle: taken });
  }
}
