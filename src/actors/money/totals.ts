import type { EntryType } from './ledger.js';

/** Sums over all keys of an account, in micro-DA; `credited` is less what was taken back. */
export interface AccountTotals {
  readonly credited: bigint;
  readonly charged: bigint;
  readonly reserved: bigint;
}

export const NO_TOTALS: AccountTotals = { credited: 0n, charged: 0n, reserved: 0n };

/** The balances of an account's keys together, in micro-DA. */
export function totalBalance({ credited, charged, reserved }: AccountTotals): bigint {
  return credited - charged - reserved;
}

export function addMovement(totals: AccountTotals, type: EntryType, amount: bigint): AccountTotals {
  const { credited, charged, reserved } = totals;
  switch (type) {
    case 'credit':
    case 'transfer_in':
      return { credited: credited + amount, charged, reserved };
    case 'debit':
    case 'transfer_out':
      return { credited: credited - amount, charged, reserved };
    case 'reserve':
      return { credited, charged, reserved: reserved + amount };
    case 'charge':
      return { credited, charged: charged + amount, reserved: reserved - amount };
    case 'release':
      return { credited, charged, reserved: reserved - amount };
  }
}
