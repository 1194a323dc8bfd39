import { Random } from '../../simulation/world/random.js';
import type { SteadyMs, WallMs } from '../../src/time/clock.js';
import type { CancelTimer, World } from '../../src/time/world.js';

/**
 * The world in which a folder is seeded: time passes as it is told to, ends now, and begins as long before as
 * is asked for. Steady time is wall time, as it is on a node's first start. Nothing that is put off ever
 * runs.
 */
export class SeedingWorld implements World {
  readonly #random: Random;
  readonly #endMs: number;
  #atMs: number;

  constructor(seed: number, endMs: number, longMs: number) {
    this.#random = new Random(seed);
    this.#endMs = endMs;
    this.#atMs = endMs - longMs;
  }

  /** Lets time pass, a part of a millisecond at least. */
  pass(ms: number): void {
    this.#atMs = Math.min(this.#atMs + ms, this.#endMs);
  }

  /** Goes to a time before the end; stays if it is later already. */
  goTo(beforeEndMs: number): void {
    this.#atMs = Math.max(this.#atMs, this.#endMs - beforeEndMs);
  }

  steadyMs(): SteadyMs {
    return Math.floor(this.#atMs) as SteadyMs;
  }

  wallMs(): WallMs {
    return Math.floor(this.#atMs) as WallMs;
  }

  wallMsAt(): WallMs {
    return this.wallMs();
  }

  stopwatchMs(): number {
    return this.#atMs;
  }

  after(): CancelTimer {
    return () => {};
  }

  soon(): void {}

  randomBytes(count: number): Uint8Array {
    return this.#random.bytes(count);
  }

  random(): number {
    return this.#random.fraction();
  }
}
