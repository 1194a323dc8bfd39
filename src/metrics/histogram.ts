/**
 * Counts how long things took, by size: buckets with fixed upper bounds, how many there were, and their sum.
 *
 * Invariants
 *  1. The buckets add up to `count`.
 *  2. Observing allocates nothing.
 */

/** For what takes from microseconds to the time limit of a request, in ms. */
export const ANSWER_BOUNDS_MS: readonly number[] = [
  0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
];

/** For what takes from part of a millisecond to minutes, in ms. */
export const WAIT_BOUNDS_MS: readonly number[] = [
  0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
];

export interface HistogramNumbers {
  /** Upper bounds of the buckets, in ms. */
  readonly boundsMs: readonly number[];
  /**
   * The count of each bucket, not cumulated; the last one, beyond all bounds, makes one more than `boundsMs`.
   */
  readonly buckets: readonly number[];
  readonly count: number;
  readonly sumMs: number;
}

export class Histogram {
  readonly #boundsMs: readonly number[];
  /** The buckets, then the sum in ms. */
  readonly #numbers: Float64Array;

  /** @param boundsMs rising; a value at a bound is within it */
  constructor(boundsMs: readonly number[]) {
    this.#boundsMs = boundsMs;
    this.#numbers = new Float64Array(boundsMs.length + 2);
  }

  get count(): number {
    let count = 0;
    for (let at = 0; at <= this.#boundsMs.length; at++) count += this.#numbers[at] as number;
    return count;
  }

  /** @param times how often; for one that stands for several */
  observe(ms: number, times = 1): void {
    const [bounds, numbers] = [this.#boundsMs, this.#numbers];
    let at = 0;
    while (at < bounds.length && ms > (bounds[at] as number)) at++;
    numbers[at] = (numbers[at] as number) + times;
    const sum = bounds.length + 1;
    numbers[sum] = (numbers[sum] as number) + ms * times;
  }

  numbers(): HistogramNumbers {
    const bucketCount = this.#boundsMs.length + 1;
    return {
      boundsMs: this.#boundsMs,
      buckets: [...this.#numbers.subarray(0, bucketCount)],
      count: this.count,
      sumMs: this.#numbers[bucketCount] as number,
    };
  }
}

/** The sums of several histograms. @param histograms with these bounds */
export function addedUp(
  boundsMs: readonly number[],
  histograms: readonly HistogramNumbers[],
): HistogramNumbers {
  const sum = (of: (histogram: HistogramNumbers) => number) =>
    histograms.reduce((before, histogram) => before + of(histogram), 0);
  return {
    boundsMs,
    buckets: Array.from({ length: boundsMs.length + 1 }, (_, at) => sum(({ buckets }) => buckets[at] ?? 0)),
    count: sum(({ count }) => count),
    sumMs: sum(({ sumMs }) => sumMs),
  };
}
