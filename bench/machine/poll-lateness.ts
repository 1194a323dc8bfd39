/** How late polls began, from the histogram in a node's metrics. */
export interface Lateness {
  readonly count: number;
  readonly sumMs: number;
  /** Polls that were late by at most `ms`; the last one is infinity. */
  readonly upTo: readonly { readonly ms: number; readonly count: number }[];
}

const NAME = 'tollgate_provider_poll_lateness_seconds';

/** Of all models together, since the node started. */
export async function latenessOf({ port }: { readonly port: number }): Promise<Lateness> {
  return readLateness(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
}

/** @param metrics the text of a metrics page */
export function readLateness(metrics: string): Lateness {
  const upTo = new Map<number, number>();
  for (const [, le = '', count = ''] of metrics.matchAll(
    new RegExp(`^${NAME}_bucket{.*le="(.*)"} (.*)$`, 'gm'),
  )) {
    const ms = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le) * 1000;
    upTo.set(ms, (upTo.get(ms) ?? 0) + Number(count));
  }
  const sum = (suffix: string) =>
    [...metrics.matchAll(new RegExp(`^${NAME}_${suffix}{.*} (.*)$`, 'gm'))].reduce(
      (all, [, value]) => all + Number(value),
      0,
    );
  return {
    count: sum('count'),
    sumMs: sum('sum') * 1000,
    upTo: [...upTo].map(([ms, count]) => ({ ms, count })).sort((a, b) => a.ms - b.ms),
  };
}

/** The lateness that was noted after `before` was read. */
export function since(before: Lateness, now: Lateness): Lateness {
  const countBefore = new Map(before.upTo.map(({ ms, count }) => [ms, count]));
  return {
    count: now.count - before.count,
    sumMs: now.sumMs - before.sumMs,
    upTo: now.upTo.map(({ ms, count }) => ({ ms, count: count - (countBefore.get(ms) ?? 0) })),
  };
}

/** The least bound of a bucket, in ms, at or below which that share of all polls were late. */
export function lateUpToMs({ count, upTo }: Lateness, share: number): number {
  return upTo.find((bucket) => bucket.count >= share * count)?.ms ?? Number.POSITIVE_INFINITY;
}
