import { expect, it } from 'vitest';
import { Histogram } from '../../../src/metrics/histogram.js';
import { counter, gauge, histogram } from '../../../src/node/metrics/definition.js';
import { MetricsPage } from '../../../src/node/metrics/page.js';

it('samples of a metric stand together under their help and type, in whatever order they were added', () => {
  const page = new MetricsPage();
  const [first, second] = [counter('a_total', 'A.', ['x']), gauge('b', 'B.')];
  page.add(first, 1, { x: 'one' });
  page.add(second, '12345678901234567890.5');
  page.add(first, 2, { x: 'quote " back \\ line\n' });
  expect(page.print()).toBe(
    [
      '# HELP a_total A.',
      '# TYPE a_total counter',
      'a_total{x="one"} 1',
      'a_total{x="quote \\" back \\\\ line\\n"} 2',
      '# HELP b B.',
      '# TYPE b gauge',
      'b 12345678901234567890.5',
      '',
    ].join('\n'),
  );
});

it('a histogram cumulates: each bucket holds those below it, the last one all', () => {
  const page = new MetricsPage();
  const took = new Histogram([10, 100]);
  for (const ms of [1, 10, 11, 1_000]) took.observe(ms);
  page.addHistogram(histogram('took_seconds', 'Took.', ['kind']), took.numbers(), { kind: 'poll' });
  expect(page.print().split('\n').slice(2, -1)).toEqual([
    'took_seconds_bucket{kind="poll",le="0.01"} 2',
    'took_seconds_bucket{kind="poll",le="0.1"} 3',
    'took_seconds_bucket{kind="poll",le="+Inf"} 4',
    'took_seconds_sum{kind="poll"} 1.022',
    'took_seconds_count{kind="poll"} 4',
  ]);
});

it('a sample with other labels than its metric has is a defect', () => {
  const page = new MetricsPage();
  const metric = counter('a_total', 'A.', ['x']);
  expect(() => page.add(metric, 1)).toThrow(/a_total has the labels x/);
  expect(() => page.add(metric, 1, { y: 'one' })).toThrow(/not y/);
});
