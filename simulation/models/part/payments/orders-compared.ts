/** The orders of a node on its disk and in its memory, held against those that are promised. */
import {
  listAccountOrders,
  listAllOrders,
  listSetAsideOrders,
} from '../../../../src/actors/orders/order-lists.js';
import type { Table } from '../../../../src/store/store.js';
import type { Trial } from '../trial.js';
import type { MadeOrder } from './made-order.js';
import type { NaiveOrders } from './naive-orders.js';
import { KEY_ACCOUNTS, keyId, type OrdersNode } from './orders-node.js';
import { pageOf, REFUSAL } from './scripted-bank.js';

const MICRO = 1_000_000;
const STATUSES = ['made', 'awaiting_payment', 'paid', 'failed', 'canceled', 'expired'] as const;

type Records = readonly (readonly [key: string, value: string])[];

export function compareOrders(trial: Trial, node: OrdersNode, naive: NaiveOrders): void {
  const { actors } = node;
  const secondsAt = (at: number) => Math.floor((trial.world.wallMs() - trial.now + at) / 1_000);
  const table = (name: Table): Records =>
    [...node.records.range(name, {})].map(({ key, value }) => [key, value]);
  for (const order of naive.orders) {
    const told = actors.system.view(actors.order, order.id);
    const { machine, id: _, status, amount, ...more } = told ?? {};
    const context = { ...machine?.context, mismatch: machine?.context.mismatch?.kind };
    const paid = told?.paid;
    const entry = node.records.get('ledger', `${told?.key}/${String(paid?.entry).padStart(12, '0')}`);
    const { type, reference, marked, amount: brought } = entry === undefined ? {} : JSON.parse(entry);
    const shown = { ...more, paid: paid && { at: paid.at, type, reference, brought, marked } };
    trial.same('status', `${status} ${amount}`, `${order.life.status} ${order.amountDa * MICRO}`);
    trial.sameFields('state', shown, stateDue(order, secondsAt));
    trial.sameFields('context', context, contextDue(order));
  }
  const due = naive.orders.flatMap(({ id, callAt, deadlineAt }) => [
    [`order/${id}/call`, String(callAt)] as const,
    [`order/${id}/deadline`, String(deadlineAt)] as const,
  ]);
  const isDue = ([, at]: readonly [string, string]) => at !== 'Infinity';
  trial.same('reminders', table('reminders').toSorted(byKey), due.filter(isDue).toSorted(byKey));
  trial.same('open', table('open_orders'), naive.orders.filter(({ holdsRoom }) => holdsRoom).map(openDue));
  trial.same('rooms', table('order_rooms'), roomsDue(naive));
  trial.same(
    'aside',
    keysOf(table('set_aside_orders')),
    idsOf(naive, ({ isAside }) => isAside),
  );
  trial.same('trail', trailIn(table('audit')), trailDue(naive, secondsAt));
  trial.sameFields('sums', sumsIn(node), sumsDue(naive));
}

function stateDue(order: MadeOrder, secondsAt: (at: number) => number): object {
  const { key, service, madeAt, paidAt, card, dismissal, amountDa, checkout } = order;
  const brought = amountDa * MICRO;
  const marked = service.isLive ? undefined : brought;
  const reference = `${service.kind}:${checkout}`;
  return {
    account: KEY_ACCOUNTS[key],
    key: keyId(key),
    service,
    createdAt: secondsAt(madeAt),
    paid: paidAt === null ? null : { at: secondsAt(paidAt), type: 'credit', reference, brought, marked },
    ...(card && { card }),
    ...(dismissal && {
      dismissal: {
        by: { kind: 'management_key', id: dismissal.by },
        note: dismissal.note,
        at: secondsAt(dismissal.at),
      },
    }),
  };
}

function contextDue({ id, service, checkout, life }: MadeOrder): object {
  const url = service.kind === 'simulated' ? `/pay/${id}` : pageOf(checkout ?? '');
  return {
    attempt: life.attempt,
    checkout: checkout === null ? null : { id: checkout, url },
    dailyLooks: life.dailyLooks,
    mismatch: life.finding,
    refusal: life.hasRefusal ? REFUSAL : null,
  };
}

function openDue({ id, key, amountDa, service, life }: MadeOrder): readonly [string, string] {
  const resume = life.status === 'made';
  const record = { v: 1, key: keyId(key), amount: amountDa * MICRO, is_live: service.isLive, resume };
  return [id, JSON.stringify(record)];
}

function roomsDue(naive: NaiveOrders): Records {
  return KEY_ACCOUNTS.flatMap((_, key) => {
    const held = naive.heldBy(key);
    const amount = held.reduce((sum, { amountDa }) => sum + amountDa * MICRO, 0);
    return held.length === 0
      ? []
      : [[keyId(key), JSON.stringify({ v: 1, orders: held.length, amount })] as const];
  });
}

/** The acts about orders and credit, in any order of those of one instant. */
function trailIn(records: Records): readonly string[] {
  return records
    .map(([key, value]) => {
      const { by, act, about, detail, at } = JSON.parse(value);
      const { amount, reference, reason } = detail;
      const amountDa = amount === undefined ? '' : amount / MICRO;
      return [at, key.split('/')[0], act, about, amountDa, reference ?? reason ?? '', by.id].join(' ');
    })
    .filter((entry) => / (?:order_\w+|credit_added) /.test(entry))
    .sort();
}

function trailDue({ trail }: NaiveOrders, secondsAt: (at: number) => number): readonly string[] {
  return trail.map((entry) => entry.replace(/^\d+/, (at) => String(secondsAt(Number(at))))).sort();
}

function sumsIn({ actors }: OrdersNode): Readonly<Record<string, string>> {
  const isAbout = (name: string) => name.startsWith('orders') || name.startsWith('marked/');
  return Object.fromEntries(
    [...actors.system.tallies]
      .filter(([name, sum]) => (isAbout(name) || name === 'moved/credit') && BigInt(sum) !== 0n)
      .map(([name, sum]) => [name, String(sum)]),
  );
}

function sumsDue({ orders, keys, found }: NaiveOrders): Readonly<Record<string, string>> {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
  const isMarked = ({ holdsRoom, service }: MadeOrder) => holdsRoom && !service.isLive;
  const sums: readonly (readonly [string, number])[] = [
    ...STATUSES.map(
      (status) => [`orders/${status}`, orders.filter(({ life }) => life.status === status).length] as const,
    ),
    ...[...found].map(([kind, count]) => [`orders_set_aside/${kind}`, count] as const),
    ['orders/set_aside', orders.filter(({ isAside }) => isAside).length],
    ['marked/open_orders', orders.filter(isMarked).length],
    ['marked/balance', sum(keys.map(({ markedDa }) => markedDa)) * MICRO],
    ['moved/credit', sum(keys.map(({ receivedDa }) => receivedDa)) * MICRO],
  ];
  return Object.fromEntries(
    sums.filter(([, count]) => count !== 0).map(([name, one]) => [name, String(one)]),
  );
}

/** @param after the order at which the page before ended; undefined for the first page */
export function listsTold(
  { records }: OrdersNode,
  naive: NaiveOrders,
  limit: number,
  after: string | undefined,
): [told: unknown, due: unknown] {
  const request = { limit, after };
  const pages = [
    listAllOrders(records, request),
    listSetAsideOrders(records, request),
    listAccountOrders(records, KEY_ACCOUNTS[0], request),
    listAccountOrders(records, KEY_ACCOUNTS[2], request),
  ];
  const pageDue = (isListed: (order: MadeOrder) => boolean) => {
    const ids = idsOf(naive, isListed).filter((id) => after === undefined || id < after);
    return [ids.toReversed().slice(0, limit), ids.length > limit];
  };
  return [
    pages.map(({ items, hasMore }) => [items.map(({ id }) => id), hasMore]),
    [
      pageDue(() => true),
      pageDue(({ isAside }) => isAside),
      pageDue(({ key }) => key < 2),
      pageDue(({ key }) => key === 2),
    ],
  ];
}

function idsOf({ orders }: NaiveOrders, isListed: (order: MadeOrder) => boolean): readonly string[] {
  return orders.filter(isListed).map(({ id }) => id);
}

function keysOf(records: Records): readonly string[] {
  return records.map(([key]) => key);
}

function byKey([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
