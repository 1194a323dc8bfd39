/**
 * Decides from a queueing delay when to turn new work away, and when to stop doing so.
 *
 * The idea is that of CoDel (RFC 8289, 3.2 and 4.2): a queue that drains within an interval is a burst, and
 * absorbing bursts is what a queue is for; only a delay that does not once come down for a whole interval is
 * a standing queue. The consequence here is another than in a router. Clients of an API do not
 * slow down by the square root of what is dropped, as TCP does, so while a standing queue lasts every request
 * is turned away that would wait for longer than half of the target, and every other is taken: the rule of B.
 * Maurer, "Fail at Scale" (ACM Queue 13, 8, 2015), which found that a queue either empties often or should be
 * kept short by force. A server that takes what fits into its target and refuses the rest cheaply goes on at
 * its full pace (M. Welsh and D. Culler, "Adaptive Overload Control for Busy Internet Servers", USITS 2003).
 *
 * While shedding, less than that may be enough: a server may do most when little is under way, and then what
 * is above that is turned away, too.
 *
 * The delay is looked at in two ways. A *tick* comes regularly, or late if the event loop is late. A
 * request that comes in is judged by the delay of that instant: under a flood one turn of the loop can take
 * longer than the interval.
 *
 * Invariants
 *  1. Nothing is shed before an interval has passed since a tick saw the delay above the target, and every
 *     tick since then has, too; so a single pause, however long (a process that was stopped, a collection of
 *     garbage), sheds nothing.
 *  2. Whatever would wait for half of the target at most is taken; while shedding, unless enough is under way
 *     as it is.
 *  3. Shedding ends with the first tick that comes an interval after the delay was last above half of the
 *     target.
 */
import type { SteadyMs } from '../time/clock.js';

export interface DelayLimits {
  /** A delay above it for an interval is a standing queue. */
  readonly targetMs: number;
  readonly intervalMs: number;
}

export class DelayControl {
  readonly #limits: DelayLimits;
  /** The first tick in a row that was above the target. */
  #lateSince: SteadyMs | undefined;
  /** While shedding: when the delay was last seen above half of the target. */
  #lastOver: SteadyMs | undefined;

  constructor(limits: DelayLimits) {
    this.#limits = limits;
  }

  get isShedding(): boolean {
    return this.#lastOver !== undefined;
  }

  tick(now: SteadyMs, delayMs: number): void {
    const { targetMs, intervalMs } = this.#limits;
    if (this.#lastOver !== undefined) {
      if (delayMs > targetMs / 2) this.#lastOver = now;
      else if (now - this.#lastOver >= intervalMs) this.#lastOver = undefined;
      return;
    }
    if (delayMs <= targetMs) {
      this.#lateSince = undefined;
      return;
    }
    this.#lateSince ??= now;
    this.#beginIfStanding(now);
  }

  /**
   * Whether a request is turned away that comes in now and would wait for so long.
   *
   * @param isEnough more under way would not be done sooner
   */
  sheds(now: SteadyMs, delayMs: number, isEnough = false): boolean {
    const { targetMs } = this.#limits;
    if (this.#lastOver === undefined && delayMs > targetMs) this.#beginIfStanding(now);
    if (this.#lastOver === undefined || (delayMs <= targetMs / 2 && !isEnough)) return false;
    this.#lastOver = now;
    return true;
  }

  #beginIfStanding(now: SteadyMs): void {
    if (this.#lateSince === undefined || now - this.#lateSince < this.#limits.intervalMs) return;
    this.#lateSince = undefined;
    this.#lastOver = now;
  }
}
