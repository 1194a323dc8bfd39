import { describe, expect, it } from 'vitest';
import { count, da, duration, safe, time, timeFromNow } from '../../../src/cli/framework/format.js';

describe('what is shown to people', () => {
  it('are amounts with their thousands apart, as exact as the API says them', () => {
    expect([0, 0.000001, 4, 12_345.5, 999_999_999.999999].map(da)).toEqual([
      '0',
      '0.000001',
      '4',
      '12,345.5',
      '999,999,999.999999',
    ]);
    expect([999, 1_000, 1_234_567].map(count)).toEqual(['999', '1,000', '1,234,567']);
  });

  it('are times in UTC, and how far they are from now', () => {
    expect(time(1_795_229_000)).toBe('2026-11-21 02:43:20');
    expect(timeFromNow(1_795_229_000, 1_795_229_250_000)).toBe('2026-11-21 02:43:20 UTC, 4 min 10 s ago');
    expect(timeFromNow(1_795_232_600, 1_795_229_000_000)).toBe('2026-11-21 03:43:20 UTC, in 1 h 0 min');
  });

  it('are durations in their two largest units', () => {
    expect([-5, 0.4, 59, 60, 3_599, 3_600, 86_399, 90_000].map(duration)).toEqual([
      '0 s',
      '0 s',
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
      '23 h 59 min',
      '1 d 1 h',
    ]);
  });

  it('are texts of others without what a terminal obeys', () => {
    expect(safe('Ünïcode 农场 😀')).toBe('Ünïcode 农场 😀');
    expect(safe('\u001b]0;x\u0007')).toBe('\\x1b]0;x\\x07');
  });
});
