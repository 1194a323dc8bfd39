/**
 * The computer that a simulated node runs on: its clocks, and the processes that come and go.
 *
 * True time is that of the virtual world. The monotonic clock follows it from the latest boot on; the wall
 * clock follows it from wherever it was last set.
 */
import type { ClockReading } from '../../src/node/clock/steady-anchor.js';
import type { SteadyMs } from '../../src/time/clock.js';
import { MortalWorld } from './mortal-world.js';
import { SimulatedLoad } from './simulated-load.js';
import { VirtualWorld } from './virtual-world.js';

/** The time of a monotonic clock at boot is arbitrary; this keeps it apart from every other time. */
const MONOTONIC_AT_BOOT_MS = 10_000;
const BOOTED_FIRST_AT_MS = 1_000_000;

export class Computer {
  readonly world: VirtualWorld;
  /** Undefined if no process watches its load: one that does is woken twenty times a second. */
  readonly load: SimulatedLoad | undefined;
  #boots = 1;
  #bootedAt = BOOTED_FIRST_AT_MS;
  readonly #zeroAt: number;

  /** @param leadMs how long it runs before the first instant of the history */
  constructor(seed: number, leadMs: number, isLoadWatched: boolean) {
    this.world = new VirtualWorld({ seed, steadyMs: BOOTED_FIRST_AT_MS });
    this.#zeroAt = BOOTED_FIRST_AT_MS + leadMs;
    this.load = isLoadWatched ? new SimulatedLoad(this.world, seed) : undefined;
  }

  /** True time, in ms after the first instant of the history; before it, below 0. */
  get nowMs(): number {
    return this.world.steadyMs() - this.#zeroAt;
  }

  reboot(): void {
    this.#boots += 1;
    this.#bootedAt = this.world.steadyMs();
  }

  readClocks(): ClockReading {
    return {
      bootId: `boot-${this.#boots}`,
      monotonicMs: this.#monotonicMs(),
      wallMs: this.world.wallMs(),
    };
  }

  /**
   * The world of a new process.
   *
   * @param steadyOffsetMs its steady time less the monotonic clock
   */
  process(steadyOffsetMs: number, onWake: () => void): MortalWorld {
    const monotonicLessTrueMs = this.#monotonicMs() - this.world.steadyMs();
    return new MortalWorld(this.world, { steadyOffsetMs: monotonicLessTrueMs + steadyOffsetMs, onWake });
  }

  #monotonicMs(): number {
    return (this.world.steadyMs() as SteadyMs) - this.#bootedAt + MONOTONIC_AT_BOOT_MS;
  }
}
