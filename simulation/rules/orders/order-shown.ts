/** An order as answers show it: each field goes with how the order stands on disk in the end. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import { isOver, type OrderRecord } from '../facts/order-image.js';
import { bodyOf, isObject, type JsonObject } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';

interface Shown {
  readonly order: JsonObject;
  readonly request: number;
}

/** In seconds: a time in another unit is far away. */
const [EARLIEST, LATEST] = [1_500_000_000, 10_000_000_000];

export const ORDER_SHOWN: Rule = {
  name: 'order-shown',
  says: 'Every answer that shows an order has its account, key, amount, payment service and time of making; its page of payment while it waits for that, the time of its payment once it is paid, and why it was refused if it was; and nothing else.',
  watch: (_, report) => new OrderShown(report),
};

class OrderShown implements Invariant {
  readonly #report: (message: string) => void;
  readonly #orders = new TableImage<OrderRecord>('orders');
  /** By its text: most answers show an order as the one before did. */
  readonly #shown = new Map<string, Shown>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (seen.what !== 'answered' || exchange === undefined || seen.status >= 300) return;
    const { call, request } = exchange.sent;
    if (call.op !== 'order' && call.op !== 'show_order' && call.op !== 'list_orders') return;
    const body = bodyOf(seen) ?? {};
    const list = call.op === 'list_orders' && Array.isArray(body.data) ? body.data : [body];
    for (const order of list.filter(isObject)) {
      const text = JSON.stringify(order);
      if (!this.#shown.has(text)) this.#shown.set(text, { order, request });
    }
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    if (when !== 'end') return;
    const orders = this.#orders.read(records);
    for (const { order, request } of this.#shown.values()) {
      const record = orders.get(String(order.id));
      const wrong = record === undefined ? [] : wrongFields(order, record);
      if (wrong.length > 0)
        this.#report(`request ${request} shows ${String(order.id)} with ${wrong.join(', ')}`);
    }
  }
}

/** Those that are otherwise than they should be, or should not be there, with their values. */
function wrongFields(shown: JsonObject, record: OrderRecord): readonly string[] {
  const { account, key, amount, service, createdAt, paid, machine } = record;
  const status = String(shown.status);
  const waits = status === 'awaiting_payment';
  const refusal = isOver(status) ? machine.context.refusal : null;
  const { id, set_aside: _, ...fields } = shown;
  const due: JsonObject = {
    object: 'order',
    ...{ account, key, status },
    amount: microDaShown(Number(shown.amount)) === amount ? shown.amount : amount / 1_000_000,
    service: service.kind,
    livemode: service.isLive,
    created_at: isTime(createdAt) ? createdAt : 'in another unit',
    ...(waits && { payment_url: pageOf(shown.payment_url, machine.context.checkout?.url) }),
    ...(status === 'paid' && { paid_at: isTime(paid?.at) ? paid?.at : 'in another unit' }),
    ...(refusal !== null && { error_message: refusal }),
  };
  const names = new Set([...Object.keys(fields), ...Object.keys(due)]);
  return [...names]
    .filter((name) => fields[name] !== due[name])
    .map((name) => `${name} ${String(fields[name])}`);
}

/** That of the gateway's own desk is told with the host before it, which may be another one each time. */
function pageOf(shown: unknown, url = ''): unknown {
  if (!url.startsWith('/')) return url;
  return /^https?:\/\/[^/]/.test(String(shown)) && String(shown).endsWith(url) ? shown : url;
}

function isTime(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds > EARLIEST && seconds < LATEST;
}
