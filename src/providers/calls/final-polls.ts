/**
 * The final polls of jobs of one model, at their deadlines. They go past breaker and schedule, and do not
 * wait for long.
 *
 * Invariant
 *  1. Each is reported once: with an answer, or, when its turn does not come in time, as one that brought
 *     none.
 */
import { later } from '../../time/clock.js';
import { DeadlineHeap } from '../../time/deadline-heap.js';
import type { ProviderJob, ProviderState } from '../provider.js';
import { FinalPoll } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { readProviderState } from './provider-answers.js';
import type { CallEnd } from './slots/timed-calls.js';

export class FinalPolls implements WaitingCalls {
  readonly #context: ModelContext;
  /** By when they are given up. */
  readonly #due = new DeadlineHeap<FinalPoll>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  get waiting(): number {
    return this.#due.size;
  }

  ask(job: ProviderJob): void {
    const { world, limits, beginSoon } = this.#context;
    this.#due.add(new FinalPoll(job, later(world.steadyMs(), limits.finalPollWaitMaxMs)));
    beginSoon();
  }

  /** When the next is given up; until then they begin as slots become free. */
  beginsFrom(): number {
    return this.#due.nextDueAt;
  }

  begin(): void {
    const { world, slots } = this.#context;
    const now = world.steadyMs();
    for (let late = this.#due.takeDue(now); late !== undefined; late = this.#due.takeDue(now)) {
      slots.count('last_call', { end: 'timeout' });
      this.#ended(late.job, { end: 'timeout' });
    }
    while (slots.isFree('last_call')) {
      const next = this.#due.takeDue(Number.POSITIVE_INFINITY);
      if (next === undefined) return;
      this.#begin(next.job);
    }
  }

  clear(): void {
    this.#due.clear();
  }

  #begin(job: ProviderJob): void {
    const { provider, limits, slots } = this.#context;
    slots.begin('last_call', {
      jobId: job.jobId,
      limitMs: limits.finalPollLimitMs,
      call: (call) => provider.poll(job, call),
      read: readProviderState,
      resultOf: () => 'answered',
      done: (end) => this.#ended(job, end),
    });
  }

  #ended({ jobId }: ProviderJob, end: CallEnd<ProviderState>): void {
    const state = end.end === 'answered' ? end.answer : undefined;
    this.#context.report(jobId, { about: 'final_poll', state });
  }
}
