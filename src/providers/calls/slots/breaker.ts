/**
 * A circuit breaker: stops calling a provider that answers nothing, and finds out when it does again.
 *
 *     closed ──failures in a row──▶ open ──cool-down over, one call begins──▶ half open
 *        ▲                           ▲                                           │
 *        └──────── any answer ───────┼──────────────── the probe fails ──────────┘
 *
 * A failure counts only if nothing was answered since that call began. Else the time-outs of a busy
 * moment, which all end together long after the answers of that moment, would look like an outage.
 *
 * Invariants
 *  1. While half open exactly one call, the probe, is under way that began after opening.
 *  2. Any answer closes it. Cool-downs double from the first to the longest and start over on closing.
 */
import type { World } from '../../../time/world.js';

export interface BreakerLimits {
  readonly failuresInARow: number;
  readonly coolDownFirstMs: number;
  readonly coolDownMaxMs: number;
}

export const BREAKER_LIMITS: BreakerLimits = {
  failuresInARow: 8,
  coolDownFirstMs: 1_000,
  coolDownMaxMs: 30_000,
};

/** A cool-down is lengthened by up to this share, so that the breakers of many nodes do not probe as one. */
const JITTER_SHARE = 0.2;

export type BreakerState = 'closed' | 'open' | 'half_open';

export class Breaker {
  readonly #world: World;
  #limits: BreakerLimits;
  #state: BreakerState = 'closed';
  #failuresInARow = 0;
  #coolDownMs: number;
  #probeFrom = 0;
  #probeBeganAt = 0;
  #lastAnswerAt = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #openings = 0;

  constructor(world: World, limits: BreakerLimits = BREAKER_LIMITS) {
    this.#world = world;
    this.#limits = limits;
    this.#coolDownMs = limits.coolDownFirstMs;
  }

  /** From the next failure, or answer, on. */
  configure(limits: BreakerLimits): void {
    this.#limits = limits;
    if (this.#state === 'closed') this.#coolDownMs = limits.coolDownFirstMs;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Answers since it opened last, or since the start. */
  get answers(): number {
    return this.#answers;
  }

  /** How often it opened. */
  get openings(): number {
    return this.#openings;
  }

  /** The earliest time at which a call may begin; `Infinity` while the probe is under way. */
  admitsFrom(): number {
    switch (this.#state) {
      case 'closed':
        return Number.NEGATIVE_INFINITY;
      case 'open':
        return this.#probeFrom;
      case 'half_open':
        return Number.POSITIVE_INFINITY;
    }
  }

  admits(): boolean {
    return this.admitsFrom() <= this.#world.steadyMs();
  }

  /** A call begins. To be asked first: `admits`. */
  began(): void {
    if (!this.admits()) throw new Error(`a call began through a breaker that is ${this.#state}`);
    if (this.#state !== 'open') return;
    this.#state = 'half_open';
    this.#probeBeganAt = this.#world.steadyMs();
  }

  answered(): void {
    this.#lastAnswerAt = this.#world.steadyMs();
    this.#state = 'closed';
    this.#answers++;
    this.#failuresInARow = 0;
    this.#coolDownMs = this.#limits.coolDownFirstMs;
  }

  /** @param beganAt when the failed call began, in steady ms */
  failed(beganAt: number): void {
    if (this.#state === 'half_open' && beganAt >= this.#probeBeganAt) {
      this.#coolDownMs = Math.min(this.#coolDownMs * 2, this.#limits.coolDownMaxMs);
      this.#open();
    } else if (this.#state === 'closed' && beganAt > this.#lastAnswerAt) {
      this.#failuresInARow++;
      if (this.#failuresInARow >= this.#limits.failuresInARow) this.#open();
    }
  }

  #open(): void {
    this.#state = 'open';
    this.#openings++;
    this.#answers = 0;
    this.#failuresInARow = 0;
    const jitterMs = this.#coolDownMs * JITTER_SHARE * this.#world.random();
    this.#probeFrom = this.#world.steadyMs() + Math.ceil(this.#coolDownMs + jitterMs);
  }
}
