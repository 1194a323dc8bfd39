import type { EntryType } from './ledger.js';

/** Sums over all keys of an account, in micro-DA; `credited` is less what was taken back. */
export interface AccountTotals {
  readonly credited: bigint;
  readonly charged: bigint;
  readonly reserved: bigint;
  /** The part of the balances that simulated payments brought. */
  readonly marked: bigint;
}

export const NO_TOTALS: AccountTotals = { credited: 0n, charged: 0n, reserved: 0n, marked: 0n };

/** The balances of an account's keys together, in micro-DA. */
export function totalBalance({ credited, charged, reserved }: AccountTotals): bigint {
  return credited - charged - reserved;
}

/** @param part the marked part of the amount */
export function addMovement(
  totals: AccountTotals,
  type: EntryType,
  amount: bigint,
  part: bigint,
): AccountTotals {
  const { credited, charged, reserved, marked } = totals;
  switch (type) {
    case 'credit':
    case 'transfer_in':
      return { credited: credited + amount, charged, reserved, marked: marked + part };
    case 'debit':
    case 'transfer_out':
      return { credited: credited - amount, charged, reserved, marked: marked - part };
    case 'reserve':
      return { credited, charged, reserved: reserved + amount, marked: marked - part };
    case 'charge':
      return { credited, charged: charged + amount, reserved: reserved - amount, marked };
    case 'release':
      return { credited, charged, reserved: reserved - amount, marked: marked + part };
  }
}
