/** The records of orders on disk, read by `docs/records.md` alone. Amounts in micro-DA. */

export interface OrderRecord {
  readonly account: string;
  readonly key: string;
  readonly amount: number;
  readonly service: { readonly kind: string; readonly isLive: boolean };
  /** Unix seconds. */
  readonly createdAt: number;
  readonly status: string;
  readonly machine: {
    readonly value: unknown;
    readonly context: {
      readonly checkout: { readonly id: string; readonly url: string } | null;
      readonly mismatch: { readonly kind: string } | null;
      readonly refusal: string | null;
    };
  };
  readonly paid: { readonly at: number; readonly entry: number } | null;
  /** Used at the card page of the gateway's own desk. */
  readonly card?: { readonly use: string };
  readonly dismissal?: { readonly note: string };
}

export interface OpenOrderRecord {
  readonly key: string;
  readonly amount: number;
  readonly is_live: boolean;
}

export interface OrderRoomRecord {
  readonly orders: number;
  readonly amount: number;
}

const PAYMENT_KINDS = ['chargily', 'simulated'];

/** The checkout that a credit is for, by its reference; undefined if no order brought the credit. */
export function checkoutOf(reference: string | null): string | undefined {
  const [kind = '', ...id] = (reference ?? '').split(':');
  return PAYMENT_KINDS.includes(kind) && id.length > 0 ? id.join(':') : undefined;
}

/** Over without a payment, or before one. */
export function isOver(status: string): boolean {
  return status !== 'made' && status !== 'awaiting_payment';
}
