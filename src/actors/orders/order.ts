/**
 * The order actor: hosts the machine in `src/machines/order.ts`.
 *
 * A message becomes an event of the machine; the snapshot that results, the records it needs and, if it was
 * paid, the credit of its key are one turn. Calls to the payment service go out after the commit.
 *
 * Invariants
 *  1. The `open_orders` record stands exactly while the order holds room in its key's life.
 *  2. An order credits its key in the commit that makes it `paid`, under the reference `KIND:CHECKOUT`, which
 *     is unique on the node.
 *  3. A report that no longer applies (late, repeated, out of order) changes and writes nothing.
 *  4. Every order that has a checkout and is not over has its two reminders, and one that is over without a
 *     payment has that of its next look until it gives its room back.
 */
import { statePath } from '../../machines/compile-machine.js';
import { checkoutBackOffMs, orderMachine } from '../../machines/order.js';
import { FIRST_ORDER_CONTEXT } from '../../machines/order-context.js';
import type { OrderEvent } from '../../machines/order-events.js';
import { type MachineObserver, MachineRunner, type Step } from '../../machines/run-machine.js';
import { later, unixSeconds } from '../../time/clock.js';
import { audited, type By } from '../audit/audit-trail.js';
import type { ApiKeyBehavior } from '../keys/api-key-messages.js';
import { lookupResult, recordResult } from '../keys/idempotency.js';
import type { Turn } from '../runtime/behavior.js';
import type { OrderEffect } from './effects.js';
import { insertOpenOrder, removeOpenOrder } from './open-order.js';
import { creditOrder } from './order-credit.js';
import {
  type CreateOrder,
  ORDER_STATUSES,
  type OrderAfter,
  type OrderBehavior,
  type OrderReply,
  type OrderState,
  type OrderStatus,
} from './order-messages.js';
import {
  accountOrdersKey,
  CALL_REMINDER,
  DEADLINE_REMINDER,
  encodeOpenOrder,
  encodeOrder,
  ORDER_KIND,
  readOrder,
} from './order-records.js';
import { amountInDa, eventOf } from './seen-checkout.js';
import { dismiss, keptDismissal, listSetAside, setAside } from './set-aside.js';
import { useCard } from './simulated-card.js';
import { tallyOrder } from './tallies.js';

const DAY_MS = 86_400_000;
/** A checkout at Chargily can be paid for 30 minutes. */
const DEADLINE_AFTER_MS = 3_600_000;
/** Together with the time limit of a call less than a minute. */
const LOOK_EVERY_MS = 35_000;
/** A call for a checkout that brought nothing by then, not even its time limit, is made again. */
const CREATE_AGAIN_AFTER_MS = 120_000;

type OrderTurn = Turn<OrderState, OrderEffect>;
type OrderStep = Step<typeof orderMachine>;

export interface OrderOptions {
  /** Orders of a key that may hold room at a time. */
  readonly openOrdersMax: number;
  readonly idempotencyKeptMs: number;
  readonly apiKey: ApiKeyBehavior;
  readonly onMachineStep?: MachineObserver | undefined;
}

const EVENTS = {
  call_due: { type: 'CALL_DUE' },
  deadline: { type: 'DEADLINE' },
  notice: { type: 'NOTICED' },
  resume: { type: 'RESUMED' },
} as const;

const runner = new MachineRunner(orderMachine);

export function createOrderBehavior(options: OrderOptions): OrderBehavior {
  return {
    kind: ORDER_KIND,
    activate: readOrder,
    unitOf: ({ account }) => account,
    reminded: (name) => ({ type: name === DEADLINE_REMINDER ? 'deadline' : 'call_due' }),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn, options);
      if (state === undefined) return { outcome: 'no_such_order' };
      switch (message.type) {
        case 'report': {
          const event = eventOf(state, message.report);
          return event === undefined
            ? { outcome: 'order', order: state }
            : advance(state, event, turn, options);
        }
        case 'use_card':
          return useCard(state, message.use, turn);
        case 'void':
          return voidUnpaid(state, message.by, turn, options);
        case 'dismiss':
          return dismiss(state, message, turn);
        default:
          return advance(state, EVENTS[message.type], turn, options);
      }
    },
  };
}

function create(
  state: OrderState | undefined,
  { account, key, amount, service, by, idempotency }: CreateOrder,
  turn: OrderTurn,
  { apiKey, openOrdersMax, idempotencyKeptMs }: OrderOptions,
): OrderReply {
  if (state !== undefined) throw new Error(`order ${turn.id} exists already`);
  const known = lookupResult(turn, by.id, idempotency);
  if (known.kind === 'refused') return { outcome: known.outcome };
  if (known.kind === 'replay') return { outcome: 'replayed', orderId: known.result };
  if (amount === undefined) return { outcome: 'amount_out_of_bounds' };
  const held = turn.call(apiKey, key, { type: 'hold_room', amount, ordersMax: openOrdersMax });
  switch (held.outcome) {
    case 'no_such_key':
    case 'too_many_orders':
    case 'over_lifetime_credit':
      return { outcome: held.outcome };
    case 'key':
      break;
    default:
      throw new Error(`key ${key} answered an order with ${held.outcome}`);
  }
  const order: OrderState = {
    id: turn.id,
    account,
    key,
    amount,
    service,
    createdAt: unixSeconds(turn.wall),
    status: 'made',
    machine: { value: 'made', context: FIRST_ORDER_CONTEXT },
    paid: null,
  };
  turn.insert('orders', turn.id, encodeOrder(order));
  turn.insert('account_orders', accountOrdersKey(account, turn.id), '1');
  insertOpenOrder(order, turn);
  turn.remindFirstAt(DEADLINE_REMINDER, later(turn.now, DEADLINE_AFTER_MS));
  callForCheckout(order, turn);
  recordResult(turn, by.id, idempotency, turn.id, idempotencyKeptMs);
  audited(turn, account, { by, act: 'order_made', about: turn.id, detail: { amount } });
  tallyOrder(turn, undefined, 'made');
  turn.become(order);
  return { outcome: 'created', order };
}

/** Of an order that is paid without money. */
function voidUnpaid(state: OrderState, by: By, turn: OrderTurn, options: OrderOptions): OrderReply {
  if (state.service.isLive) return { outcome: 'order', order: state };
  const next = advance(state, { type: 'VOIDED' }, turn, options);
  const detail = { amount: state.amount };
  if (next.order !== state) audited(turn, state.account, { by, act: 'order_voided', about: turn.id, detail });
  return next;
}

function advance(state: OrderState, event: OrderEvent, turn: OrderTurn, options: OrderOptions): OrderAfter {
  const step = runner.next(runner.at(state.machine), event, options.onMachineStep);
  if (!step.effects.includes('credit')) return goOn(moved(state, step), step, state, turn, options);
  const credited = creditOrder(state, turn, options.apiKey);
  if ('mismatch' in credited) {
    return advance(state, { type: 'MISMATCHED', mismatch: credited.mismatch }, turn, options);
  }
  const paid = { at: unixSeconds(turn.wall), entry: credited.entry };
  return goOn({ ...moved(state, step), paid }, step, state, turn, options);
}

function moved(state: OrderState, { snapshot }: OrderStep): OrderState {
  const { value, context } = snapshot;
  if (snapshot.path === statePath(state.machine.value) && context === state.machine.context) return state;
  const status = ORDER_STATUSES.find((tag) => snapshot.hasTag(tag));
  if (status === undefined) throw new Error(`state ${snapshot.path} carries no status`);
  const { dismissal: _, ...order } = state;
  return { ...order, status, machine: { value, context }, ...keptDismissal(state, context.mismatch) };
}

/** Carries out what the step wants, and writes the order down if it has changed. */
function goOn(
  order: OrderState,
  { effects }: OrderStep,
  before: OrderState,
  turn: OrderTurn,
  { apiKey }: OrderOptions,
): OrderAfter {
  if (isOver(order.status) && !isOver(before.status)) turn.forget(DEADLINE_REMINDER);
  for (const effect of effects) {
    switch (effect) {
      case 'createCheckout':
        callForCheckout(order, turn);
        break;
      case 'createLater': {
        const delayMs = checkoutBackOffMs(order.machine.context.attempt);
        turn.remindAt(CALL_REMINDER, later(turn.now, delayMs));
        break;
      }
      case 'look':
        look(order, turn);
        break;
      case 'lookSoon':
        turn.remindAt(CALL_REMINDER, later(turn.now, LOOK_EVERY_MS));
        break;
      case 'lookTomorrow':
        turn.remindAt(CALL_REMINDER, later(turn.now, DAY_MS));
        break;
      case 'setAside':
        setAside(order, turn);
        break;
      case 'giveBackRoom':
        removeOpenOrder(order, turn);
        turn.call(apiKey, order.key, { type: 'give_back_room', amount: order.amount });
        break;
      case 'credit':
        removeOpenOrder(order, turn);
        break;
      default:
        throw new Error(`an order cannot carry out ${effect}`);
    }
  }
  if (before.status === 'made' && order.status === 'awaiting_payment') {
    turn.put('open_orders', order.id, encodeOpenOrder(order, false));
  }
  listSetAside(order, before, turn);
  if (order !== before) {
    turn.put('orders', order.id, encodeOrder(order));
    tallyOrder(turn, before.status, order.status);
    turn.become(order);
  }
  return { outcome: 'order', order };
}

function isOver(status: OrderStatus): boolean {
  return status !== 'made' && status !== 'awaiting_payment';
}

function callForCheckout(order: OrderState, turn: OrderTurn): void {
  const { id: orderId, service } = order;
  turn.remindAt(CALL_REMINDER, later(turn.now, CREATE_AGAIN_AFTER_MS));
  turn.effect({ type: 'create_checkout', orderId, service, amountDa: amountInDa(order) });
}

function look({ id: orderId, service, machine }: OrderState, turn: OrderTurn): void {
  const checkoutId = machine.context.checkout?.id;
  if (checkoutId === undefined) throw new Error(`order ${orderId} has no checkout to look at`);
  turn.effect({ type: 'look_at_checkout', orderId, service, checkoutId });
}
