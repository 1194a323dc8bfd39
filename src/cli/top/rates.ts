/** What lies between two frames of a node: rates and times. */
import type { LiveFrame, LiveHistogram } from '../../node/live/frame-shape.js';

export interface Interval {
  readonly frame: LiveFrame;
  /** Undefined where this is the first frame, or the node was started anew since. */
  readonly before: LiveFrame | undefined;
}

/** What a total grew by in a second; undefined where one frame is all there is. */
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
  /** The bound that a share of all lie within, from 0 to 1; Infinity beyond the largest one. */
  quantileMs(share: number): number;
}

/** What was observed between the frames; of one frame, since the start. Undefined where that is nothing. */
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
