/** The sums of a ledger, entry after entry. Micro-DA. */

export interface LedgerSums {
  readonly credited: number;
  readonly charged: number;
  readonly reserved: number;
}

export const NO_LEDGER_SUMS: LedgerSums = { credited: 0, charged: 0, reserved: 0 };

/** The sums after an entry; undefined for one of a type that does not exist. */
export function follow(
  { credited, charged, reserved }: LedgerSums,
  { type, amount }: { readonly type: string; readonly amount: number },
): LedgerSums | undefined {
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
    default:
      return undefined;
  }
}
