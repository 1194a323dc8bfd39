/** The effects of orders' turns, released once the turns are on disk. */
import type { Mismatch } from '../../machines/order-context.js';
import type { PaymentKind } from '../../payments/payment-provider.js';

export type OrderEffect =
  | (OrderCall & { readonly type: 'create_checkout'; readonly amountDa: number })
  | (OrderCall & { readonly type: 'look_at_checkout'; readonly checkoutId: string })
  /** A card was used at the service within the gateway, which tells of that. */
  | (OrderCall & { readonly type: 'send_notices' })
  | SetAside;

/** Tell an operator of a finding that was not believed. */
export interface SetAside {
  readonly type: 'set_aside';
  readonly orderId: string;
  readonly mismatch: Mismatch;
}

interface OrderCall {
  readonly orderId: string;
  /** The service that the order is paid at: no other one is asked. */
  readonly service: PaymentService;
}

/** A payment service in one of its modes. */
export interface PaymentService {
  readonly kind: PaymentKind;
  readonly isLive: boolean;
}
