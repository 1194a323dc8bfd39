/** Makes the payment service of a history, orders with what becomes of their payments, and looks at them. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall, OrderCall } from '../client-call.js';
import type { NodeStep, PaymentSetup } from '../node-history.js';
import { FALSE_FINDINGS, type PaymentScript } from '../payment-script.js';
import { generateCardScene, generateCards } from './generate-cards.js';
import { withGarbage } from './generate-payment-garbage.js';
import { generatePaymentScript } from './generate-payment-scripts.js';
import { generateVoids } from './generate-voids.js';

interface Orders {
  /** Absent if there is no payment service. */
  readonly payments?: PaymentSetup;
  readonly steps: readonly NodeStep[];
}

export interface OrderFacts {
  readonly faults: FaultLevel;
  /** How many keys stand before the first order. */
  readonly keys: number;
  readonly durationMs: number;
  readonly hasRealProvider: boolean;
}

const ORDERS_CHANCE = 0.45;
/** Of payments that are simulated: at the gateway's own desk. */
const OWN_CHANCE = 0.85;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** An order that is over is looked after for a week; the last day is for what comes after it. */
const WATCHED_DAYS = 9;
const WEEK_OVER_MS = 9 * 24 * HOUR_MS - HOUR_MS;
/** The key that has received nearly all that it may; no other step makes one of this number. */
const FULL_KEY = 1_000;
/** The most that a key receives in its life, in micro-DA (contract). */
const LIFETIME_MICRO_DA = 1_000_000_000_000_000;
const AMOUNT_MIN_DA = 100;
const AMOUNT_MAX_DA = 1_000_000;

export function generateOrders(random: Random, facts: OrderFacts): Orders {
  if (!random.chance(ORDERS_CHANCE)) return { steps: [] };
  const payments = generatePayments(random, facts.hasRealProvider);
  const steps = ordersIn(random, facts, payments, random.between(1, 8));
  return {
    payments,
    steps: payments.isLive
      ? steps
      : [...steps, ...generateVoids(random.fork('voids'), facts.keys, facts.durationMs)],
  };
}

/** A node with a real provider does not start while credit without money is there. */
export function generatePayments(random: Random, hasRealProvider: boolean): PaymentSetup {
  const kind = random.pick(['chargily', 'chargily', 'simulated'] as const);
  const isLive = kind === 'chargily' && random.chance(0.5);
  const isOwn = kind === 'simulated' && !hasRealProvider && random.fork('own').chance(OWN_CHANCE);
  return {
    kind: hasRealProvider ? 'chargily' : kind,
    isLive: isLive || hasRealProvider,
    ...(isOwn && { isOwn: true as const }),
    expiresAfterMs: random.weighted([
      [3, MINUTE_MS],
      [3, 30 * MINUTE_MS],
      [1, 3 * HOUR_MS],
    ]),
    watchedDays: random.weighted([
      [14, 0],
      [1, 1],
      [2, WATCHED_DAYS],
    ]),
  };
}

/** Orders of keys of the setup, each looked at a few times; some are asked for again. */
export function ordersIn(
  random: Random,
  { faults, keys, durationMs }: OrderFacts,
  { watchedDays, isOwn }: PaymentSetup,
  count: number,
): readonly NodeStep[] {
  const isFull = random.chance(0.3);
  const made: NodeStep[] = isFull ? [request(random.between(0, 20), fullKey(random))] : [];
  const orders = Array.from({ length: count }, (_, n) => {
    const key = isFull && random.chance(0.5) ? FULL_KEY : random.below(keys);
    const call = orderOf(random.fork(n), key, n);
    const isVeryLate = watchedDays === WATCHED_DAYS && random.chance(0.6);
    const made = generatePaymentScript(random.fork(`script ${n}`), faults);
    const due = isVeryLate ? paidAfterAWeek(random, made, faults) : made;
    const script = withGarbage(random.fork(`garbage ${n}`), due, faults);
    return { at: random.between(0, durationMs), call: { ...call, script } };
  });
  const cards = generateCards(random.fork('cards'), isOwn === true, orders);
  const scene = isOwn === true ? generateCardScene(random.fork('card scene'), faults, durationMs) : [];
  const viewed = orders.flatMap(({ at, call }) => withItsViews(random, at, call, durationMs));
  return [...made, ...viewed, ...cards, ...scene];
}

/** Each view of an order names one that was made before it, mostly the latest. */
export function withOrders(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const orders: number[] = [];
  return steps.map((step) => {
    if (step.do !== 'request') return step;
    const { call } = step;
    if (call.op === 'order' || (call.op === 'form' && call.act === 'order')) orders.push(step.id);
    if ((call.op !== 'show_order' && call.op !== 'use_card') || orders.length === 0) return step;
    if (orders.includes(call.order)) return step;
    const order = random.chance(0.5) ? (orders.at(-1) ?? 0) : random.pick(orders);
    return { ...step, call: { ...call, order } };
  });
}

function withItsViews(random: Random, at: number, call: OrderCall, durationMs: number): readonly NodeStep[] {
  const steps = [request(at, call)];
  if (random.chance(0.25)) steps.push(request(at + random.between(0, 3_000), again(random, call)));
  const views = random.between(1, 4);
  for (let n = 0; n < views; n++) {
    const later = at + random.pick([50, 1_000, 5_000]) + random.between(0, durationMs / 2);
    const list: ClientCall = { op: 'list_orders', limit: random.pick([1, 5, 100]) };
    steps.push(request(later, random.chance(0.3) ? list : { op: 'show_order', order: 0 }));
  }
  return steps;
}

/** The same again, as a client that did not hear; seldom another order under the same idempotency key. */
function again(random: Random, call: OrderCall): OrderCall {
  return random.chance(0.8) ? call : { ...call, amountDa: call.amountDa + 1_000 };
}

function fullKey(random: Random): ClientCall {
  const creditsMicroDa = LIFETIME_MICRO_DA - random.between(0, 3 * AMOUNT_MIN_DA) * 1_000_000;
  return { op: 'create_key', newKey: FULL_KEY, account: 0, rpm: 60, creditsMicroDa };
}

/** No two orders of a history have the same amount: it names the script. */
function orderOf(random: Random, key: number, nth: number): OrderCall {
  return {
    op: 'order',
    key,
    amountDa: random.chance(0.1) ? AMOUNT_MAX_DA - nth : AMOUNT_MIN_DA + nth,
    ...(random.chance(0.6) ? { idempotencyKey: `order-${nth}` } : {}),
  };
}

/** Long after the last look at the order. */
function paidAfterAWeek(random: Random, script: PaymentScript, faults: FaultLevel): PaymentScript {
  const paid = { status: 'paid', afterMs: WEEK_OVER_MS } as const;
  const before = random.pick(['failed', 'canceled', undefined] as const);
  const { atLast: _, ...honest } = script;
  return {
    ...honest,
    ends: before === undefined ? [paid] : [{ status: before, afterMs: 800 }, paid],
    ...(faults !== 'none' && random.chance(0.3) ? { atLast: random.pick(FALSE_FINDINGS) } : {}),
  };
}

function request(at: number, call: ClientCall): NodeStep {
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 4 };
}
