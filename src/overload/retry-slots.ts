/**
 * Tells those who are turned away when to come back: each gets a place of its own in the future, as far apart
 * as the work takes that they bring. Were all told the same time, they would come as one.
 *
 * It is the schedule of a virtual queue (as GCRA keeps one, ITU-T I.371), whose places are given to refusals:
 * with `rate` the pace at which the node does such work, those who come back on time find it able to. Nobody
 * knows how much other clients bring meanwhile.
 *
 * Invariants
 *  1. A wait is from `WAIT_MIN_MS` to `WAIT_MAX_MS`.
 *  2. Short of `WAIT_MAX_MS`, places are at least 1 / rate apart.
 */
import type { SteadyMs } from '../time/clock.js';

export const WAIT_MIN_MS = 1_000;
export const WAIT_MAX_MS = 60_000;

export class RetrySlots {
  #last = Number.NEGATIVE_INFINITY;

  /** @param perSecond how much of such work is done in a second; above 0 */
  waitMs(now: SteadyMs, perSecond: number): number {
    const slot = Math.max(this.#last + 1_000 / perSecond, now + WAIT_MIN_MS);
    const latest = now + WAIT_MAX_MS;
    this.#last = Math.min(slot, latest);
    return Math.ceil(this.#last - now);
  }
}
