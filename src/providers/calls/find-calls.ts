/**
 * The jobs of one model that are looked for: their submits had no known outcome, and their provider can be
 * asked for them by their ids.
 *
 * Invariants
 *  1. A job is looked for until its provider has said whether it has it, or until nobody wants to know any
 *     more. It is reported once.
 *  2. Of one job there is one look at a time.
 */
import { later } from '../../time/clock.js';
import { DeadlineHeap } from '../../time/deadline-heap.js';
import { SoughtJob } from './call-tickets.js';
import type { ModelContext, WaitingCalls } from './model-context.js';
import { delayAfterFailureMs } from './poll-schedule.js';
import { type FindAnswer, readFindAnswer } from './provider-answers.js';
import type { CallEnd } from './slots/timed-calls.js';

/**
 * A job counts as not there when it was missing so often in a row: its submit may still be on its way when
 * the answer is given up.
 */
const ABSENCES_MAX = 3;
/** The first look waits for most of a second, by the scale of failed polls. */
const STEPS_AHEAD = 4;

export class FindCalls implements WaitingCalls {
  readonly #context: ModelContext;
  readonly #due = new DeadlineHeap<SoughtJob>();
  /** Waiting or being asked for, by job. */
  readonly #sought = new Map<string, SoughtJob>();

  constructor(context: ModelContext) {
    this.#context = context;
  }

  get waiting(): number {
    return this.#due.size;
  }

  /** A job that is looked for already is not looked for a second time beside that. */
  find(jobId: string): void {
    if (this.#sought.has(jobId)) return;
    const job = new SoughtJob(jobId);
    this.#sought.set(jobId, job);
    this.#later(job);
  }

  /** Nothing of the job is reported from now on. */
  stop(jobId: string): void {
    const job = this.#sought.get(jobId);
    if (job === undefined) return;
    this.#sought.delete(jobId);
    this.#due.remove(job);
  }

  beginsFrom(): number {
    if (this.#due.size === 0) return Number.POSITIVE_INFINITY;
    return Math.max(this.#due.nextDueAt, this.#context.slots.freeFrom('find'));
  }

  begin(): void {
    if (this.#due.size === 0) return;
    const { world, slots } = this.#context;
    const now = world.steadyMs();
    while (slots.isFree('find')) {
      const job = this.#due.takeDue(now);
      if (job === undefined) return;
      this.#begin(job);
    }
  }

  clear(): void {
    this.#due.clear();
    this.#sought.clear();
  }

  #begin(job: SoughtJob): void {
    const { provider, model, limits, slots } = this.#context;
    const { jobId } = job;
    slots.begin('find', {
      jobId,
      limitMs: limits.pollLimitMs,
      call: async (call) => {
        if (provider.find === undefined) throw new Error(`provider ${provider.name} finds no jobs`);
        return provider.find({ jobId, model }, call);
      },
      read: readFindAnswer,
      resultOf: () => 'answered',
      pauseOf: (answer) => (answer.outcome === 'not_now' ? answer.askAgainAfterMs : undefined),
      done: (end) => this.#done(job, end),
    });
  }

  #done(job: SoughtJob, end: CallEnd<FindAnswer>): void {
    const { jobId } = job;
    if (this.#sought.get(jobId) !== job) return;
    const answer = end.end === 'answered' ? end.answer : undefined;
    job.absences = answer?.outcome === 'not_found' ? job.absences + 1 : 0;
    const isCertain = answer?.outcome !== 'not_found' || job.absences >= ABSENCES_MAX;
    if (answer === undefined || answer.outcome === 'not_now' || !isCertain) {
      this.#later(job);
      return;
    }
    this.#sought.delete(jobId);
    this.#context.report(jobId, { about: 'find', ...answer });
  }

  #later(job: SoughtJob): void {
    const { world, beginSoon } = this.#context;
    job.dueAt = later(world.steadyMs(), delayAfterFailureMs(STEPS_AHEAD + job.looks++, world.random()));
    this.#due.add(job);
    beginSoon();
  }
}
