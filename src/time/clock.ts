/**
 * The two kinds of time, and the seam through which a node gets them.
 *
 * *Steady time* is the node's own time line: whole milliseconds that only ever go forward, at the pace
 * of the monotonic clock, and that go on across restarts. Windows, deadlines, retention and every other
 * "how long" are in it. *Wall time* is UTC, may step either way, and is only ever shown: `created_at`,
 * the day of an activity row, `X-RateLimit-Reset`.
 */

declare const steadyBrand: unique symbol;
declare const wallBrand: unique symbol;

/** A point on the node's steady time line, in whole milliseconds. Comparable only with its like. */
export type SteadyMs = number & { readonly [steadyBrand]: true };

/** Unix time in whole milliseconds, UTC. For showing, never for measuring. */
export type WallMs = number & { readonly [wallBrand]: true };

export interface Clock {
  steadyMs(): SteadyMs;
  wallMs(): WallMs;
  /**
   * Wall time at `now`, which was read just before: the wall clock may be read once for all of a millisecond.
   */
  wallMsAt(now: SteadyMs): WallMs;
}

/** A point `ms` later (or earlier, if negative) than `from`. */
export function later(from: SteadyMs, ms: number): SteadyMs {
  return (from + ms) as SteadyMs;
}

/** Steady ms as text that sorts as they do. */
export function sortable(at: number): string {
  return String(at).padStart(16, '0');
}

/** Whole Unix seconds of a wall time, rounded down: the form in which the API shows a time. */
export function unixSeconds(at: WallMs): number {
  return Math.floor(at / 1000);
}

/** Unix seconds of a point in steady time, as the wall clock stands now. */
export function unixSecondsOf(at: SteadyMs, clock: Pick<Clock, 'steadyMs' | 'wallMs'>): number {
  return Math.max(0, unixSeconds((clock.wallMs() + (at - clock.steadyMs())) as WallMs));
}

/** The UTC day of a wall time as `YYYY-MM-DD`. */
export function utcDay(at: WallMs): string {
  return new Date(at).toISOString().slice(0, 10);
}
