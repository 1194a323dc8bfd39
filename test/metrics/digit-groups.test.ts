import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digitGroups } from '../../src/metrics/digit-groups.js';

it('has a comma before every third digit from the right, and no digit is lost', () => {
  expect([0, 999, 1_000, 12_345, -1_234_567].map(digitGroups)).toEqual([
    '0',
    '999',
    '1,000',
    '12,345',
    '-1,234,567',
  ]);
  fc.assert(
    fc.property(fc.bigInt(), (whole) => {
      const text = digitGroups(whole);
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*$/);
      expect(BigInt(text.replaceAll(',', ''))).toBe(whole);
    }),
  );
});
