/** The `open_orders` record of an order, which proves the room that it holds in its key's life. */
import type { Turn } from '../runtime/behavior.js';
import type { OrderEffect } from './effects.js';
import type { OrderState } from './order-messages.js';
import { CALL_REMINDER, encodeOpenOrder } from './order-records.js';
import { tallyOpenOrder } from './tallies.js';

type OrderTurn = Turn<OrderState, OrderEffect>;

export function insertOpenOrder(order: OrderState, turn: OrderTurn): void {
  turn.insert('open_orders', order.id, encodeOpenOrder(order, true));
  tallyOpenOrder(turn, order.service, 1);
}

/** From then on no call to the payment service is due. */
export function removeOpenOrder({ id, service }: OrderState, turn: OrderTurn): void {
  turn.forget(CALL_REMINDER);
  if (turn.get('open_orders', id) === undefined) return;
  turn.remove('open_orders', id);
  tallyOpenOrder(turn, service, -1);
}
