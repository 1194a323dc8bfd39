/** Messages to an order, its replies and its state. */
import type { SnapshotFrom } from 'xstate';
import type { orderMachine } from '../../machines/order.js';
import type { Mismatch, OrderContext } from '../../machines/order-context.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { PaymentReport } from '../../payments/payment-report.js';
import type { CardUse, UsedCard } from '../../payments/simulated/cards.js';
import type { By } from '../audit/audit-trail.js';
import type { IdempotentRequest } from '../keys/idempotency.js';
import type { Behavior } from '../runtime/behavior.js';
import type { OrderEffect, PaymentService } from './effects.js';

type MachineValue = SnapshotFrom<typeof orderMachine>['value'];

export const ORDER_STATUSES = ['made', 'awaiting_payment', 'paid', 'failed', 'canceled', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderState {
  readonly id: string;
  readonly account: string;
  /** The API key that is credited. */
  readonly key: string;
  /** A whole number of DA. */
  readonly amount: MicroDa;
  readonly service: PaymentService;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly status: OrderStatus;
  readonly machine: { readonly value: MachineValue; readonly context: OrderContext };
  readonly paid: PaidOrder | null;
  /** The card that was used at the simulated payment service; absent if none was. */
  readonly card?: UsedCard;
  /** Of its mismatch; absent if it has none, or nobody has dealt with it. */
  readonly dismissal?: Dismissal;
}

/** An operator has dealt with what the payment service told. */
export interface Dismissal {
  readonly by: By;
  readonly note: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface PaidOrder {
  /** Unix seconds. */
  readonly at: number;
  /** The number of the credit in the key's ledger. */
  readonly entry: number;
}

/** Asks for an order, under a fresh id. */
export interface CreateOrder {
  readonly type: 'create';
  readonly account: string;
  readonly key: string;
  /** Undefined if the node takes no order of that amount by now; a replay is answered all the same. */
  readonly amount: MicroDa | undefined;
  readonly service: PaymentService;
  /** The scope of `idempotency`, too. */
  readonly by: By;
  readonly idempotency: IdempotentRequest | undefined;
}

/** An operator has dealt with the mismatch of that kind. */
export interface DismissOrder {
  readonly type: 'dismiss';
  readonly by: By;
  readonly kind: Mismatch['kind'];
  readonly note: string;
}

export type OrderMessage =
  | CreateOrder
  | { readonly type: 'report'; readonly report: PaymentReport }
  | { readonly type: 'call_due' }
  | { readonly type: 'deadline' }
  /** There may be news: a genuine notice came, or the person came back. */
  | { readonly type: 'notice' }
  /** A person used a card, or canceled, at the simulated payment service. */
  | { readonly type: 'use_card'; readonly use: CardUse }
  /** An order that is paid without money is to bring no credit any more. */
  | { readonly type: 'void'; readonly by: By }
  | DismissOrder
  /** The node restarted, and a call for a checkout was under way. */
  | { readonly type: 'resume' };

/** The order after any message but the one that makes it. */
export interface OrderAfter {
  readonly outcome: 'order';
  readonly order: OrderState;
}

export type OrderReply =
  | { readonly outcome: 'created'; readonly order: OrderState }
  | OrderAfter
  | { readonly outcome: 'replayed'; readonly orderId: string }
  | { readonly outcome: 'no_such_key' }
  | { readonly outcome: 'no_such_order' }
  | { readonly outcome: 'amount_out_of_bounds' }
  | { readonly outcome: 'too_many_orders' }
  | { readonly outcome: 'over_lifetime_credit' }
  | { readonly outcome: 'idempotency_key_in_use' }
  | { readonly outcome: 'idempotency_key_reused' };

export type OrderBehavior = Behavior<OrderState, OrderMessage, OrderReply, OrderEffect>;
