/**
 * Tasks that come due after one and the same delay, most of which are called off before: time limits.
 *
 * They come due in the order in which they were set, so they wait in a list, and one timer of the world does
 * for all. It stays set when the task that it was set for is called off, and finds nothing to do then:
 * setting and cancelling a timer for each of ten thousand requests a second costs more than a timer now and
 * then that is not needed.
 *
 * Invariants
 *  1. A task runs once, not before its delay has passed, or, if it is called off before, never.
 *  2. Tasks run in the order in which they were set.
 *  3. While a task waits, the timer is set for its time or before.
 *  4. If the event loop stood still beyond a task's time, the events that waited meanwhile are handled before
 *     it: one of them may be what the time limit is for.
 *  5. A task that waits no more holds no other, nor anything: one that has grown old would keep what comes
 *     after it until the next full collection of garbage (V8).
 */
import { later, type SteadyMs } from './clock.js';
import type { World } from './world.js';

/** A timer that comes so much later than it was set for tells of a loop that stood still. */
export const STOOD_STILL_MS = 100;

export class DeadlineQueue {
  readonly #world: World;
  readonly #delayMs: number;
  /** Before the first and behind the last: its own neighbour while nothing waits. */
  readonly #ends = new Deadline(0 as SteadyMs, undefined);
  #isArmed = false;
  readonly #ring = () => this.#runWhenCaughtUp();

  /** @param delayMs of steady time */
  constructor(world: World, delayMs: number) {
    this.#world = world;
    this.#delayMs = delayMs;
  }

  /** Runs `task` once, when the delay has passed, or a little later. */
  add(task: () => void): Deadline {
    const now = this.#world.steadyMs();
    const deadline = new Deadline(later(now, this.#delayMs), task);
    deadline.joinBefore(this.#ends);
    this.#arm(now);
    return deadline;
  }

  #arm(now: SteadyMs): void {
    const { next } = this.#ends;
    if (this.#isArmed || next === this.#ends) return;
    this.#isArmed = true;
    this.#world.after(Math.max(0, next.dueAt - now), this.#ring);
  }

  #runWhenCaughtUp(): void {
    const { next } = this.#ends;
    const stoodStill = next !== this.#ends && this.#world.steadyMs() - next.dueAt >= STOOD_STILL_MS;
    if (stoodStill) this.#world.soon(() => this.#runDue());
    else this.#runDue();
  }

  #runDue(): void {
    this.#isArmed = false;
    const now = this.#world.steadyMs();
    for (let first = this.#ends.next; first !== this.#ends && first.dueAt <= now; first = this.#ends.next) {
      first.run();
    }
    this.#arm(now);
  }
}

/** A task that waits for its time. */
class Deadline {
  readonly dueAt: SteadyMs;
  next: Deadline = this;
  #previous: Deadline = this;
  #task: (() => void) | undefined;

  constructor(dueAt: SteadyMs, task: (() => void) | undefined) {
    this.dueAt = dueAt;
    this.#task = task;
  }

  joinBefore(next: Deadline): void {
    this.next = next;
    this.#previous = next.#previous;
    this.#previous.next = this;
    next.#previous = this;
  }

  /** Does nothing if the task has run or was called off already. */
  cancel(): void {
    this.#previous.next = this.next;
    this.next.#previous = this.#previous;
    this.next = this;
    this.#previous = this;
    this.#task = undefined;
  }

  run(): void {
    const task = this.#task;
    this.cancel();
    task?.();
  }
}
