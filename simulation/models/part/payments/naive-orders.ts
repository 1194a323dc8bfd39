/**
 * The orders of a node as they are promised: each with its life, its next call and its hour, the room that it
 * holds in the life of its key, and the credit that it brought.
 */
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import type { OrderEventType } from '../../../../src/machines/order-events.js';
import type { CardUse } from '../../../../src/payments/simulated/cards.js';
import { CARDS, type MadeOrder } from './made-order.js';
import { NaiveOrder } from './naive-order.js';
import { addressesOf, KEY_ACCOUNTS, keyId } from './orders-node.js';
import type { ScriptedBank } from './scripted-bank.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY_RECEIVES_DA = 1_000_000_000;
const [RETRY_FIRST_MS, RETRY_MAX_MS] = [500, 30_000];

const NEVER = Number.POSITIVE_INFINITY;

export class NaiveOrders {
  readonly orders: MadeOrder[] = [];
  readonly keys = KEY_ACCOUNTS.map((account, number) => ({
    id: keyId(number),
    account,
    isRevoked: false,
    receivedDa: 0,
    markedDa: 0,
  }));
  /** All that was asked of the service, and all findings that were told of. */
  readonly calls: string[] = [];
  readonly findings: string[] = [];
  /** Findings by their kind, of all time. */
  readonly found = new Map<string, number>();
  /** `at account act about detail author`. */
  readonly trail: string[] = [];
  service: PaymentService | undefined;
  readonly #bank: ScriptedBank;
  readonly #references = new Set<string>();
  #startedAt = 0;

  constructor(bank: ScriptedBank) {
    this.#bank = bank;
  }

  roomDa(key: number): number {
    const held = this.heldBy(key).reduce((sum, { amountDa }) => sum + amountDa, 0);
    return KEY_RECEIVES_DA - (this.keys[key]?.receivedDa ?? 0) - held;
  }

  heldBy(key: number): readonly MadeOrder[] {
    return this.orders.filter((order) => order.key === key && order.holdsRoom);
  }

  make(id: string, key: number, amountDa: number, service: PaymentService, now: number): void {
    const life = new NaiveOrder();
    const nothing = { checkout: null, isAside: false, paidAt: null, givenUpAt: NEVER, notices: [] };
    const times = { madeAt: now, deadlineAt: now + HOUR_MS, callAt: NEVER };
    const order = { id, key, amountDa, service, life, ...nothing, ...times, holdsRoom: true };
    this.orders.push(order);
    this.#do(order, ['createCheckout'], now);
  }

  /** @returns whether it did anything */
  meet(order: MadeOrder, event: OrderEventType, now: number, finding = ''): void {
    const refusal = event === 'PAID' && order.life.status !== 'paid' ? this.#unpayable(order) : undefined;
    const effects =
      refusal === undefined ? order.life.meet(event, finding) : order.life.meet('MISMATCHED', refusal);
    if (!['made', 'awaiting_payment'].includes(order.life.status)) order.deadlineAt = NEVER;
    this.#do(order, effects, now);
  }

  /** Why its credit cannot be there. */
  #unpayable({ service, checkout, key, amountDa, holdsRoom }: MadeOrder): string | undefined {
    if (this.#references.has(`${service.kind}:${checkout}`)) return 'reference';
    return !holdsRoom && amountDa > this.roomDa(key) ? 'no_room' : undefined;
  }

  useCard(order: MadeOrder, use: CardUse, now: number): void {
    const { service, life, card } = order;
    if (service.kind !== 'simulated' || life.status !== 'awaiting_payment' || card !== undefined) return;
    order.card = { use, at: now };
    const [, , ...afterMs] = CARDS[use];
    if (this.#isServed(order)) order.notices = afterMs.map((ms) => now + ms);
  }

  configure(service: PaymentService | undefined, now: number): void {
    const isAnother = JSON.stringify(service) !== JSON.stringify(this.service);
    this.service = service;
    for (const order of this.orders) {
      order.notices = [];
      if (isAnother && order.givenUpAt !== NEVER) this.#givenUp(order, now);
    }
  }

  /** It may rest if what is due by then comes in one order alone. */
  mayRest(untilMs: number): boolean {
    return this.orders.every(
      ({ life, callAt, deadlineAt }) => life.status !== 'made' && (callAt > untilMs || deadlineAt > untilMs),
    );
  }

  restart(now: number): void {
    this.#startedAt = now;
    for (const order of this.orders) {
      order.notices = [];
      order.givenUpAt = NEVER;
      if (order.isAside) this.findings.push(`${order.id} ${order.life.finding}`);
      if (order.life.status === 'made') this.meet(order, 'RESUMED', now);
    }
  }

  /** All that is due by then, each at its time; what is overdue at a start, at the start. */
  pass(now: number): void {
    for (;;) {
      const [next] = this.orders.toSorted((one, other) => dueAt(one) - dueAt(other));
      if (next === undefined || dueAt(next) > now) return;
      this.#due(next, dueAt(next));
    }
  }

  #due(order: MadeOrder, due: number): void {
    const at = Math.max(due, this.#startedAt);
    if (order.givenUpAt === due) this.#givenUp(order, at);
    else if (order.notices.includes(due)) {
      order.notices = order.notices.filter((one) => one !== due);
      this.meet(order, 'NOTICED', at);
    } else if (order.deadlineAt === due) {
      order.deadlineAt = NEVER;
      this.meet(order, 'DEADLINE', at);
    } else {
      order.callAt = NEVER;
      this.meet(order, 'CALL_DUE', at);
    }
  }

  #givenUp(order: MadeOrder, at: number): void {
    order.givenUpAt = NEVER;
    this.meet(order, 'CHECKOUT_NOT_CREATED', at);
  }

  #isServed({ service }: MadeOrder): boolean {
    return JSON.stringify(service) === JSON.stringify(this.service);
  }

  #do(order: MadeOrder, effects: readonly string[], now: number): void {
    const { life } = order;
    for (const effect of effects) {
      if (effect === 'createCheckout') order.callAt = now + 120 * SECOND_MS;
      else if (effect === 'createLater')
        order.callAt = now + Math.min(RETRY_FIRST_MS * 2 ** (life.attempt - 2), RETRY_MAX_MS);
      else if (effect === 'lookSoon') order.callAt = now + 35 * SECOND_MS;
      else if (effect === 'lookTomorrow') order.callAt = now + DAY_MS;
      else if (effect === 'setAside') this.#setAside(order);
      else if (effect === 'credit') this.#credit(order, now);
      if (effect === 'giveBackRoom' || effect === 'credit') [order.holdsRoom, order.callAt] = [false, NEVER];
    }
    if (effects.includes('createCheckout')) this.#create(order, now);
    if (effects.includes('look')) this.#look(order, now);
  }

  #setAside(order: MadeOrder): void {
    const kind = order.life.finding ?? '';
    delete order.dismissal;
    order.isAside = true;
    this.findings.push(`${order.id} ${kind}`);
    this.found.set(kind, (this.found.get(kind) ?? 0) + 1);
  }

  #credit(order: MadeOrder, now: number): void {
    const { service, checkout, amountDa } = order;
    const key = this.keys[order.key];
    const reference = `${service.kind}:${checkout}`;
    if (key === undefined) return;
    this.#references.add(reference);
    key.receivedDa += amountDa;
    if (!service.isLive) key.markedDa += amountDa;
    delete order.dismissal;
    order.isAside = false;
    order.paidAt = now;
    this.trail.push([now, key.account, 'credit_added', key.id, amountDa, reference, 'node'].join(' '));
  }

  #create(order: MadeOrder, now: number): void {
    const { id, amountDa, service } = order;
    if (order.givenUpAt !== NEVER) return;
    const isOwn = service.kind === 'simulated';
    const making = !this.#isServed(order) ? 'fails' : isOwn ? 'makes' : this.#bank.making;
    const { returnUrl, noticeUrl } = addressesOf(id);
    if (this.#isServed(order)) this.calls.push([now, 'create', id, amountDa, returnUrl, noticeUrl].join(' '));
    if (making === 'hangs') order.givenUpAt = now + 20 * SECOND_MS;
    else if (making === 'refuses') this.meet(order, 'CHECKOUT_REFUSED', now);
    else if (making === 'fails') this.meet(order, 'CHECKOUT_NOT_CREATED', now);
    else {
      order.checkout = isOwn ? id : this.#bank.checkoutOf(id);
      this.meet(order, 'CHECKOUT_CREATED', now);
    }
  }

  #look(order: MadeOrder, now: number): void {
    const { checkout, service, card } = order;
    if (checkout === null || !this.#isServed(order)) return;
    this.calls.push([now, 'look', checkout].join(' '));
    const [ends, afterMs] = card === undefined ? ['open', 0] : CARDS[card.use];
    const isKnown = card !== undefined && now >= card.at + afterMs;
    if (service.kind !== 'simulated') this.#hear(order, checkout, now);
    else if (isKnown) this.meet(order, EVENTS[ends] ?? 'NOTICED', now);
  }

  /** Nothing is believed that differs from the order. */
  #hear(order: MadeOrder, checkout: string, now: number): void {
    const seen = this.#bank.seen(checkout);
    if (this.#bank.isDown) return;
    const facts: Readonly<Record<string, boolean>> = {
      unknown_checkout: seen !== undefined,
      checkout: seen?.id === checkout,
      livemode: seen?.isLive === order.service.isLive,
      currency: seen?.currency === 'dzd',
      amount: seen?.amount === order.amountDa,
      unknown_status: seen?.status !== 'unknown',
    };
    const finding = Object.keys(facts).find((kind) => facts[kind] === false);
    const event = finding === undefined ? EVENTS[seen?.status ?? ''] : 'MISMATCHED';
    if (event !== undefined) this.meet(order, event, now, finding);
  }
}

const EVENTS: Partial<Record<string, OrderEventType>> = {
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'CANCELED',
  expired: 'EXPIRED',
};

function dueAt({ callAt, deadlineAt, givenUpAt, notices }: MadeOrder): number {
  return Math.min(callAt, deadlineAt, givenUpAt, ...notices);
}
