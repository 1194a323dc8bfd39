import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedUp, Histogram } from '../../src/metrics/histogram.js';

const BOUNDS = [1, 5, 20];

it('every observation is in the first bucket that it does not exceed, as often as it stands for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 100 }))),
      (observed) => {
        const histogram = new Histogram(BOUNDS);
        for (const [ms, times] of observed) histogram.observe(ms, times);
        const within = (from: number, to: number) =>
          observed.filter(([ms]) => ms > from && ms <= to).reduce((sum, [, times]) => sum + times, 0);
        const buckets = [within(-1, 1), within(1, 5), within(5, 20), within(20, Number.POSITIVE_INFINITY)];
        expect(histogram.numbers()).toEqual({
          boundsMs: BOUNDS,
          buckets,
          count: buckets.reduce((sum, count) => sum + count, 0),
          sumMs: observed.reduce((sum, [ms, times]) => sum + ms * times, 0),
        });
        expect(histogram.count).toBe(histogram.numbers().count);
      },
    ),
  );
});

it('histograms add up to one of all that was observed', () => {
  const observations = fc.array(fc.integer({ min: 0, max: 40 }));
  fc.assert(
    fc.property(fc.array(observations), (parts) => {
      const of = (observed: readonly number[]) => {
        const histogram = new Histogram(BOUNDS);
        for (const ms of observed) histogram.observe(ms);
        return histogram.numbers();
      };
      expect(addedUp(BOUNDS, parts.map(of))).toEqual(of(parts.flat()));
    }),
  );
});
