/**
 * The submits to one model that wait or are under way.
 *
 * Invariants
 *  1. Each is reported once, unless it is cancelled before it began.
 *  2. Of one job there is one at a time.
 */
import { DeadlineHeap } from '../../time/deadline-heap.js';
import type { ProviderSubmit, SubmitAnswer } from '../provider.js';
import type { SubmitReport, UnknownOutcome } from '../provider-report.js';
import { Submission, type SubmitTicket } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { readSubmitAnswer } from './provider-answers.js';
import type { CallEnd } from './slots/timed-calls.js';

export class SubmitCalls implements WaitingCalls {
  readonly #context: ModelContext;
  readonly #due = new DeadlineHeap<Submission>();
  /** Waiting or under way, by job. */
  readonly #submissions = new Map<string, Submission>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  get waiting(): number {
    return this.#due.size;
  }

  get isFull(): boolean {
    return this.#due.size >= this.#context.limits.submitsWaitingMax;
  }

  /** A job whose submit waits or is under way already is not submitted beside that. */
  submit({ notBefore }: SubmitTicket, request: ProviderSubmit): void {
    if (this.#submissions.has(request.jobId)) return;
    const submission = new Submission(request, notBefore ?? this.#context.world.steadyMs());
    this.#submissions.set(request.jobId, submission);
    this.#due.add(submission);
    this.#context.beginSoon();
  }

  /** True if the submit had not begun: it never will, and is not reported. */
  cancel(jobId: string): boolean {
    const submission = this.#submissions.get(jobId);
    if (submission === undefined || !this.#due.remove(submission)) return false;
    submission.release();
    return this.#submissions.delete(jobId);
  }

  beginsFrom(): number {
    return Math.max(this.#due.nextDueAt, this.#context.slots.freeFrom('submit'));
  }

  begin(): void {
    const { world, slots } = this.#context;
    const now = world.steadyMs();
    while (slots.isFree('submit')) {
      const submission = this.#due.takeDue(now);
      if (submission === undefined) return;
      this.#begin(submission.begin());
    }
  }

  clear(): void {
    this.#due.clear();
    this.#submissions.clear();
  }

  #begin(request: ProviderSubmit): void {
    const { provider, limits, slots } = this.#context;
    slots.begin('submit', {
      jobId: request.jobId,
      limitMs: limits.submitLimitMs,
      call: (call) => provider.submit(request, call),
      read: readSubmitAnswer,
      resultOf: ({ outcome }) => outcome,
      done: (end) => this.#ended(request.jobId, end),
    });
  }

  #ended(jobId: string, end: CallEnd<SubmitAnswer>): void {
    this.#submissions.delete(jobId);
    this.#context.report(jobId, submitReport(end));
  }
}

function submitReport(end: CallEnd<SubmitAnswer>): SubmitReport {
  return { about: 'submit', ...(end.end === 'answered' ? end.answer : unknownOutcome(end.end)) };
}

function unknownOutcome(end: 'garbage' | 'timeout' | 'error'): UnknownOutcome {
  const slug = end === 'timeout' ? 'provider_timeout' : 'provider_error';
  return { outcome: 'unknown', slug, message: MESSAGES[end] };
}

const MESSAGES = {
  timeout: 'The provider did not answer in time.',
  garbage: 'The provider gave an answer that does not fit its protocol.',
  error: 'The call to the provider failed.',
};
