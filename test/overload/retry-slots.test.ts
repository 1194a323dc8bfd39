import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RetrySlots, WAIT_MAX_MS, WAIT_MIN_MS } from '../../src/overload/retry-slots.js';
import type { SteadyMs } from '../../src/time/clock.js';

const REFUSALS = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 200 });

it('those who are turned away come back from one second to a minute later, and no faster than the work is done', () => {
  fc.assert(
    fc.property(REFUSALS, fc.integer({ min: 1, max: 10_000 }), (gapsMs, perSecond) => {
      const slots = new RetrySlots();
      let now = 5_000;
      const comeBackAt: number[] = [];
      for (const gapMs of gapsMs) {
        now += gapMs;
        const waitMs = slots.waitMs(now as SteadyMs, perSecond);
        expect(waitMs).toBeGreaterThanOrEqual(WAIT_MIN_MS);
        expect(waitMs).toBeLessThanOrEqual(WAIT_MAX_MS);
        if (waitMs < WAIT_MAX_MS) comeBackAt.push(now + waitMs);
      }
      comeBackAt.forEach((first, n) => {
        const within = comeBackAt.slice(n).filter((time) => time < first + 1_000).length;
        // Waits are told in whole ms, rounded up.
        expect(within).toBeLessThanOrEqual(perSecond + perSecond / 1_000 + 1);
      });
    }),
  );
});

it('one who is turned away alone is told a second', () => {
  const slots = new RetrySlots();
  expect(slots.waitMs(1_000 as SteadyMs, 10)).toBe(1_000);
  expect(slots.waitMs(1_000 as SteadyMs, 10)).toBe(1_100);
  expect(slots.waitMs(60_000 as SteadyMs, 10)).toBe(1_000);
});
