/** Marked credit: what simulated payments brought is told apart wherever it goes. */
import type { StoreReader } from '../../../src/store/store.js';
import {
  type EntryType,
  type KeyRecord,
  LedgerImage,
  type NumberedEntry,
  TableImage,
} from '../facts/disk-image.js';
import { checkoutOf, type OpenOrderRecord, type OrderRecord } from '../facts/order-image.js';
import type { Invariant, Rule } from '../invariant.js';
import { VoidBook } from './void-book.js';

type Report = (message: string) => void;

const VOID = 'simulated:void/';

/** How the marked part of an entry counts in the marked part of the balance. */
const SIGNS: Readonly<Record<EntryType, -1 | 0 | 1>> = {
  credit: 1,
  transfer_in: 1,
  release: 1,
  charge: 0,
  reserve: -1,
  debit: -1,
  transfer_out: -1,
};

export const MARKED_CREDIT: Rule = {
  name: 'marked-credit',
  says: 'Credit of payments in which no money moves is marked; what leaves a balance takes it first, a release brings it back, and a transfer carries it, of the same amount on both sides. A void takes all of it from a balance and nothing else, and ends the orders that would bring more.',
  watch: (_, report) => new MarkedCredit(report),
};

class MarkedCredit implements Invariant {
  readonly #report: Report;
  readonly #ledger = new LedgerImage();
  readonly #keys = new TableImage<KeyRecord>('keys');
  readonly #orders = new TableImage<OrderRecord>('orders');
  readonly #open = new TableImage<OpenOrderRecord>('open_orders');
  readonly #voids = new VoidBook();
  /** By key, the marked part of its balance. */
  readonly #marked = new Map<string, number>();
  /** By key, the least that it has been since the image before. */
  readonly #least = new Map<string, number>();
  /** By job, the marked part of what it has reserved. */
  readonly #reserved = new Map<string, number>();
  /** Halves of transfers without the other one. */
  readonly #halves = new Map<string, NumberedEntry>();

  constructor(report: Report) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (exchange !== undefined) this.#voids.observe(seen, exchange, this.#marked.keys());
  }

  disk(records: StoreReader): void {
    const orders = this.#orders.read(records);
    const unreal = new Set<string>();
    for (const { machine, service } of orders.values()) {
      if (!service.isLive && machine.context.checkout !== null) unreal.add(machine.context.checkout.id);
    }
    for (const entry of this.#ledger.read(records, () => {})) this.#follow(entry, unreal);
    for (const [id, { marked = 0 }] of this.#keys.read(records)) {
      const expected = this.#marked.get(id) ?? 0;
      if (marked !== expected)
        this.#report(`on disk, ${marked} of ${id} are marked; its ledger says ${expected}`);
    }
    for (const { keyId, number, reference } of this.#halves.values()) {
      this.#report(`on disk, entry ${number} of ${keyId} is half of transfer ${reference}`);
    }
    this.#halves.clear();
    this.#checkVoids(records);
  }

  #checkVoids(records: StoreReader): void {
    const { orders, keys } = this.#voids;
    for (const [id, { is_live }] of orders.size === 0 ? [] : this.#open.read(records)) {
      if (!is_live && orders.has(id)) this.#report(`on disk, ${id} was voided, and may still be paid`);
    }
    for (const id of keys) {
      const least = this.#least.get(id) ?? this.#marked.get(id) ?? 0;
      if (least > 0) this.#report(`${id} was voided, and has kept ${least} micro-DA of marked credit`);
    }
    keys.clear();
    this.#least.clear();
  }

  #follow(entry: NumberedEntry, unreal: ReadonlySet<string>): void {
    const { keyId, number, type, amount, job, reference, marked = 0 } = entry;
    const before = this.#marked.get(keyId) ?? 0;
    const held = this.#reserved.get(job ?? '') ?? 0;
    const expected = this.#expected(entry, before, held, unreal);
    if (marked !== expected)
      this.#report(
        `entry ${number} of ${keyId} (${type} of ${amount}) has ${marked} marked, not ${expected}`,
      );
    if (reference?.startsWith(VOID)) {
      const isRight = type === 'debit' && reference === `${VOID}${keyId}/${number}` && amount === before;
      if (!isRight) this.#report(`entry ${number} of ${keyId} voids ${amount} of ${before}: ${reference}`);
    }
    if (type === 'reserve' && job !== null) this.#reserved.set(job, marked);
    if (type === 'charge' && job !== null) this.#reserved.set(job, held - marked);
    const after = before + SIGNS[type] * marked;
    this.#marked.set(keyId, after);
    this.#least.set(keyId, Math.min(after, this.#least.get(keyId) ?? before));
    if (type === 'transfer_in' || type === 'transfer_out') this.#pair(entry);
  }

  #expected(
    { type, amount, reference, marked = 0 }: NumberedEntry,
    before: number,
    held: number,
    unreal: ReadonlySet<string>,
  ): number {
    switch (type) {
      case 'credit':
        return unreal.has(checkoutOf(reference) ?? '') ? amount : 0;
      case 'reserve':
      case 'debit':
      case 'transfer_out':
        return Math.min(before, amount);
      case 'charge':
        return Math.min(held, amount);
      case 'release':
        return held;
      case 'transfer_in':
        return marked;
    }
  }

  #pair(entry: NumberedEntry): void {
    const { reference, type, keyId, amount, marked = 0, other } = entry;
    const name = reference ?? '';
    const half = this.#halves.get(name);
    if (half === undefined) {
      this.#halves.set(name, entry);
      return;
    }
    this.#halves.delete(name);
    const fits = half.type !== type && half.keyId === other && half.other === keyId && half.amount === amount;
    if (!fits || (half.marked ?? 0) !== marked)
      this.#report(`the halves of transfer ${reference} differ: ${JSON.stringify([half, entry])}`);
  }
}
