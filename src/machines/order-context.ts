/** The context of an order's machine: it is stored with the order (`docs/records.md`). */

export interface OrderContext {
  /** Calls that were begun to have the checkout made, the one under way included. */
  readonly attempt: number;
  /** At the payment service; null until it has made one. */
  readonly checkout: Checkout | null;
  /** Daily looks that were begun, of an order that is over without a payment. */
  readonly dailyLooks: number;
  /** The last finding about its checkout that was not believed; null if there is none. */
  readonly mismatch: Mismatch | null;
  /** Why the payment service made no checkout, and never will; null if it did not refuse. */
  readonly refusal: string | null;
}

export interface Checkout {
  /** The payment service's own name of it. */
  readonly id: string;
  /** The page on which a person pays. */
  readonly url: string;
}

/** A finding about a checkout that does not go with its order. No credit follows from it. */
export interface Mismatch {
  readonly kind: (typeof MISMATCHES)[number];
  /** For an operator, with both values. */
  readonly message: string;
}

export const MISMATCHES = [
  /** The payment service knows no such checkout. */
  'unknown_checkout',
  /** It told of another checkout. */
  'checkout',
  'amount',
  'currency',
  /** The payment was made in test mode for a live order, or the other way round. */
  'livemode',
  'unknown_status',
  /** It was paid, and its key may not receive so much more, for its room had been given back. */
  'no_room',
  /** It was paid, and its reference stands for another movement. */
  'reference',
] as const;

/** The context of an order whose checkout is about to be made for the first time. */
export const FIRST_ORDER_CONTEXT: OrderContext = {
  attempt: 1,
  checkout: null,
  dailyLooks: 0,
  mismatch: null,
  refusal: null,
};
