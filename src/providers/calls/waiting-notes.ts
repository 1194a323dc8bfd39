/**
 * Notes on disk of the submits to one model that wait for more than a moment: after a restart it is known of
 * each that no provider has its job.
 *
 * A submit that begins within the moment costs nothing here. The notes of a provider that stops answering
 * come to the disk some at a time.
 *
 * Invariants
 *  1. A submission `isNoted` from the time that its note is asked for, whether or not the disk takes it.
 *  2. A note that the disk did not take is asked for again, if its submission still waits.
 */
import { later } from '../../time/clock.js';
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../time/deadline-heap.js';
import type { ModelContext } from './model-context.js';
import type { Submission } from './submit-queue.js';

/** Longer than nearly every commit and every turn of a provider that keeps up. */
const MOMENT_MS = 1_000;

class Note implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  dueAt: number;
  readonly submission: Submission;

  constructor(submission: Submission, dueAt: number) {
    this.submission = submission;
    this.dueAt = dueAt;
  }
}

export class WaitingNotes {
  readonly #context: ModelContext;
  /** Came since `write` ran last. */
  #newcomers: Submission[] = [];
  #due = new DeadlineHeap<Note>();
  #underWay = 0;
  #momentMs = MOMENT_MS;

  constructor(context: ModelContext) {
    this.#context = context;
  }

  /** From now on each is noted at once. */
  hurry(): void {
    this.#momentMs = 0;
    const waiting = this.#due;
    this.#due = new DeadlineHeap();
    for (
      let note = waiting.takeDue(Number.POSITIVE_INFINITY);
      note !== undefined;
      note = waiting.takeDue(Number.POSITIVE_INFINITY)
    ) {
      this.#add(note.submission, 0);
    }
  }

  /** True if all that wait are on disk as waiting. */
  get isDone(): boolean {
    return this.#newcomers.length + this.#due.size + this.#underWay === 0;
  }

  came(submission: Submission): void {
    this.#newcomers.push(submission);
  }

  /** When there is a note to write, in steady ms; `Infinity` if there is none, or others must end first. */
  get nextDueAt(): number {
    return this.#hasRoom ? this.#due.nextDueAt : Number.POSITIVE_INFINITY;
  }

  /** Writes the notes that are due. To be called when those have begun that may. */
  write(): void {
    for (const submission of this.#newcomers) this.#add(submission, this.#momentMs);
    this.#newcomers.length = 0;
    const now = this.#context.world.steadyMs();
    while (this.#hasRoom) {
      const note = this.#due.takeDue(now);
      if (note === undefined) return;
      if (note.submission.waits) this.#write(note.submission);
    }
  }

  get #hasRoom(): boolean {
    return this.#underWay < this.#context.limits.internal.waitingNotesAtOnce;
  }

  clear(): void {
    this.#newcomers = [];
    this.#due.clear();
  }

  #add(submission: Submission, afterMs: number): void {
    if (!submission.waits) return;
    this.#due.add(new Note(submission, later(this.#context.world.steadyMs(), afterMs)));
  }

  #write(submission: Submission): void {
    submission.isNoted = true;
    this.#underWay++;
    this.#context.tell(submission.jobId, { about: 'submit_waits' }, (isTaken) => {
      this.#underWay--;
      if (!isTaken && submission.isNoted) this.#add(submission, 0);
      this.#context.beginSoon();
    });
  }
}
