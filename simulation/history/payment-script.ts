/** The scripts that a payment service, and the person who pays there, follow for an order. */

/**
 * The script of the orders of one amount. Once a list of moves is used up, the service behaves, but for
 * `atLast`.
 */
export interface PaymentScript {
  /** Of the calls for a checkout. */
  readonly creates: readonly CreateMove[];
  /** True if the service fails at every later call for a checkout, too. */
  readonly isNeverMade?: true;
  /** Of the looks at a checkout. */
  readonly looks: readonly LookMove[];
  /** The flaw of all later looks, once it is paid if it ever is: the service never tells that truth. */
  readonly atLast?: FalseFinding;
  /** How the payment goes, one after the other, each so long after the person has opened the page. */
  readonly ends: readonly PaymentEnd[];
  /** Each so long after each end of the payment. */
  readonly notices: readonly Notice[];
}

export interface CreateMove {
  readonly do: (typeof CREATE_MOVES)[number];
  readonly delayMs: number;
}

export const CREATE_MOVES = [
  'make',
  'refuse',
  /** Not made, and an error that does not say so. */
  'error',
  'never',
  /** Made, and the answer lost: an error, or nothing. */
  'make_then_error',
  'make_then_never',
  /** Made, and an answer that makes no sense. */
  'make_then_garbage',
] as const;

export interface LookMove {
  readonly do: 'truth' | 'error' | 'never' | 'stale' | 'garbage' | FalseFinding;
  readonly delayMs: number;
}

/**
 * Findings about a checkout that do not go with its order. All but `unknown_checkout` and
 * `unknown_status` say that it is paid, or that it failed.
 */
export const FALSE_FINDINGS = [
  'unknown_checkout',
  'checkout',
  'amount',
  'currency',
  'livemode',
  'unknown_status',
] as const;
export type FalseFinding = (typeof FALSE_FINDINGS)[number];

export const LOOK_MOVES = ['truth', 'error', 'never', 'stale', 'garbage', ...FALSE_FINDINGS] as const;

export interface PaymentEnd {
  readonly afterMs: number;
  readonly status: (typeof PAYMENT_ENDS)[number];
}

export const PAYMENT_ENDS = ['paid', 'failed', 'canceled'] as const;

export interface Notice {
  readonly afterMs: number;
  readonly how: (typeof NOTICES)[number];
}

export const NOTICES = [
  'genuine',
  'wrong_signature',
  /** Signed by the service, and about the checkout of another order. */
  'of_another_order',
  /** Signed by the service, with a body that makes no sense. */
  'garbage',
  /** The person comes back from the page. */
  'return',
] as const;

export interface PaymentSetup {
  readonly kind: 'chargily' | 'simulated';
  /** The gateway's own desk, with its card page: none of its calls is seen. */
  readonly isOwn?: true;
  readonly isLive: boolean;
  /** A checkout that is not paid by then has expired at the service. */
  readonly expiresAfterMs: number;
  /**
   * So long is waited for orders that are over, for a payment may be found out late. If it is 0, the service
   * sends a notice of each payment in the end.
   */
  readonly watchedDays: number;
}
