/**
 * The world of a running node: the kernel's clocks and timers, and its random source.
 *
 * Invariants
 *  1. `steadyMs` is CLOCK_MONOTONIC in whole milliseconds plus an offset fixed at the start: it never goes
 *     back, and no step of the wall clock moves it. It is read on every request and costs about 50 ns.
 *  2. A task of `after` never runs early: when it does, `steadyMs()` has reached the time it was asked for.
 *  3. After `stop`, no task of `after` runs any more, and no timer keeps the process alive.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { SteadyMs, WallMs } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import type { ClockReading } from './steady-anchor.js';

/** Node fires a longer timer at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

const BOOT_ID_PATH = '/proc/sys/kernel/random/boot_id';

export class SystemWorld implements World {
  readonly #steadyOffsetMs: number;
  readonly #timers = new Set<Timer>();
  #stopped = false;
  #wallMs = 0 as WallMs;
  /** The steady time at which `#wallMs` was read. */
  #wallReadAt = Number.NaN;

  /** @param steadyOffsetMs steady time less monotonic time, from `continueSteady` */
  constructor(steadyOffsetMs: number) {
    if (!Number.isSafeInteger(steadyOffsetMs)) throw new RangeError(`not a whole offset: ${steadyOffsetMs}`);
    this.#steadyOffsetMs = steadyOffsetMs;
  }

  steadyMs(): SteadyMs {
    return (monotonicMs() + this.#steadyOffsetMs) as SteadyMs;
  }

  wallMs(): WallMs {
    return Date.now() as WallMs;
  }

  wallMsAt(now: SteadyMs): WallMs {
    if (now !== this.#wallReadAt) {
      this.#wallReadAt = now;
      this.#wallMs = Date.now() as WallMs;
    }
    return this.#wallMs;
  }

  after(delayMs: number, task: () => void): CancelTimer {
    if (Number.isNaN(delayMs)) throw new RangeError('a delay must be a number');
    if (this.#stopped) return () => {};
    const timer: Timer = { dueMs: this.steadyMs() + Math.max(0, delayMs), task, handle: undefined };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => this.#cancel(timer);
  }

  soon(task: () => void): void {
    setImmediate(task);
  }

  stopwatchMs(): number {
    return performance.now();
  }

  randomBytes(count: number): Uint8Array {
    return randomBytes(count);
  }

  random(): number {
    return Math.random();
  }

  /** Cancels every timer, those asked for later included (invariant 3). */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) this.#cancel(timer);
  }

  #arm(timer: Timer): void {
    const waitMs = Math.min(Math.ceil(timer.dueMs - this.steadyMs()), TIMER_MS_MAX);
    timer.handle = setTimeout(() => this.#fire(timer), waitMs);
  }

  /** Node's timers are chunks of a long wait, and count from a rounded loop time: they can be early. */
  #fire(timer: Timer): void {
    if (this.steadyMs() < timer.dueMs) {
      this.#arm(timer);
      return;
    }
    const { task } = timer;
    this.#release(timer);
    task();
  }

  #cancel(timer: Timer): void {
    clearTimeout(timer.handle);
    this.#release(timer);
  }

  /**
   * A set that timers come to and go from by the thousand leaves its former tables behind; those that have
   * grown old keep what they held until the next full collection. So a timer that is over holds nothing.
   */
  #release(timer: Timer): void {
    this.#timers.delete(timer);
    timer.task = nothing;
    timer.handle = undefined;
  }
}

interface Timer {
  readonly dueMs: number;
  task: () => void;
  handle: NodeJS.Timeout | undefined;
}

function nothing(): void {}

/** A reading of the clocks of this machine, for `continueSteady` and `anchorAt`. */
export function readClocks(): ClockReading {
  return { bootId: readBootId(), monotonicMs: monotonicMs(), wallMs: Date.now() as WallMs };
}

// The imported `process`: the global one is an accessor, which is called each time.
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
}

/** Names this run of the kernel; undefined if it has no such name. */
function readBootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID_PATH, 'latin1').trim() || undefined;
  } catch {
    return undefined;
  }
}
