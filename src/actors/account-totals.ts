import type { EntryType } from './ledger.js';

/** Sums over all keys of an account, in micro-DA. */
export interface AccountTotals {
  readonly credited: bigint;
  readonly charged: bigint;
  readonly reserved: bigint;
}

export const NO_TOTALS: AccountTotals = { credited: 0n, charged: 0n, reserved: 0n };

/** What the keys of an account can still spend together, in micro-DA. */
export function totalBalance({ credited, charged, reserved }: AccountTotals): bigint {
  return credited - charged - reserved;
}

export function addMovement(totals: AccountTotals, type: EntryType, amount: bigint): AccountTotals {
  switch (type) {
    case 'credit':
      return { ...totals, credited: totals.credited + amount };
    case 'reserve':
      return { ...totals, reserved: totals.reserved + amount };
    case 'charge':
      return { ...totals, charged: totals.charged + amount, reserved: totals.reserved - amount };
    case 'release':
      return { ...totals, reserved: totals.reserved - amount };
  }
}
