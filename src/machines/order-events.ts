/** The events of an order's machine. */
import type { Checkout, Mismatch } from './order-context.js';

export type OrderEvent =
  | { readonly type: 'CHECKOUT_CREATED'; readonly checkout: Checkout }
  | { readonly type: 'CHECKOUT_REFUSED'; readonly message: string }
  /** There is no checkout yet: the call failed, or went without an answer. */
  | { readonly type: 'CHECKOUT_NOT_CREATED' }
  /** The payment service says so of the order's own checkout, and all it says goes with the order. */
  | { readonly type: 'PAID' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'CANCELED' }
  | { readonly type: 'EXPIRED' }
  | { readonly type: 'MISMATCHED'; readonly mismatch: Mismatch }
  /** Somebody says that there is news: a notice of the payment service, or the person who comes back. */
  | { readonly type: 'NOTICED' }
  /** The next call to the payment service is due. */
  | { readonly type: 'CALL_DUE' }
  | { readonly type: 'DEADLINE' }
  /** No credit may come without money any more. Orders that are paid with money are never told so. */
  | { readonly type: 'VOIDED' }
  /** The node restarted: calls that were under way are gone. */
  | { readonly type: 'RESUMED' };

export type OrderEventType = OrderEvent['type'];
