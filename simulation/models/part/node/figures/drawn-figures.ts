/** Numbers of which no two are the same, and the samples that a page shows of durations. */
import { Histogram, type HistogramNumbers, WAIT_BOUNDS_MS } from '../../../../../src/metrics/histogram.js';

export type Samples = Readonly<Record<string, string>>;

/** Whatever is drawn, no figure can be taken for another one. */
export class DrawnFigures {
  #last: number;

  constructor(first: number) {
    this.#last = first;
  }

  next(): number {
    this.#last += 7;
    return this.#last;
  }

  /** A number for each name. */
  each<Name extends string>(...names: readonly Name[]): Record<Name, number> {
    return Object.fromEntries(names.map((name) => [name, this.next()])) as Record<Name, number>;
  }

  durations(): Durations {
    return new Durations([this.next() / 4, this.next() * 10, this.next() * 1_000, 25]);
  }
}

export class Durations {
  readonly #ms: readonly number[];

  constructor(ms: readonly number[]) {
    this.#ms = ms;
  }

  numbers(): HistogramNumbers {
    const histogram = new Histogram(WAIT_BOUNDS_MS);
    for (const ms of this.#ms) histogram.observe(ms);
    return histogram.numbers();
  }

  /** In seconds, as the format wants them: each bucket has all that took no longer. */
  samples(metric: string, labels: string): Samples {
    const within = (labels === '' ? '' : `${labels},`).replace(/^/, '{');
    const own = labels === '' ? '' : `{${labels}}`;
    const upTo = (bound: number) => this.#ms.filter((ms) => ms <= bound).length;
    const buckets = [...WAIT_BOUNDS_MS, Number.POSITIVE_INFINITY].map((bound) => [
      `${metric}_bucket${within}le="${Number.isFinite(bound) ? bound / 1_000 : '+Inf'}"}`,
      String(upTo(bound)),
    ]);
    const sum = this.#ms.reduce((all, ms) => all + ms, 0);
    return {
      ...Object.fromEntries(buckets),
      [`${metric}_sum${own}`]: String(sum / 1_000),
      [`${metric}_count${own}`]: String(this.#ms.length),
    };
  }
}

/** A sample for each value of a label. */
export function byLabel(metric: string, label: string, values: Readonly<Record<string, number>>): Samples {
  return Object.fromEntries(
    Object.entries(values).map(([value, number]) => [`${metric}{${label}="${value}"}`, String(number)]),
  );
}

export function samplesOf(page: string): Samples {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
}
