/** `orders`, `account_orders`, `open_orders`, `set_aside_orders`, `order_rooms`. */
import { ledgerRecordKey } from '../../actors/money/ledger.js';
import type { OrderState } from '../../actors/orders/order-messages.js';
import { accountOrdersKey, CALL_REMINDER, DEADLINE_REMINDER } from '../../actors/orders/order-records.js';
import { MARKED_ORDERS, ordersTally, SET_ASIDE_ORDERS } from '../../actors/orders/tallies.js';
import { messageOf } from '../../errors/error-text.js';
import { orderMachine } from '../../machines/order.js';
import { MachineRunner } from '../../machines/run-machine.js';
import { LEDGER_ENTRY, OPEN_ORDER, ORDER, ORDER_ROOM, readRecord } from './shapes/record-shapes.js';
import { type AuditContext, lookUp, type MakeTableAudit, tallier } from './table-audit.js';

type Order = (typeof ORDER)['_output'];

const runner = new MachineRunner(orderMachine);

export const auditOrders: MakeTableAudit = (context) => {
  const tally = tallier(context);
  const hasKey = lookUp(context.records, 'keys');
  return {
    record(id, value) {
      const read = readRecord(ORDER, value);
      if (!read.ok) return context.report('unreadable_record', 'orders', id, `order ${id}: ${read.why}`);
      const order = read.record;
      const report = (kind: string, what: string) =>
        context.report(kind, 'orders', id, `order ${id}: ${what}`);
      if (!hasKey(order.key)) report('missing_key', `there is no key ${order.key}`);
      tally(ordersTally(order.status), 1);
      context.post('accountOrders', 'left', id, accountOrdersKey(order.account, id), 1);
      const snapshot = snapshotOf(order);
      if (typeof snapshot === 'string') return report('order_state', snapshot);
      if (!snapshot.hasTag(order.status)) {
        report('order_state', `its status is ${order.status}, and its machine is at ${snapshot.path}`);
      }
      const { mismatch } = order.machine.context;
      if (mismatch === null && order.dismissal !== undefined)
        report('order_state', 'it was dismissed, and there is nothing to dismiss');
      if (mismatch !== null && order.dismissal === undefined)
        context.post('setAsideOrders', 'left', id, id, 1);
      const credit = objectionToCredit(order, context);
      if (credit !== undefined) report('order_credit', credit);
      if (snapshot.isDone || snapshot.path.endsWith('.over')) return;
      context.post('openOrders', 'left', id, openLabel(order, order.service.isLive), 1);
      context.post('orderReminders', 'left', id, CALL_REMINDER, 1);
      if (!snapshot.path.endsWith('.watched'))
        context.post('orderReminders', 'left', id, DEADLINE_REMINDER, 1);
    },
  };
};

function snapshotOf({ machine }: Order): ReturnType<typeof runner.at> | string {
  try {
    return runner.at({ value: machine.value as OrderState['machine']['value'], context: machine.context });
  } catch (error) {
    return messageOf(error);
  }
}

/** The fault of the credit of an order; undefined if it has none. */
function objectionToCredit(
  { status, paid, key, amount, service, machine }: Order,
  context: AuditContext,
): string | undefined {
  if ((status === 'paid') !== (paid !== null))
    return `it is ${status}, and its credit is ${paid?.entry ?? 'none'}`;
  if (paid === null) return undefined;
  const text = context.records.get('ledger', ledgerRecordKey(key, paid.entry));
  const entry = text === undefined ? undefined : readRecord(LEDGER_ENTRY, text);
  const reference = `${service.kind}:${machine.context.checkout?.id}`;
  if (entry?.ok !== true) return `entry ${paid.entry} of key ${key}, its credit, is not there`;
  const { type, amount: credited, reference: named } = entry.record;
  if (type === 'credit' && credited === amount && named === reference) return undefined;
  return `it was paid with ${amount} as ${reference}, and entry ${paid.entry} of key ${key} is ${type} ${credited}, ${named}`;
}

function openLabel(
  { key, amount }: { readonly key: string; readonly amount: number },
  isLive: boolean,
): string {
  return `key ${key}, ${amount}, ${isLive ? 'live' : 'not live'}`;
}

export const auditAccountOrders: MakeTableAudit = (context) => ({
  record(key) {
    context.post('accountOrders', 'right', key.slice(key.indexOf('/') + 1), key, 1);
  },
});

export const auditOpenOrders: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id, value) {
      const read = readRecord(OPEN_ORDER, value);
      if (!read.ok)
        return context.report('unreadable_record', 'open_orders', id, `open order ${id}: ${read.why}`);
      const { key, amount, is_live } = read.record;
      context.post('openOrders', 'right', id, openLabel(read.record, is_live), 1);
      context.post('orderRooms', 'right', key, 'orders', 1);
      context.post('orderRooms', 'right', key, 'amount', amount);
      if (!is_live) tally(MARKED_ORDERS, 1);
    },
  };
};

export const auditSetAsideOrders: MakeTableAudit = (context) => {
  const tally = tallier(context);
  return {
    record(id) {
      context.post('setAsideOrders', 'right', id, id, 1);
      tally(SET_ASIDE_ORDERS, 1);
    },
  };
};

export const auditOrderRooms: MakeTableAudit = (context) => ({
  record(key, value) {
    const read = readRecord(ORDER_ROOM, value);
    if (!read.ok)
      return context.report('unreadable_record', 'order_rooms', key, `room of key ${key}: ${read.why}`);
    context.post('orderRooms', 'left', key, 'orders', read.record.orders);
    context.post('orderRooms', 'left', key, 'amount', read.record.amount);
  },
});
