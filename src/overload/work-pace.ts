/**
 * How fast work is done, and how long the work under way will take at that pace if the processor is what it
 * waits for.
 *
 * By Little's law (J. Little, Operations Research 9, 3, 1961) what is under way divided by the pace is the
 * time that each spends under way. That time says that there is too much of it only if the event loop has no
 * rest: what waits for a slow disk shares the next commit, however much it is.
 *
 * Invariant
 *  1. The pace is `PACE_MIN_PER_SECOND` at least, so that a node at which nothing is done says when to come
 *     back, too.
 */
import type { SteadyMs } from '../time/clock.js';

const MEASURED_OVER_MS = 250;
const PACE_MIN_PER_SECOND = 10;
/** Of the pace before, in the pace that is reckoned with: of what is told, whatever work does in between. */
const PACE_KEPT = 0.85;
/**
 * The pace that tells waits follows a rise sooner: after a pause, of a disk or of the process, the little
 * that is then allowed under way would otherwise hold back the pace that it is reckoned by.
 */
const PACE_KEPT_RISING = 0.5;
/** From this share of its time on, the loop is what work waits for. */
const BUSY_SHARE = 0.8;

export class WorkPace {
  #underWay = 0;
  #done = 0;
  #measuredFrom: SteadyMs | undefined;
  #perSecond = PACE_MIN_PER_SECOND;
  #quickPerSecond = PACE_MIN_PER_SECOND;
  #isBusy = false;

  /** Over some seconds, in which work may have come in bursts. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** Until what is under way is done, in ms; 0 if the loop has time to spare. */
  get waitMs(): number {
    return this.#isBusy ? (this.#underWay * 1_000) / this.#quickPerSecond : 0;
  }

  began(): void {
    this.#underWay += 1;
  }

  finished(): void {
    this.#underWay -= 1;
    this.#done += 1;
  }

  /** @param busyShare of the time since the last tick in which the loop had something to do, 0 to 1 */
  tick(now: SteadyMs, busyShare: number): void {
    this.#isBusy = busyShare >= BUSY_SHARE;
    this.#measuredFrom ??= now;
    const elapsedMs = now - this.#measuredFrom;
    if (elapsedMs < MEASURED_OVER_MS) return;
    const perSecond = (this.#done * 1_000) / elapsedMs;
    this.#perSecond = mixed(this.#perSecond, perSecond, PACE_KEPT);
    const kept = perSecond > this.#quickPerSecond ? PACE_KEPT_RISING : PACE_KEPT;
    this.#quickPerSecond = mixed(this.#quickPerSecond, perSecond, kept);
    this.#done = 0;
    this.#measuredFrom = now;
  }
}

function mixed(before: number, now: number, kept: number): number {
  return Math.max(PACE_MIN_PER_SECOND, kept * before + (1 - kept) * now);
}
