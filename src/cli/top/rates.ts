/** Rates and times between two frames of a node. */
import type { LiveFrame, LiveHistogram } from '../../http/live/frame-shape.js';

export interface Interval {
  readonly frame: LiveFrame;
  /** Undefined if this is the first frame since the node was started or reached. */
  readonly before: LiveFrame | undefined;
}

/** How much a total grew in a second; undefined if there is only one frame. */
export function perSecond(
  { frame, before }: Interval,
  total: (frame: LiveFrame) => number,
): number | undefined {
  if (before === undefined) return undefined;
  const seconds = (frame.clock_ms - before.clock_ms) / 1_000;
  return seconds > 0 ? Math.max(0, total(frame) - total(before)) / seconds : undefined;
}

export interface Times {
  readonly count: number;
  readonly meanMs: number;
  /** The bound that a share of all, from 0 to 1, lies within; Infinity beyond the largest bound. */
  quantileMs(share: number): number;
}

/**
 * The times observed between the frames, or since the start if there is one only. Undefined if there are
 * none.
 */
export function timesIn(now: LiveHistogram, before: LiveHistogram | undefined): Times | undefined {
  const buckets = now.buckets.map((count, at) => Math.max(0, count - (before?.buckets[at] ?? 0)));
  const count = buckets.reduce((sum, one) => sum + one, 0);
  if (count === 0) return undefined;
  return {
    count,
    meanMs: Math.max(0, now.sum_ms - (before?.sum_ms ?? 0)) / count,
    quantileMs(share) {
      let upTo = 0;
      const at = buckets.findIndex((one) => {
        upTo += one;
        return one > 0 && upTo >= share * count;
      });
      return now.bounds_ms[at] ?? Number.POSITIVE_INFINITY;
    },
  };
}
