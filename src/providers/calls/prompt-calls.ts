/**
 * Calls of one kind about jobs of one model that are made once, soon: final polls and cancels. They go past
 * breaker and schedule, and do not wait for long.
 *
 * Invariant
 *  1. Each ends once: with an answer, or, when its turn does not come in time, as one that brought none.
 *     A call that is taken back before its turn does not end.
 */
import { later } from '../../time/clock.js';
import { DeadlineHeap } from '../../time/deadline-heap.js';
import type { ProviderCall, ProviderJob } from '../provider.js';
import { PromptCall } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import type { CallEnd } from './slots/timed-calls.js';

export interface PromptCallKind<Answer> {
  readonly kind: 'last_call' | 'cancel';
  readonly call: (context: ModelContext, job: ProviderJob, call: ProviderCall) => Promise<unknown>;
  /** Parses the answer; undefined for garbage. */
  readonly read: (answer: unknown) => Answer | undefined;
  readonly ended: (context: ModelContext, job: ProviderJob, end: CallEnd<Answer>) => void;
}

export class PromptCalls<Answer> implements WaitingCalls {
  readonly #context: ModelContext;
  readonly #of: PromptCallKind<Answer>;
  /** By when they are given up. */
  readonly #due = new DeadlineHeap<PromptCall>();
  /** The latest one that waits, by job. */
  readonly #waiting = new Map<string, PromptCall>();

  constructor(context: ModelContext, of: PromptCallKind<Answer>) {
    this.#context = context;
    this.#of = of;
  }

  get waiting(): number {
    return this.#due.size;
  }

  add(job: ProviderJob): void {
    const { world, limits, beginSoon } = this.#context;
    const call = new PromptCall(job, later(world.steadyMs(), limits.finalPollWaitMaxMs));
    this.#due.add(call);
    this.#waiting.set(job.jobId, call);
    beginSoon();
  }

  /** Takes back the one that waits, if there is one: it neither begins nor ends. */
  stop(jobId: string): void {
    const call = this.#waiting.get(jobId);
    if (call === undefined) return;
    this.#waiting.delete(jobId);
    this.#due.remove(call);
  }

  /** When the next is given up; until then they begin as slots become free. */
  beginsFrom(): number {
    return this.#due.nextDueAt;
  }

  begin(): void {
    if (this.#due.size === 0) return;
    const { world, slots } = this.#context;
    const { kind, ended } = this.#of;
    const now = world.steadyMs();
    for (let late = this.#take(now); late !== undefined; late = this.#take(now)) {
      slots.count(kind, { end: 'timeout' });
      ended(this.#context, late.job, { end: 'timeout' });
    }
    while (slots.isFree(kind)) {
      const next = this.#take(Number.POSITIVE_INFINITY);
      if (next === undefined) return;
      this.#begin(next.job);
    }
  }

  clear(): void {
    this.#due.clear();
    this.#waiting.clear();
  }

  #take(now: number): PromptCall | undefined {
    const call = this.#due.takeDue(now);
    if (call !== undefined && this.#waiting.get(call.job.jobId) === call)
      this.#waiting.delete(call.job.jobId);
    return call;
  }

  #begin(job: ProviderJob): void {
    const { limits, slots } = this.#context;
    const { kind, call, read, ended } = this.#of;
    slots.begin(kind, {
      jobId: job.jobId,
      limitMs: limits.finalPollLimitMs,
      call: (under) => call(this.#context, job, under),
      read,
      resultOf: () => 'answered',
      done: (end) => ended(this.#context, job, end),
    });
  }
}
