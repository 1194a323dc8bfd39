/**
 * The submits to one model that wait or are under way.
 *
 * A submit that has not begun is turned away, as `not_now`, if the provider takes none at present and another
 * route of its job can take it. If none can, it waits, and the other routes are looked at every second.
 *
 * A submit that waits for more than a moment is noted on disk as one that waits (`waiting-notes.ts`). When
 * its turn has come, its job is told, and it begins when the job has submitted it again.
 *
 * Invariants
 *  1. Each is reported once, unless it is cancelled before it began.
 *  2. Of one job there is one at a time.
 *  3. None begins while its job may stand on disk as one that waits.
 *  4. A route that wants a probe is sent one submit of those that wait elsewhere, not all of them.
 */
import type { ProviderSubmit, SubmitAnswer } from '../provider.js';
import type { SubmitReport, UnknownOutcome } from '../provider-report.js';
import type { SubmitTicket } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { readSubmitAnswer } from './provider-answers.js';
import type { CallEnd } from './slots/timed-calls.js';
import { Submission, type SubmitLine, SubmitQueue } from './submit-queue.js';
import { WaitingNotes } from './waiting-notes.js';

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
  readonly #notes: WaitingNotes;
  /** Jobs that were told that their submit may begin, and have not taken it yet. */
  #asking = 0;
  #isHeld = false;

  constructor(context: ModelContext) {
    this.#context = context;
    this.#notes = new WaitingNotes(context);
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get isFull(): boolean {
    return this.#queue.size >= this.#context.limits.submitsWaitingMax;
  }

  /** True once none is under way any more, and all that wait are on disk as waiting. */
  get isAtRest(): boolean {
    return this.#asking === 0 && this.#notes.isDone && this.#context.slots.inFlight().submit === 0;
  }

  /** None begins from now on. */
  hold(): void {
    this.#isHeld = true;
    this.#notes.hurry();
    this.#context.beginSoon();
  }

  /**
   * A job whose submit waits or is under way already is not submitted beside that. If the job was told that
   * its submit may begin, this is the answer.
   */
  submit(ticket: SubmitTicket, request: ProviderSubmit): void {
    const submission = this.#submissions.get(request.jobId);
    if (submission === undefined) this.#add(ticket, request);
    else if (submission.isAsked) {
      submission.isNoted = false;
      // Its turn has come: nobody passes it on the way.
      submission.dueAt = Number.NEGATIVE_INFINITY;
      this.#line(submission);
    }
  }

  /** True if the submit had not begun: it never will, and is not reported. */
  cancel(jobId: string): boolean {
    const submission = this.#submissions.get(jobId);
    if (submission === undefined) return false;
    if (!submission.line.due.remove(submission) && !submission.isAsked) return false;
    submission.isAsked = false;
    submission.release();
    return this.#submissions.delete(jobId);
  }

  beginsFrom(): number {
    const { world, slots } = this.#context;
    const mayBeginFrom = this.#isHeld
      ? Number.POSITIVE_INFINITY
      : Math.max(this.#queue.nextDueAt, slots.freeFrom('submit', this.#asking));
    const beginsFrom = Math.min(mayBeginFrom, this.#notes.nextDueAt);
    if (!this.#turnsAway || this.#queue.movable().length === 0) return beginsFrom;
    return Math.min(beginsFrom, world.steadyMs() + LOOK_AGAIN_MS);
  }

  begin(): void {
    const { world, slots } = this.#context;
    const now = world.steadyMs();
    while (!this.#isHeld && slots.isFree('submit', this.#asking)) {
      const submission = this.#queue.takeDue(now);
      if (submission === undefined) break;
      if (submission.isNoted) {
        this.#ask(submission);
        continue;
      }
      const request = submission.begin();
      if (now < submission.notAfter) this.#begin(request);
      else this.#ended(request.jobId, { end: 'late' });
    }
    this.#turnAway();
    this.#notes.write();
  }

  clear(): void {
    this.#queue.clear();
    this.#submissions.clear();
    this.#notes.clear();
  }

  #add(ticket: SubmitTicket, request: ProviderSubmit): void {
    const line = this.#queue.lineFor(ticket.fallbacks);
    const dueAt = ticket.notBefore ?? this.#context.world.steadyMs();
    const submission = new Submission(request, line, dueAt, ticket);
    this.#submissions.set(request.jobId, submission);
    this.#line(submission);
  }

  #line(submission: Submission): void {
    submission.isAsked = false;
    submission.line.due.add(submission);
    if (!submission.isNoted) this.#notes.came(submission);
    this.#context.beginSoon();
  }

  /** A job that does not take it keeps nobody waiting: its submit goes to the end of the line. */
  #ask(submission: Submission): void {
    const { world, tell } = this.#context;
    submission.isAsked = true;
    this.#asking++;
    tell(submission.jobId, { about: 'submit_begins' }, (isTaken) => {
      this.#asking--;
      if (!isTaken && submission.isAsked) {
        submission.dueAt = world.steadyMs();
        this.#line(submission);
      }
      this.#context.beginSoon();
    });
  }

  get #turnsAway(): boolean {
    return this.#context.slots.isClosed || this.isFull;
  }

  #turnAway(): void {
    if (!this.#turnsAway) return;
    let left = this.#context.limits.internal.submitsTurnedAwayAtOnce;
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
