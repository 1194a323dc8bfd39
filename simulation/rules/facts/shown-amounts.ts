/** Amounts as answers show them. */
import type { Answer } from './requests.js';

/** Micro-DA of an amount in DA; undefined if it is no number. Exact up to what a key can ever hold. */
export function microDaShown(da: unknown): number | undefined {
  return typeof da === 'number' ? Math.round(da * 1_000_000) : undefined;
}

/** `X-Balance-Available` in micro-DA; undefined if there is none. `NaN` if it is no whole number. */
export function balanceHeader({ headers }: Answer): number | undefined {
  const text = headers['x-balance-available'];
  if (text === undefined) return undefined;
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The calls whose answer is the credit of a key. */
export const CREDIT_READINGS: readonly string[] = ['credits', 'show_balance'];

/** `price × ms / 1000`, rounded up to a whole micro-DA. */
export function priceOf(pricePerSecondMicroDa: number, lengthMs: number): number {
  return Number((BigInt(pricePerSecondMicroDa) * BigInt(lengthMs) + 999n) / 1000n);
}
