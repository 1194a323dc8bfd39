/** One order as it is promised, and the cards of the gateway's own desk. */
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import type { CardUse } from '../../../../src/payments/simulated/cards.js';
import type { NaiveOrder } from './naive-order.js';

/** When the bank knows how the card ends, and when notices tell of it. */
export const CARDS: Record<CardUse, readonly [ends: string, afterMs: number, ...noticesAfterMs: number[]]> = {
  pays: ['paid', 0, 0],
  declined: ['failed', 0, 0],
  notice_twice: ['paid', 0, 0, 2_000],
  notice_late: ['paid', 5_000, 15_000],
  notice_never: ['paid', 5_000],
  canceled: ['canceled', 0, 0],
};

export interface MadeOrder {
  readonly id: string;
  readonly key: number;
  readonly amountDa: number;
  readonly service: PaymentService;
  readonly madeAt: number;
  readonly life: NaiveOrder;
  checkout: string | null;
  /** It is in the list of those that an operator looks at. */
  isAside: boolean;
  holdsRoom: boolean;
  paidAt: number | null;
  card?: { readonly use: CardUse; readonly at: number };
  dismissal?: { readonly by: string; readonly note: string; readonly at: number };
  /** When its next call is due, its hour is over, and a call for its checkout is given up. */
  callAt: number;
  deadlineAt: number;
  givenUpAt: number;
  notices: readonly number[];
}
