/**
 * The submits to one model that wait or are under way.
 *
 * A submit that has not begun is turned away, as `not_now`, if the provider takes none at present and another
 * route of its job can take it. If none can, it waits, and the other routes are looked at every second.
 *
 * Invariants
 *  1. Each is reported once, unless it is cancelled before it began.
 *  2. Of one job there is one at a time.
 *  3. A route that wants a probe is sent one submit of those that wait elsewhere, not all of them.
 */
import type { ProviderSubmit, SubmitAnswer } from '../provider.js';
import type { SubmitReport, UnknownOutcome } from '../provider-report.js';
import type { SubmitTicket } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { readSubmitAnswer } from './provider-answers.js';
import type { CallEnd } from './slots/timed-calls.js';
import { Submission, type SubmitLine, SubmitQueue } from './submit-queue.js';

/** Turned away before other events get their chance again. */
const TURNED_AWAY_AT_ONCE = 256;
const LOOK_AGAIN_MS = 1_000;
const TURNED_AWAY: SubmitReport = {
  about: 'submit',
  outcome: 'not_now',
  message: 'The provider takes no jobs at present.',
};

/** `late`: it was to be repeated, and its time is over. It was not called. */
type SubmitEnd = CallEnd<SubmitAnswer> | { readonly end: 'late' };

export class SubmitCalls implements WaitingCalls {
  readonly #context: ModelContext;
  readonly #queue = new SubmitQueue();
  /** Waiting or under way, by job. */
  readonly #submissions = new Map<string, Submission>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get isFull(): boolean {
    return this.#queue.size >= this.#context.limits.submitsWaitingMax;
  }

  /** A job whose submit waits or is under way already is not submitted beside that. */
  submit({ notBefore, notAfter = null, fallbacks }: SubmitTicket, request: ProviderSubmit): void {
    if (this.#submissions.has(request.jobId)) return;
    const line = this.#queue.lineFor(fallbacks);
    const submission = new Submission(request, line, notBefore ?? this.#context.world.steadyMs(), notAfter);
    this.#submissions.set(request.jobId, submission);
    line.due.add(submission);
    this.#context.beginSoon();
  }

  /** True if the submit had not begun: it never will, and is not reported. */
  cancel(jobId: string): boolean {
    const submission = this.#submissions.get(jobId);
    if (submission === undefined || !submission.line.due.remove(submission)) return false;
    submission.release();
    return this.#submissions.delete(jobId);
  }

  beginsFrom(): number {
    const { world, slots } = this.#context;
    const beginsFrom = Math.max(this.#queue.nextDueAt, slots.freeFrom('submit'));
    if (!this.#turnsAway || this.#queue.movable().length === 0) return beginsFrom;
    return Math.min(beginsFrom, world.steadyMs() + LOOK_AGAIN_MS);
  }

  begin(): void {
    const { world, slots } = this.#context;
    const now = world.steadyMs();
    while (slots.isFree('submit')) {
      const submission = this.#queue.takeDue(now);
      if (submission === undefined) break;
      const request = submission.begin();
      if (now < submission.notAfter) this.#begin(request);
      else this.#ended(request.jobId, { end: 'late' });
    }
    this.#turnAway();
  }

  clear(): void {
    this.#queue.clear();
    this.#submissions.clear();
  }

  get #turnsAway(): boolean {
    return this.#context.slots.isClosed || this.isFull;
  }

  #turnAway(): void {
    if (!this.#turnsAway) return;
    let left = TURNED_AWAY_AT_ONCE;
    for (const line of this.#queue.movable()) {
      for (let most = Math.min(left, this.#placesElsewhere(line)); most > 0 && this.#turnsAway; most--) {
        const submission = line.due.takeDue(Number.POSITIVE_INFINITY);
        if (submission === undefined) break;
        const { jobId } = submission.begin();
        this.#submissions.delete(jobId);
        this.#context.report(jobId, TURNED_AWAY);
        left--;
      }
    }
    if (left === 0) this.#context.beginSoon();
  }

  #placesElsewhere({ fallbacks }: SubmitLine): number {
    const found = fallbacks.map((route) => this.#context.readinessOf(route));
    if (found.includes('ready')) return Number.POSITIVE_INFINITY;
    return found.includes('wants_probe') ? 1 : 0;
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
