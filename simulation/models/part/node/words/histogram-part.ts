/** A histogram, with values at its bounds and beside them, against the list of all that it was told. */
import { addedUp, Histogram, WAIT_BOUNDS_MS } from '../../../../../src/metrics/histogram.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface HistogramAct {
  readonly do: 'observe';
  readonly ms: number;
  readonly times: number;
}

export function histogramPart(): Part<undefined, HistogramAct> {
  return {
    name: 'histogram',
    limits: () => undefined,
    act: (random) => ({
      do: 'observe',
      // Doubles hold all of them, and their sums.
      ms: random.chance(0.3)
        ? random.pick([0, 0.25, 29_999, 30_000, 30_001])
        : nearBound(random.pick(WAIT_BOUNDS_MS), random.pick([-0.25, 0, 0.25])),
      times: random.pick([1, 1, 1, 2, 7]),
    }),
    pauseMs: () => 0,
    begin: (trial) => new HistogramCourse(trial),
  };
}

function nearBound(boundMs: number, by: number): number {
  return Math.max(0, boundMs + by);
}

class HistogramCourse implements Course<HistogramAct> {
  readonly #trial: Trial;
  readonly #histogram = new Histogram(WAIT_BOUNDS_MS);
  readonly #observed: number[] = [];

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  take({ ms, times }: HistogramAct): void {
    this.#histogram.observe(ms, times);
    for (let n = 0; n < times; n++) this.#observed.push(ms);
  }

  compare(): void {
    const told = this.#histogram.numbers();
    const within = WAIT_BOUNDS_MS.map((bound) => this.#observed.filter((ms) => ms <= bound).length);
    const buckets = [...within, this.#observed.length].map((upTo, at) => upTo - (within[at - 1] ?? 0));
    const [count, sumMs] = [this.#observed.length, this.#observed.reduce((sum, ms) => sum + ms, 0)];
    this.#trial.same('numbers', told, { boundsMs: WAIT_BOUNDS_MS, buckets, count, sumMs });
    this.#trial.same('count', this.#histogram.count, count);
    const twice = {
      boundsMs: WAIT_BOUNDS_MS,
      buckets: buckets.map((one) => 2 * one),
      count: 2 * count,
      sumMs: 2 * sumMs,
    };
    this.#trial.same('sums', addedUp(WAIT_BOUNDS_MS, [told, told]), twice);
  }
}
