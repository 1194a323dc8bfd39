/**
 * The card that a person used on the simulated card page: it stands in the record of its order, from which
 * the simulated payment service tells how the checkout is.
 *
 * Invariants
 *  1. An order has one use of a card at most, whatever is sent twice: the first one stands.
 *  2. A card is used only at an order that waits for a simulated payment. By itself it moves no order.
 */
import type { CardUse } from '../../payments/simulated/cards.js';
import type { Turn } from '../runtime/behavior.js';
import type { OrderEffect } from './effects.js';
import type { OrderReply, OrderState } from './order-messages.js';
import { encodeOrder } from './order-records.js';
import { amountInDa } from './seen-checkout.js';

export function mayUseCard({ service, status, card }: OrderState): boolean {
  return service.kind === 'simulated' && status === 'awaiting_payment' && card === undefined;
}

export function useCard(order: OrderState, use: CardUse, turn: Turn<OrderState, OrderEffect>): OrderReply {
  if (!mayUseCard(order)) return { outcome: 'order', order };
  const used: OrderState = { ...order, card: { use, at: turn.now } };
  turn.put('orders', order.id, encodeOrder(used));
  turn.effect({ type: 'send_notices', orderId: order.id, service: order.service });
  turn.become(used);
  return { outcome: 'order', order: used };
}

/** An order as the simulated payment service sees it, in whole DA; undefined if it is not paid there. */
export function simulatedCheckout(order: OrderState | undefined) {
  if (order?.service.kind !== 'simulated') return undefined;
  return { amount: amountInDa(order), card: order.card };
}
