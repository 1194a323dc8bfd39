/**
 * All calls to one model of one provider: whose turn it is, and when to look again.
 *
 * Calls of each kind wait apart (`submit-calls.ts`, `find-calls.ts`, `poll-calls.ts`, `prompt-calls.ts`) and
 * have slots of their own (`slots/call-slots.ts`). One alarm is set for the earliest time at which something
 * may begin.
 *
 * Invariants
 *  1. Nothing is called from within a method of a caller: calls begin when the events at hand have been
 *     handled.
 *  2. Whatever may begin has begun, or the alarm or a task is set for it.
 *  3. After `close` nothing begins, and no timer is left.
 */
import type { HistogramNumbers } from '../../metrics/histogram.js';
import { Alarm } from '../../time/alarm.js';
import type { World } from '../../time/world.js';
import type { Provider, ProviderState, RouteName } from '../provider.js';
import type { ProviderReport } from '../provider-report.js';
import type { PolledJob } from './call-tickets.js';
import { CANCELS } from './cancels.js';
import { FINAL_POLLS } from './final-polls.js';
import { FindCalls } from './find-calls.js';
import type { ModelContext, Readiness, TellJob, WaitingCalls } from './model-context.js';
import { PollCalls } from './poll-calls.js';
import { PromptCalls } from './prompt-calls.js';
import type { BreakerState } from './slots/breaker.js';
import type { CallCounts, CallDurations, CallKind } from './slots/call-counts.js';
import type { CallLimits } from './slots/call-limits.js';
import type { CallObserver } from './slots/call-observer.js';
import { CallSlots, type CallWatch } from './slots/call-slots.js';
import { SubmitCalls } from './submit-calls.js';

export interface ModelCallsHost {
  readonly tell: TellJob;
  report(jobId: string, report: ProviderReport): void;
  /** The job has ended: it is polled no more. */
  ended(job: PolledJob): void;
  readinessOf(route: RouteName): Readiness;
  readonly observer: CallObserver | undefined;
}

export interface ModelCallsNumbers {
  readonly provider: string;
  readonly model: string;
  readonly breaker: BreakerState;
  /** How often it opened. */
  readonly breakerOpenings: number;
  readonly watched: number;
  readonly submitsWaiting: number;
  readonly findsWaiting: number;
  readonly finalPollsWaiting: number;
  readonly inFlight: Readonly<Record<CallKind, number>>;
  readonly calls: CallCounts;
  readonly durations: CallDurations;
  readonly pollLateness: HistogramNumbers;
}

export class ModelCalls {
  readonly submits: SubmitCalls;
  readonly polls: PollCalls;
  readonly finds: FindCalls;
  readonly finalPolls: PromptCalls<ProviderState>;
  readonly cancels: PromptCalls<true>;
  readonly #world: World;
  readonly #context: ModelContext;
  readonly #slots: CallSlots;
  readonly #alarm: Alarm;
  /** In the order in which they begin. */
  readonly #waiting: readonly WaitingCalls[];
  readonly #begin = () => this.#beginWhatMay();
  #isBeginSet = false;
  #isClosed = false;

  constructor(world: World, provider: Provider, model: string, limits: CallLimits, host: ModelCallsHost) {
    const beginSoon = () => this.#beginSoon();
    this.#world = world;
    const { observer } = host;
    const watch: CallWatch | undefined =
      observer && ((kind, jobId) => observer.began({ kind, jobId, provider: provider.name, model }));
    this.#slots = new CallSlots(world, limits, beginSoon, watch);
    this.#alarm = new Alarm(world, this.#begin);
    this.#context = {
      world,
      provider,
      model,
      limits,
      slots: this.#slots,
      beginSoon,
      readinessOf: (route) => host.readinessOf(route),
      report: (jobId, report) => host.report(jobId, report),
      tell: host.tell,
    };
    this.submits = new SubmitCalls(this.#context);
    this.polls = new PollCalls(this.#context, (job) => host.ended(job));
    this.finds = new FindCalls(this.#context);
    this.finalPolls = new PromptCalls(this.#context, FINAL_POLLS);
    this.cancels = new PromptCalls(this.#context, CANCELS);
    // Submits come last: if the breaker wants a probe, asking for a job is the harmless one.
    this.#waiting = [this.finalPolls, this.cancels, this.polls, this.finds, this.submits];
  }

  get readiness(): Readiness {
    if (this.submits.isFull) return 'not_ready';
    if (this.#slots.isOpen) return 'ready';
    return this.#slots.wantsProbe ? 'wants_probe' : 'not_ready';
  }

  /** When the breaker lets the next submit begin, in ms; 0 if it may now, or waits for the end of another. */
  submitsBeginInMs(): number {
    const inMs = this.#slots.freeFrom('submit') - this.#world.steadyMs();
    return Number.isFinite(inMs) ? Math.max(0, inMs) : 0;
  }

  numbers(): ModelCallsNumbers {
    return {
      provider: this.#context.provider.name,
      model: this.#context.model,
      breaker: this.#slots.breakerState,
      breakerOpenings: this.#slots.breakerOpenings,
      watched: this.polls.watched,
      submitsWaiting: this.submits.waiting,
      findsWaiting: this.finds.waiting,
      finalPollsWaiting: this.finalPolls.waiting,
      inFlight: this.#slots.inFlight(),
      calls: this.#slots.counts(),
      durations: this.#slots.durations(),
      pollLateness: this.polls.lateness(),
    };
  }

  /** From the next call on. Calls under way end as they would; what waits goes on to wait. */
  configure(provider: Provider, limits: CallLimits): void {
    this.#context.provider = provider;
    this.#context.limits = limits;
    this.#slots.configure(limits);
    this.polls.configure(limits);
    this.#beginSoon();
  }

  close(): void {
    this.#isClosed = true;
    this.#alarm.stop();
    this.#slots.abandon();
    for (const calls of this.#waiting) calls.clear();
  }

  #beginSoon(): void {
    if (this.#isBeginSet || this.#isClosed) return;
    this.#isBeginSet = true;
    this.#world.soon(this.#begin);
  }

  #beginWhatMay(): void {
    this.#isBeginSet = false;
    if (this.#isClosed) return;
    for (const calls of this.#waiting) calls.begin();
    if (this.#isBeginSet) return;
    let nextAt = Number.POSITIVE_INFINITY;
    for (const calls of this.#waiting) nextAt = Math.min(nextAt, calls.beginsFrom());
    this.#alarm.setFor(nextAt);
  }
}
