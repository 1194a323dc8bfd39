/** Sums over all orders of a node: how they stand, and what was set aside. */
import type { Mismatch } from '../../machines/order-context.js';
import type { Turn } from '../runtime/behavior.js';
import type { PaymentService } from './effects.js';
import type { OrderStatus } from './order-messages.js';

type Tallying = Pick<Turn<never, never>, 'tally'>;

export function tallyOrder(turn: Tallying, from: OrderStatus | undefined, to: OrderStatus): void {
  if (from === to) return;
  if (from !== undefined) turn.tally(ordersTally(from), -1);
  turn.tally(ordersTally(to), 1);
}

export function tallyMismatch(turn: Tallying, kind: Mismatch['kind']): void {
  turn.tally(mismatchTally(kind), 1);
}

/** Orders that are set aside now. */
export const SET_ASIDE_ORDERS = 'orders/set_aside';

/** Open orders that bring marked credit if they are paid. */
export const MARKED_ORDERS = 'marked/open_orders';

export function tallyOpenOrder(turn: Tallying, { isLive }: PaymentService, by: 1 | -1): void {
  if (!isLive) turn.tally(MARKED_ORDERS, by);
}

export function ordersTally(status: OrderStatus): string {
  return `orders/${status}`;
}

export function mismatchTally(kind: Mismatch['kind']): string {
  return `orders_set_aside/${kind}`;
}
