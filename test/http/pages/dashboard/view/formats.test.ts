import { describe, expect, it } from 'vitest';
import { formatAmount, formatTime } from '../../../../../src/http/pages/dashboard/view/formats.js';
import { microDa } from '../../../../../src/money/micro-da.js';

describe('an amount', () => {
  it('is shown to the micro-DA, however large, as each language writes it', () => {
    expect(formatAmount('en', microDa(1_234_500_000))).toBe('1,234.50');
    expect(formatAmount('fr', microDa(1_234_500_000)).replace(/\s/, ' ')).toBe('1 234,50');
    expect(formatAmount('ar', microDa(1_234_500_000))).toBe('1.234,50');
    expect(formatAmount('en', 123_456_789_012_345_678_901n)).toBe('123,456,789,012,345.678901');
  });
});

describe('a time', () => {
  it('is UTC, in 24 hours', () => {
    const at = Date.UTC(2026, 10, 21, 13, 5) / 1_000;
    expect(formatTime('en', at)).toBe('21 Nov 2026, 13:05');
    expect(formatTime('fr', at)).toBe('21 nov. 2026, 13:05');
    expect(formatTime('ar', at)).toContain('نوفمبر');
    expect(formatTime('ar', at)).toContain('13:05');
  });
});
