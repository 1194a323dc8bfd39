/**
 * The jobs of one model that are polled: each is asked for when it is due, and again as the answer says.
 *
 * Jobs that are overdue after a restart are asked for at half the rate, which leaves the other half to all
 * else.
 *
 * Invariants
 *  1. At most the rate begins.
 *  2. A wanted job is in the heap or has one poll under way.
 *  3. A poll after which a job stands as before is not reported. The end of a job is reported once, and it
 *     is polled no more.
 */
import { Histogram, type HistogramNumbers, WAIT_BOUNDS_MS } from '../../metrics/histogram.js';
import { later, type SteadyMs } from '../../time/clock.js';
import { DeadlineHeap } from '../../time/deadline-heap.js';
import type { ProviderState } from '../provider.js';
import type { JobPoller, PolledJob } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { Pacer } from './pacer.js';
import { delayAfterAnswerMs, delayAfterFailureMs } from './poll-schedule.js';
import { readProviderState } from './provider-answers.js';
import type { CallLimits } from './slots/call-limits.js';
import type { CallEnd } from './slots/timed-calls.js';

/** Of a second's polls, the part that may begin at once. */
const BURST_SHARE = 0.1;
/** Of the rate, the part at which overdue jobs are taken up. */
const TAKE_UP_SHARE = 0.5;
/** Overdue jobs are spread over this long besides, so that those of many nodes do not come as one. */
const TAKE_UP_SPREAD_MS = 2_000;

export class PollCalls implements JobPoller, WaitingCalls {
  readonly #context: ModelContext;
  readonly #ended: (job: PolledJob) => void;
  readonly #due = new DeadlineHeap<PolledJob>();
  readonly #pacer: Pacer;
  readonly #takeUpPacer: Pacer;
  readonly #lateness = new Histogram(WAIT_BOUNDS_MS);
  #watched = 0;

  /** @param ended told of a job that ended, before it is reported */
  constructor(context: ModelContext, ended: (job: PolledJob) => void) {
    const { pollsPerSecondMax } = context.limits;
    this.#context = context;
    this.#ended = ended;
    this.#pacer = new Pacer(pollsPerSecondMax, burstOf(pollsPerSecondMax));
    this.#takeUpPacer = new Pacer(pollsPerSecondMax * TAKE_UP_SHARE, 1);
  }

  get watched(): number {
    return this.#watched;
  }

  /** How long after their due time polls began. */
  lateness(): HistogramNumbers {
    return this.#lateness.numbers();
  }

  configure({ pollsPerSecondMax }: CallLimits): void {
    this.#pacer.configure(pollsPerSecondMax, burstOf(pollsPerSecondMax));
    this.#takeUpPacer.configure(pollsPerSecondMax * TAKE_UP_SHARE, 1);
  }

  watch(job: PolledJob): void {
    this.#watched++;
    this.#due.add(job);
    this.#context.beginSoon();
  }

  unwatch(job: PolledJob): void {
    if (!job.isWanted) return;
    job.isWanted = false;
    this.#watched--;
    this.#due.remove(job);
  }

  /** When the next of the jobs that are overdue at a restart is to be polled, in steady ms. */
  placeOfOverdue(): SteadyMs {
    const { world } = this.#context;
    const now = world.steadyMs();
    const pacedMs = Math.max(0, this.#takeUpPacer.admitsFrom() - now);
    this.#takeUpPacer.take(now);
    return later(now, Math.ceil(pacedMs) + Math.floor(world.random() * TAKE_UP_SPREAD_MS));
  }

  beginsFrom(): number {
    const { slots } = this.#context;
    return Math.max(this.#due.nextDueAt, this.#pacer.admitsFrom(), slots.freeFrom('poll'));
  }

  begin(): void {
    const { world, slots, beginSoon, limits } = this.#context;
    const { pollsBegunAtOnce } = limits.internal;
    const now = world.steadyMs();
    let begun = 0;
    while (slots.isFree('poll') && this.#pacer.admitsFrom() <= now) {
      const job = begun++ < pollsBegunAtOnce ? this.#due.takeDue(now) : undefined;
      if (job === undefined) break;
      this.#pacer.take(now);
      this.#lateness.observe(now - job.dueAt);
      this.#begin(job);
    }
    if (begun > pollsBegunAtOnce) beginSoon();
  }

  clear(): void {
    this.#due.clear();
  }

  #begin(job: PolledJob): void {
    const { provider, model, limits, slots } = this.#context;
    const asked = { jobId: job.jobId, model, handle: job.handle };
    slots.begin('poll', {
      jobId: job.jobId,
      limitMs: limits.pollLimitMs,
      call: (call) => provider.poll(asked, call),
      read: readProviderState,
      resultOf: () => 'answered',
      done: (end) => this.#done(job, end),
    });
  }

  #done(job: PolledJob, end: CallEnd<ProviderState>): void {
    if (!job.isWanted) return;
    job.trouble = troubleIn(end);
    if (end.end === 'answered') this.#learn(job, end.answer);
    else this.#later(job, delayAfterFailureMs(++job.failures, this.#context.world.random()));
  }

  #learn(job: PolledJob, state: ProviderState): void {
    const { world, report } = this.#context;
    if (state.state !== 'pending' && state.state !== 'in_progress') {
      this.unwatch(job);
      this.#ended(job);
      report(job.jobId, { about: 'poll', state });
      return;
    }
    this.#later(job, delayAfterAnswerMs(state, job.quietPolls++, world.random()));
    job.failures = 0;
    if (state.state === 'pending') return;
    // A provider's progress may fall back; a client's never does.
    job.progress = Math.max(job.progress, state.progress ?? -1);
    if (job.status === 'in_progress') return;
    job.status = 'in_progress';
    report(job.jobId, { about: 'poll', state });
  }

  #later(job: PolledJob, delayMs: number): void {
    job.dueAt = later(this.#context.world.steadyMs(), delayMs);
    this.#due.add(job);
  }
}

function burstOf(pollsPerSecondMax: number): number {
  return Math.max(1, Math.floor(pollsPerSecondMax * BURST_SHARE));
}

/** The failure of a poll, for operators; '' if it was answered. */
function troubleIn(end: CallEnd<ProviderState>): string {
  switch (end.end) {
    case 'answered':
      return '';
    case 'timeout':
      return 'no answer within the time limit';
    case 'garbage':
      return 'an answer that makes no sense';
    case 'error':
      return end.detail;
  }
}
