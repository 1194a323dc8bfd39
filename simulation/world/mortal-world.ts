/**
 * The world as one process sees it: what the process meant to do later ends with it.
 *
 * Invariants
 *  1. After `end` no task of the process runs any more; promises that are settled already still take their
 *     course, so whoever ends a process takes its store, clients and providers from it, too.
 *  2. `onWake` is called before each task, and may end the process: the task does not run then.
 */
import { later, type SteadyMs, type WallMs } from '../../src/time/clock.js';
import type { CancelTimer, World } from '../../src/time/world.js';

export interface MortalWorldOptions {
  /** Steady time of the process less that of the world it is in, in ms. */
  readonly steadyOffsetMs?: number;
  readonly onWake?: () => void;
}

export class MortalWorld implements World {
  readonly #world: World;
  readonly #steadyOffsetMs: number;
  readonly #onWake: (() => void) | undefined;
  #isAlive = true;

  constructor(world: World, { steadyOffsetMs = 0, onWake }: MortalWorldOptions = {}) {
    this.#world = world;
    this.#steadyOffsetMs = steadyOffsetMs;
    this.#onWake = onWake;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  end(): void {
    this.#isAlive = false;
  }

  /** An end in order: nothing is meant to be done any more. */
  stop(): void {
    this.end();
  }

  steadyMs(): SteadyMs {
    return later(this.#world.steadyMs(), this.#steadyOffsetMs);
  }

  wallMs(): WallMs {
    return this.#world.wallMs();
  }

  wallMsAt(now: SteadyMs): WallMs {
    return this.#world.wallMsAt(now);
  }

  stopwatchMs(): number {
    return this.#world.stopwatchMs();
  }

  after(delayMs: number, task: () => void): CancelTimer {
    return this.#isAlive ? this.#world.after(delayMs, () => this.#run(task)) : () => {};
  }

  soon(task: () => void): void {
    if (this.#isAlive) this.#world.soon(() => this.#run(task));
  }

  randomBytes(count: number): Uint8Array {
    return this.#world.randomBytes(count);
  }

  random(): number {
    return this.#world.random();
  }

  #run(task: () => void): void {
    if (!this.#isAlive) return;
    this.#onWake?.();
    if (!this.#isAlive) return;
    try {
      task();
    } catch (error) {
      // A process that has ended amid a task may do to its remains as it likes.
      if (this.#isAlive) throw error;
    }
  }
}
