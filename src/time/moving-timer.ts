/**
 * A timer that is moved often, and mostly to later. A timer of the world is set anew only if the one there is
 * would fire too late.
 */
import type { CancelTimer, World } from './world.js';

export class MovingTimer {
  readonly #world: Pick<World, 'after' | 'steadyMs'>;
  readonly #task: () => void;
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: { readonly at: number; readonly cancel: CancelTimer } | undefined;
  readonly #fired = (): void => {
    this.#timer = undefined;
    const leftMs = this.#dueAt - this.#world.steadyMs();
    if (leftMs === Number.POSITIVE_INFINITY) return;
    if (leftMs > 0) this.#set(leftMs);
    else {
      this.rest();
      this.#task();
    }
  };

  constructor(world: Pick<World, 'after' | 'steadyMs'>, task: () => void) {
    this.#world = world;
    this.#task = task;
  }

  /** Has the task run once, so many ms from now, and not when it was to run before. */
  move(ms: number): void {
    this.#dueAt = this.#world.steadyMs() + ms;
    if (this.#timer === undefined || this.#timer.at > this.#dueAt) this.#set(ms);
  }

  /** The task does not run, unless the timer is moved again. */
  rest(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  /** As `rest`, and nothing of it is left behind. */
  stop(): void {
    this.rest();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #set(ms: number): void {
    this.#timer?.cancel();
    this.#timer = { at: this.#dueAt, cancel: this.#world.after(ms, this.#fired) };
  }
}
