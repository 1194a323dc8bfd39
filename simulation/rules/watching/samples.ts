/** Reads the figures of a node, as its page prints them. */
import type { Samples } from '../../history/onlookers/watching.js';

export type Labels = Readonly<Record<string, string>>;

const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** Every sample of a metric, with its labels. Those that are 0 are left out. */
export function samplesOf(
  samples: Samples,
  metric: string,
): readonly { readonly labels: Labels; readonly value: string }[] {
  return Object.entries(samples).flatMap(([name, value]) => {
    if (name !== metric && !name.startsWith(`${metric}{`)) return [];
    const labels = Object.fromEntries([...name.matchAll(LABEL)].map(([, label, text]) => [label, text]));
    return [{ labels, value }];
  });
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
