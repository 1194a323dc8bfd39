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

/** `late`: it was to be repeated, and its time is over. It was not called. */
type SubmitEnd = CallEnd<SubmitAnswer> | { readonly end: 'late' };

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
  submit({ notBefore, notAfter = null }: SubmitTicket, request: ProviderSubmit): void {
    if (this.#submissions.has(request.jobId)) return;
    const submission = new Submission(request, notBefore ?? this.#context.world.steadyMs(), notAfter);
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
      const request = submission.begin();
      if (now < submission.notAfter) this.#begin(request);
      else this.#ended(request.jobId, { end: 'late' });
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
      pauseOf: (answer) => (answer.outcome === 'not_now' ? answer.askAgainAfterMs : undefined),
      done: (end) => this.#ended(request.jobId, end),
    });
  }

  #ended(jobId: string, end: SubmitEnd): void {
    this.#submissions.delete(jobId);
    this.#context.report(jobId, submitReport(end));
  }
}

function submitReport(end: SubmitEnd): SubmitReport {
  const answer: SubmitAnswer | UnknownOutcome =
    end.end === 'answered' ? end.answer : { outcome: 'unknown', message: MESSAGES[end.end] };
  return { about: 'submit', ...answer };
}

const MESSAGES = {
  timeout: 'The provider did not answer in time.',
  garbage: 'The provider gave an answer that does not fit its protocol.',
  error: 'The call to the provider failed.',
  late: 'It is too late to submit it again.',
};
