/**
 * Bounds how often something begins (the generic cell rate algorithm, ITU-T I.371): in any `t` seconds at
 * most `perSecond × t + burst` times. Here for our own calls to a provider; a client's limit is the exact
 * rolling window, never this.
 */
export class Pacer {
  #spacingMs = 0;
  #toleranceMs = 0;
  /** When what was taken so far would be used up at an even pace. */
  #paidUntil = Number.NEGATIVE_INFINITY;

  /** @param burst how many may begin at once, at least 1 */
  constructor(perSecond: number, burst: number) {
    this.configure(perSecond, burst);
  }

  /** Calls that were let through so far count at the pace of their time. */
  configure(perSecond: number, burst: number): void {
    this.#spacingMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#spacingMs;
  }

  /** The earliest time, in steady ms, at which the next may begin. */
  admitsFrom(): number {
    return this.#paidUntil - this.#toleranceMs;
  }

  take(now: number): void {
    this.#paidUntil = Math.max(this.#paidUntil, now) + this.#spacingMs;
  }
}
