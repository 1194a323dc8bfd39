/** Reads the figures of a node, as its page prints them. */
import type { Samples } from '../../history/onlookers/watching.js';

export type Labels = Readonly<Record<string, string>>;

const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

interface Sample {
  readonly labels: Labels;
  readonly value: string;
}

/** A page is read once, and asked about metric by metric. */
const read = new WeakMap<Samples, ReadonlyMap<string, readonly Sample[]>>();

/** Every sample of a metric, with its labels. Those that are 0 are left out. */
export function samplesOf(samples: Samples, metric: string): readonly Sample[] {
  let byMetric = read.get(samples);
  if (byMetric === undefined) {
    byMetric = readAll(samples);
    read.set(samples, byMetric);
  }
  return byMetric.get(metric) ?? [];
}

function readAll(samples: Samples): ReadonlyMap<string, readonly Sample[]> {
  const byMetric = new Map<string, Sample[]>();
  for (const [name, value] of Object.entries(samples)) {
    const [metric = ''] = name.split('{', 1);
    const labels = Object.fromEntries([...name.matchAll(LABEL)].map(([, label, text]) => [label, text]));
    const all = byMetric.get(metric) ?? [];
    byMetric.set(metric, all);
    all.push({ labels, value });
  }
  return byMetric;
}

/** The sum over all samples that `fits` takes; counts alone are summed, and fit a double. */
export function sumOf(
  samples: Samples,
  metric: string,
  fits: (labels: Labels) => boolean = () => true,
): number {
  return samplesOf(samples, metric).reduce(
    (sum, { labels, value }) => (fits(labels) ? sum + Number(value) : sum),
    0,
  );
}

/** An amount in DA, in micro-DA. */
export function microDaOf(samples: Samples, name: string): bigint {
  const [whole = '0', part = ''] = (samples[name] ?? '0').split('.');
  return BigInt(whole + part.padEnd(6, '0'));
}
