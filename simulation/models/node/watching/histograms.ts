/** The histograms of a page of figures, as somebody reads them who knows the format alone. */

const SAMPLE = /^([a-z_]+)_(bucket|sum|count)(?:\{(.*)\})? (\S+)$/gm;
const BOUND = /,?le="([^"]*)"/;
/** Of the sums of decimals. */
const ROUNDING = 1e-6;

interface Histogram {
  /** Upper bound and count up to it, in the order of the page. */
  readonly buckets: (readonly [bound: number, upTo: number])[];
  sum: number;
  count: number;
}

/** The histograms that no durations make, each with the reason. */
export function oddHistograms(page: string): readonly string[] {
  const histograms = new Map<string, Histogram>();
  for (const [, metric = '', part = '', labels = '', value = ''] of page.matchAll(SAMPLE)) {
    const name = `${metric}{${labels.replace(BOUND, '')}}`;
    const made = histograms.get(name) ?? { buckets: [], sum: 0, count: 0 };
    histograms.set(name, made);
    if (part === 'bucket') made.buckets.push([boundOf(labels), Number(value)]);
    else if (part === 'sum') made.sum = Number(value);
    else made.count = Number(value);
  }
  return [...histograms].flatMap(([name, one]) => {
    const flaw = one.buckets.length === 0 ? undefined : flawOf(one);
    return flaw === undefined ? [] : [`${name} ${flaw}`];
  });
}

function boundOf(labels: string): number {
  const [, text = ''] = BOUND.exec(labels) ?? [];
  return text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
}

function flawOf({ buckets, sum, count }: Histogram): string | undefined {
  let [before, upTo, least, most] = [0, 0, 0, 0];
  for (const [bound, total] of buckets) {
    if (bound <= before) return `has the bound ${bound} behind ${before}`;
    if (total < upTo) return `has ${total} up to ${bound}, and ${upTo} up to ${before}`;
    const within = total - upTo;
    least += within * before;
    if (within > 0) most += within * bound;
    [before, upTo] = [bound, total];
  }
  if (before !== Number.POSITIVE_INFINITY || upTo !== count) return `has ${upTo} in all, and counts ${count}`;
  // A value at a bound is within it.
  const isLess = least > 0 ? sum < least * (1 + ROUNDING / 1_000) : sum < 0;
  if (isLess || sum > most * (1 + ROUNDING))
    return `has the sum ${sum}, and its buckets say ${least} to ${most}`;
  return undefined;
}
