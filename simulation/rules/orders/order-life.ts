/** The life of an order, in answers and on disk: it stays and it ends, and only a payment changes an end. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import { isOver, type OrderRecord } from '../facts/order-image.js';
import { bodyOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { orderAsked, orderMade } from './orders-made.js';

type Report = (message: string) => void;

const MICRO_DA_PER_DA = 1_000_000;

export const ORDER_LIFE: Rule = {
  name: 'order-life',
  says: 'An order that was acknowledged is there for ever, as it was asked for; its status goes forward, from an end to paid only, and nothing leaves paid; every order ends.',
  watch: (_, report, requests) => new OrderLife(report, requests),
};

/** How a status was seen, and from where on no other one before it can be. */
interface SeenStatus {
  readonly status: string;
  readonly endSeq: number;
}

class OrderLife implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #orders = new TableImage<OrderRecord>('orders');
  readonly #acknowledged = new Map<string, Exchange>();
  /** How often an order of an amount was asked for. */
  readonly #asked = new Map<number, number>();
  readonly #seen = new Map<string, SeenStatus>();

  constructor(report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (exchange === undefined) return;
    const { call } = exchange.sent;
    const wanted = orderAsked(call);
    if (seen.what === 'sent' && wanted !== undefined)
      this.#asked.set(wanted.amountDa, (this.#asked.get(wanted.amountDa) ?? 0) + 1);
    if (seen.what !== 'answered') return;
    const made = orderMade(exchange);
    if (made !== undefined) this.#acknowledged.set(made, exchange);
    if (seen.status >= 300) return;
    const body = bodyOf(seen) ?? {};
    const list = call.op === 'list_orders' && Array.isArray(body.data) ? body.data.filter(isObject) : [];
    const shown = call.op === 'order' || call.op === 'show_order' ? [body] : list;
    for (const { id, status } of shown)
      this.#shown(String(id), String(status), exchange.seq, exchange.endSeq);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    const orders = this.#orders.read(records);
    const { seq } = this.#requests;
    const counts = new Map<number, number>();
    for (const [id, { status, amount }] of orders) {
      this.#shown(id, status, seq, seq);
      counts.set(amount, (counts.get(amount) ?? 0) + 1);
      if (when === 'end' && !isOver(status)) this.#report(`${id} never ended: it is ${status}`);
    }
    for (const [amount, count] of counts) {
      const asked = this.#asked.get(amount / MICRO_DA_PER_DA) ?? 0;
      if (count > asked)
        this.#report(`on disk are ${count} orders of ${amount} micro-DA; ${asked} were asked for`);
    }
    for (const [id, exchange] of this.#acknowledged) this.#checkKept(id, exchange, orders.get(id));
  }

  #checkKept(id: string, { sent: { call } }: Exchange, order: OrderRecord | undefined): void {
    const wanted = orderAsked(call);
    if (wanted === undefined) return;
    if (order === undefined) this.#report(`${id} was acknowledged and is not on disk`);
    else if (
      order.amount !== wanted.amountDa * MICRO_DA_PER_DA ||
      this.#requests.key(order.key)?.number !== wanted.key
    )
      this.#report(`${id} is on disk, and not as it was asked for: ${JSON.stringify(order)}`);
  }

  #shown(id: string, status: string, seq: number, endSeq: number): void {
    const before = this.#seen.get(id);
    if (before !== undefined && before.endSeq <= seq && !mayFollow(before.status, status)) {
      this.#report(`${id} was ${before.status}, and is ${status}`);
    }
    if (before === undefined || before.endSeq <= seq) this.#seen.set(id, { status, endSeq });
  }
}

function mayFollow(before: string, after: string): boolean {
  if (before === after || after === 'paid') return true;
  if (before === 'made') return true;
  return before === 'awaiting_payment' && isOver(after);
}
