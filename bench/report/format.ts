/** Figures as people read them. */
import type { Spread, Verdict } from '../section.js';

/** Four significant digits, groups of thousands: `84,120`, `7.215`, `0.8312`. */
export function printFigure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = value === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 6) });
}

/** `84,120 (80,003 to 85,900)`, or the figure alone if there is one. */
export function printSpread({ median, least, greatest }: Spread): string {
  if (least === greatest) return printFigure(median);
  return `${printFigure(median)} (${printFigure(least)} to ${printFigure(greatest)})`;
}

/** `at least 1`, or nothing if there is nothing to reach. */
export function printTarget({ target }: Verdict): string {
  if (target === undefined) return '';
  return 'atLeast' in target
    ? `at least ${printFigure(target.atLeast)}`
    : `at most ${printFigure(target.atMost)}`;
}
