import { expect, it } from 'vitest';
import { lateUpToMs, readLateness, since } from '../../../bench/machine/poll-lateness.js';

const NAME = 'tollgate_provider_poll_lateness_seconds';

function page(models: readonly (readonly number[])[]): string {
  return models
    .map(([within10 = 0, within50 = 0, all = 0, sum = 0], n) => {
      const labels = `provider="p",model="m${n}"`;
      return `${NAME}_bucket{${labels},le="0.01"} ${within10}
${NAME}_bucket{${labels},le="0.05"} ${within50}
${NAME}_bucket{${labels},le="+Inf"} ${all}
${NAME}_sum{${labels}} ${sum}
${NAME}_count{${labels}} ${all}
`;
    })
    .join('');
}

it('lateness is read from the metrics of all models together', () => {
  const lateness = readLateness(
    page([
      [1, 2, 3, 0.5],
      [10, 20, 20, 0.25],
    ]),
  );
  expect(lateness).toMatchObject({ count: 23, sumMs: 750 });
  expect(lateness.upTo).toEqual([
    { ms: 10, count: 11 },
    { ms: 50, count: 22 },
    { ms: Number.POSITIVE_INFINITY, count: 23 },
  ]);
});

it('a quantile of lateness is the bound of the bucket that it lies in, of what came since', () => {
  const before = readLateness(page([[0, 0, 100, 90]]));
  const lateness = since(before, readLateness(page([[900, 990, 1_100, 99]])));
  expect([0.5, 0.9, 0.99, 1].map((share) => lateUpToMs(lateness, share))).toEqual([
    10,
    10,
    50,
    Number.POSITIVE_INFINITY,
  ]);
  expect(lateness).toMatchObject({ count: 1_000, sumMs: 9_000 });
});
