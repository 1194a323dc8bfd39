import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trendOf } from '../../../../bench/sections/soak/trend.js';

/** Standard normal, from two numbers in 0 to 1. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** A generator with a period of 2^32 (Numerical Recipes). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Of so many series without a trend, the share whose interval has zero in it. */
function coverage(series: number, make: (noise: () => number) => readonly number[]): number {
  const next = seeded(7);
  let held = 0;
  for (let n = 0; n < series; n++) {
    const { slope, uncertainty } = trendOf(make(() => normal(next)));
    if (Math.abs(slope) <= uncertainty) held += 1;
  }
  return held / series;
}

describe('a trend', () => {
  it('of a straight line is its slope, and certain', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: -1_000, max: 1_000 }),
        fc.integer({ min: 3, max: 100 }),
        (slope, start, count) => {
          const trend = trendOf(Array.from({ length: count }, (_, n) => start + slope * n));
          expect(trend.slope).toBeCloseTo(slope, 9);
          expect(trend.uncertainty).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('agrees with a textbook on five values', () => {
    // Slope 0.9, its standard error 0.1732, t of 3 degrees of freedom 3.182; what is left alternates.
    const { slope, uncertainty } = trendOf([1, 3, 2, 5, 4].map((value, at) => (value + at) / 2));
    expect(slope).toBeCloseTo(0.9, 9);
    expect(uncertainty).toBeCloseTo(3.182 * 0.17320508, 4);
  });

  it('that is not there is seen in some 5 % of series of independent values', () => {
    const share = coverage(2_000, (noise) => Array.from({ length: 45 }, noise));
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.98);
  });

  it('that is not there is seen in few series of values that stay near the one before', () => {
    const share = coverage(2_000, (noise) => {
      let value = 0;
      return Array.from({ length: 45 }, () => {
        value = 0.6 * value + noise();
        return value;
      });
    });
    expect(share).toBeGreaterThan(0.85);
  });

  it('of fewer than three values is refused', () => {
    expect(() => trendOf([1, 2])).toThrow('no trend of 2 values');
  });
});
