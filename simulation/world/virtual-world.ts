/**
 * A world without an outside: time stands still until it is advanced, and chance follows a seed.
 *
 * Timers fire in the order of their times, those of one time in the order in which they were set; between
 * two of them every promise that can settle settles. The same seed and the same calls give the same run.
 */
import type { SteadyMs, WallMs } from '../../src/time/clock.js';
import type { CancelTimer, World } from '../../src/time/world.js';
import { Random } from './random.js';

interface Timer {
  readonly at: number;
  readonly order: number;
  task: (() => void) | undefined;
}

export interface VirtualWorldOptions {
  readonly seed?: number;
  readonly steadyMs?: number;
  readonly wallMs?: number;
}

/** 21 November 2026. */
const WALL_MS = 1_795_219_200_000;

/** Nobody looks on any more. */
export class WorldHalted extends Error {}

export class VirtualWorld implements World {
  #steadyMs: number;
  #wallOffsetMs: number;
  readonly #random: Random;
  #order = 0;
  #armed = 0;
  #soon: (() => void)[] = [];
  #isHalted = false;
  /** A binary min-heap by time, then order. */
  readonly #timers: Timer[] = [];

  constructor({ seed = 1, steadyMs = 1_000_000, wallMs = WALL_MS }: VirtualWorldOptions = {}) {
    this.#random = new Random(seed);
    this.#steadyMs = steadyMs;
    this.#wallOffsetMs = wallMs - steadyMs;
  }

  /** Timers that are set and have neither fired nor been cancelled. */
  get armedTimers(): number {
    return this.#armed;
  }

  steadyMs(): SteadyMs {
    return this.#steadyMs as SteadyMs;
  }

  wallMs(): WallMs {
    return (this.#steadyMs + this.#wallOffsetMs) as WallMs;
  }

  wallMsAt(): WallMs {
    return this.wallMs();
  }

  stopwatchMs(): number {
    return this.#steadyMs;
  }

  /** Moves the wall clock alone. */
  stepWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  after(delayMs: number, task: () => void): CancelTimer {
    const at = this.#steadyMs + Math.max(0, Math.ceil(delayMs));
    const timer: Timer = { at, order: this.#order++, task };
    this.#armed++;
    this.#push(timer);
    return () => {
      if (timer.task === undefined) return;
      timer.task = undefined;
      this.#armed--;
    };
  }

  soon(task: () => void): void {
    this.#soon.push(task);
  }

  randomBytes(count: number): Uint8Array {
    return this.#random.bytes(count);
  }

  random(): number {
    return this.#random.fraction();
  }

  /** No more time passes. */
  halt(): void {
    this.#isHalted = true;
  }

  /**
   * Lets `ms` pass: fires what comes due on the way, each at its own time, and lets promises settle.
   *
   * @throws {WorldHalted} once the world was halted
   */
  async advance(ms: number): Promise<void> {
    const until = this.#steadyMs + ms;
    await this.settle();
    for (;;) {
      const timer = this.#timers[0];
      if (timer === undefined || timer.at > until) break;
      this.#pop();
      const { task } = timer;
      if (task === undefined) continue;
      timer.task = undefined;
      this.#armed--;
      this.#steadyMs = Math.max(this.#steadyMs, timer.at);
      task();
      await this.settle();
      if (this.#isHalted) throw new WorldHalted();
    }
    this.#steadyMs = until;
  }

  /** Lets promises settle and runs what is to run soon, until there is nothing more; time stands still. */
  async settle(): Promise<void> {
    await promisesSettled();
    while (this.#soon.length > 0) {
      const tasks = this.#soon;
      this.#soon = [];
      for (const task of tasks) task();
      await promisesSettled();
    }
  }

  #push(timer: Timer): void {
    const timers = this.#timers;
    let at = timers.length;
    timers.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, timers[parent] as Timer)) break;
      timers[at] = timers[parent] as Timer;
      at = parent;
    }
    timers[at] = timer;
  }

  #pop(): void {
    const timers = this.#timers;
    const moved = timers.pop();
    if (moved === undefined || timers.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= timers.length) break;
      if (child + 1 < timers.length && isBefore(timers[child + 1] as Timer, timers[child] as Timer)) child++;
      if (!isBefore(timers[child] as Timer, moved)) break;
      timers[at] = timers[child] as Timer;
      at = child;
    }
    timers[at] = moved;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Every promise that can settle without time passing or the outside answering has settled. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
