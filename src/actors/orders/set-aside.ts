/**
 * Orders that are set aside: their payment service told something that was not believed. An operator looks
 * into each, and dismisses it.
 *
 * Invariants
 *  1. An order stands in `set_aside_orders` exactly while it has a mismatch that nobody has dismissed.
 *  2. A dismissal is of the mismatch that its operator saw: it ends with another one, and with the payment.
 */
import type { Mismatch } from '../../machines/order-context.js';
import { unixSeconds } from '../../time/clock.js';
import { audited } from '../audit/audit-trail.js';
import type { Turn } from '../runtime/behavior.js';
import type { OrderEffect } from './effects.js';
import type { DismissOrder, OrderAfter, OrderState } from './order-messages.js';
import { encodeOrder } from './order-records.js';
import { SET_ASIDE_ORDERS, tallyMismatch } from './tallies.js';

type OrderTurn = Turn<OrderState, OrderEffect>;

/** Tells of a new mismatch. */
export function setAside({ id: orderId, machine }: OrderState, turn: OrderTurn): void {
  const { mismatch } = machine.context;
  if (mismatch === null) throw new Error(`order ${orderId} has nothing to set aside`);
  tallyMismatch(turn, mismatch.kind);
  turn.effect({ type: 'set_aside', orderId, mismatch });
}

/** Enters an order in the list of those that are set aside, or takes it from there. */
export function listSetAside(order: OrderState, before: OrderState, turn: OrderTurn): void {
  if (isSetAside(order) && !isSetAside(before)) {
    turn.insert('set_aside_orders', order.id, '1');
    turn.tally(SET_ASIDE_ORDERS, 1);
  }
  if (!isSetAside(order) && isSetAside(before)) {
    turn.remove('set_aside_orders', order.id);
    turn.tally(SET_ASIDE_ORDERS, -1);
  }
}

/** Does nothing if the order has another mismatch by now, or is dismissed already. */
export function dismiss(order: OrderState, { by, kind, note }: DismissOrder, turn: OrderTurn): OrderAfter {
  if (!isSetAside(order) || order.machine.context.mismatch?.kind !== kind) return { outcome: 'order', order };
  const dismissed: OrderState = { ...order, dismissal: { by, note, at: unixSeconds(turn.wall) } };
  listSetAside(dismissed, order, turn);
  audited(turn, order.account, { by, act: 'order_dismissed', about: order.id, detail: { reason: note } });
  turn.put('orders', order.id, encodeOrder(dismissed));
  turn.become(dismissed);
  return { outcome: 'order', order: dismissed };
}

/** The dismissal of an order that goes on with this mismatch. */
export function keptDismissal(
  { dismissal, machine }: OrderState,
  mismatch: Mismatch | null,
): Pick<OrderState, 'dismissal'> {
  return dismissal !== undefined && mismatch === machine.context.mismatch ? { dismissal } : {};
}

function isSetAside({ machine, dismissal }: OrderState): boolean {
  return machine.context.mismatch !== null && dismissal === undefined;
}
