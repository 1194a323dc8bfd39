/**
 * The questions of a node to a payment service. A client of a service owns no time limit and no retry:
 * `payment-calls.ts` has those.
 *
 * Amounts are whole DA, without fees.
 */

export type PaymentKind = 'chargily' | 'simulated';

export interface PaymentProvider {
  readonly kind: PaymentKind;
  /** False if no money moves: in a service's test mode, and at the simulated one. */
  readonly isLive: boolean;
  /** @throws if it is not known whether there is a checkout: to ask again makes another one */
  createCheckout(request: CheckoutRequest, signal: AbortSignal): Promise<CreateAnswer>;
  /** @throws if the service does not say */
  look(checkoutId: string, signal: AbortSignal): Promise<LookAnswer>;
  /** Whether the service itself sent this notice. Left out if it sends none. */
  isGenuine?(body: Uint8Array, signature: string): boolean;
  /** The notices of the use of a card. Left out by a service that sends its own. */
  noticesOf?(checkoutId: string): readonly Notice[];
}

export interface Notice {
  /** From the use of the card. */
  readonly afterMs: number;
  readonly body: Uint8Array;
  readonly signature: string;
}

export interface CheckoutRequest {
  readonly orderId: string;
  /** Whole DA. */
  readonly amount: number;
  /** The gateway's own pages and addresses, in full. */
  readonly returnUrl: string;
  readonly noticeUrl: string;
}

export type CreateAnswer =
  | { readonly outcome: 'created'; readonly checkout: { readonly id: string; readonly url: string } }
  /** The service will not make it, however often it is asked. */
  | { readonly outcome: 'refused'; readonly message: string };

export type LookAnswer =
  | { readonly outcome: 'seen'; readonly checkout: SeenCheckout }
  | { readonly outcome: 'unknown' };

/** A checkout as its service tells of it. Nothing in it is believed before it was compared with the order. */
export interface SeenCheckout {
  readonly id: string;
  /** `open` if the person may still pay, or the bank has yet to answer. */
  readonly status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired' | 'unknown';
  /** The service's own word for it. */
  readonly statusText: string;
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly isLive: boolean;
}
