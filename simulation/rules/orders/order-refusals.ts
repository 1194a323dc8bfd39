/** Orders are refused for what the documentation has, and for nothing else. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import { InForce } from '../facts/in-force.js';
import { openOrdersMax } from '../facts/options.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { orderAsked, orderMade } from './orders-made.js';

const REFUSED = 400;
/** A key that was made with so much may have no room for an order: it receives ten times that at most. */
const NEARLY_FULL_MICRO_DA = 10 ** 14;
const OPEN: readonly unknown[] = ['made', 'awaiting_payment'];

interface Made {
  readonly exchange: Exchange;
  readonly order: string;
  /** Orders of its key that were made before it was asked for. */
  readonly before: readonly string[];
}

export const ORDER_REFUSALS: Rule = {
  name: 'order-refusals',
  says: 'An order is refused for its amount, for the room that is left in the life of its key, or since the key has as many orders as it may that are not paid; a key has no more of these, and a sound order is taken.',
  watch: (setup, report, requests) =>
    new OrderRefusals(new InForce(setup), openOrdersMax(setup), report, requests),
};

class OrderRefusals implements Invariant {
  readonly #inForce: InForce;
  readonly #openMax: number;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #open = new TableImage<object>('open_orders');
  readonly #nearlyFull = new Set<number>();
  readonly #revoked = new Set<number>();
  /** The number of the account of each key. */
  readonly #accounts = new Map<number, number>();
  readonly #people: PersonBook;
  /** By the number of the key, all that were asked for. */
  readonly #asked = new Map<number, Exchange[]>();
  readonly #made = new Map<string, Made>();
  /** The place of the latest request that showed each order to be unpaid. */
  readonly #openSeq = new Map<string, number>();
  /** The place of the first answer that showed each order to be paid. */
  readonly #paidSeq = new Map<string, number>();

  constructor(inForce: InForce, openMax: number, report: (message: string) => void, requests: Requests) {
    this.#inForce = inForce;
    this.#openMax = openMax;
    this.#report = report;
    this.#requests = requests;
    this.#people = new PersonBook(requests);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#inForce.observe(seen, this.#requests.seq);
    this.#people.observe(seen, exchange);
    if (exchange === undefined) return;
    const { call, ofAccount } = exchange.sent;
    if (call.op === 'create_key' && (call.creditsMicroDa ?? 0) >= NEARLY_FULL_MICRO_DA)
      this.#nearlyFull.add(call.newKey);
    if (
      call.op === 'create_key' &&
      seen.what === 'answered' &&
      seen.status === 201 &&
      ofAccount === undefined
    )
      this.#accounts.set(call.newKey, call.account);
    if (call.op === 'revoke' || (call.op === 'form' && call.act === 'revoke_key'))
      this.#revoked.add(call.key);
    const wanted = orderAsked(call);
    if (wanted !== undefined && seen.what === 'sent')
      this.#asked.set(wanted.key, [...(this.#asked.get(wanted.key) ?? []), exchange]);
    if (seen.what !== 'answered') return;
    if (wanted !== undefined) this.#answered(exchange, wanted.key, wanted.amountDa);
    if (seen.status !== 200 || (call.op !== 'show_order' && call.op !== 'list_orders')) return;
    const body = bodyOf(seen) ?? {};
    for (const order of Array.isArray(body.data) ? body.data : [body])
      if (isObject(order)) this.#shown(String(order.id), order.status, exchange);
  }

  #shown(id: string, status: unknown, { seq, endSeq }: Exchange): void {
    if (OPEN.includes(status)) this.#openSeq.set(id, seq);
    if (status === 'paid' && !this.#paidSeq.has(id)) this.#paidSeq.set(id, endSeq);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    if (when === 'end')
      for (const id of this.#open.read(records).keys()) this.#openSeq.set(id, Number.POSITIVE_INFINITY);
  }

  end(): void {
    for (const { exchange, before, order } of this.#made.values()) {
      const held = before.filter((id) => (this.#openSeq.get(id) ?? 0) > exchange.endSeq);
      if (held.length >= this.#openMax)
        this.#report(
          `request ${exchange.sent.request}: ${order} was taken, and its key had ${held.length} orders that were not paid, of ${this.#openMax}`,
        );
    }
  }

  #answered(exchange: Exchange, key: number, amountDa: number): void {
    const order = orderMade(exchange);
    if (order !== undefined) {
      if (this.#made.has(order)) return;
      const before = [...this.#made.values()]
        .filter(
          (made) => made.exchange.endSeq < exchange.seq && orderAsked(made.exchange.sent.call)?.key === key,
        )
        .map((made) => made.order);
      this.#made.set(order, { exchange, order, before });
    } else if (exchange.answer?.status === REFUSED) {
      if (!this.#mayBeRefused(exchange, key, amountDa))
        this.#report(`request ${exchange.sent.request}: a sound order of ${amountDa} DA is refused`);
    }
  }

  #mayBeRefused(exchange: Exchange, key: number, amountDa: number): boolean {
    const { seq, endSeq, answer } = exchange;
    const { error } = (answer && bodyOf(answer)) ?? {};
    const param = isObject(error) ? error.param : undefined;
    const isCrowded = this.#mayBeOpen(exchange, key) >= this.#openMax;
    if (param === 'key') return isCrowded;
    const values = (name: string) => this.#inForce.option(name, seq, endSeq).map(Number);
    const isOutside =
      values('topUpMin').some((least) => amountDa < least) ||
      values('topUpMax').some((most) => amountDa > most);
    if (isOutside || this.#nearlyFull.has(key)) return true;
    // A page does not say for what; its form may have made another order before.
    const { call } = exchange.sent;
    if (call.op !== 'form' || call.act !== 'order') return false;
    const isAnother = this.#asked
      .get(key)
      ?.some(
        ({ sent }) =>
          sent.call.op === 'form' &&
          sent.call.act === 'order' &&
          sent.call.once === call.once &&
          sent.call.amountDa !== amountDa,
      );
    return isCrowded || isAnother === true || this.#revoked.has(key) || !this.#isOwn(exchange, key);
  }

  /** Whether a person sent it about a key of the own account. */
  #isOwn(exchange: Exchange, key: number): boolean {
    const name = this.#people.nameOf(exchange);
    const account = name === undefined ? undefined : this.#people.of(name).account;
    return account !== undefined && account === this.#accounts.get(key);
  }

  /** Orders of the key that may have been made, and not be paid, at some time of the request. */
  #mayBeOpen(exchange: Exchange, key: number): number {
    const isNone = (other: Exchange): boolean => {
      const { status = 0 } = other.answer ?? {};
      const paidSeq = this.#paidSeq.get(orderMade(other) ?? '') ?? Number.POSITIVE_INFINITY;
      return other === exchange || (status >= 400 && status < 500) || paidSeq < exchange.seq;
    };
    return (this.#asked.get(key) ?? []).filter((other) => !isNone(other)).length;
  }
}
