/**
 * A finding that does not go with its order is told to the operator, and stands on the order. Each start
 * tells of those that nobody has dealt with, for the process before may have ended before its word.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { Observation, PaymentAnswered } from '../../history/observation.js';
import { TableImage } from '../facts/disk-image.js';
import { hasSmallCommits, hasSmallMailboxes } from '../facts/options.js';
import type { OrderRecord } from '../facts/order-image.js';
import { type AskedCheckout, CALL_LIMIT_MS, flawOf } from '../facts/payment-findings.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

interface KnownCheckout extends AskedCheckout {
  readonly order: string;
  /** The order is paid, or may be: nothing that comes later is news to it. */
  isPaid: boolean;
}

/** Not findings of a look: the key's room was given back, its reference stands for another movement. */
const OF_THE_CREDIT: readonly string[] = ['no_room', 'reference'];
/** A process that has been up for so long has told of all that was set aside before it. */
const TOLD_AGAIN_WITHIN_MS = 5_000;

export const ORDER_MISMATCH: Rule = {
  name: 'order-mismatch',
  says: 'A finding about a payment that differs from its order is told to the operator, once for each kind in a row and at each start, and no other finding is.',
  watch: (setup, report) => new OrderMismatch(report, hasSmallMailboxes(setup) || hasSmallCommits(setup)),
};

class OrderMismatch implements Invariant {
  readonly #report: Report;
  readonly #isCrowded: boolean;
  readonly #orders = new TableImage<OrderRecord>('orders');
  readonly #checkouts = new Map<string, KnownCheckout>();
  readonly #looks = new Map<number, { readonly checkout: string; readonly at: number }>();
  /** Kinds that looks of each order have shown, over the whole run. */
  readonly #found = new Map<string, Set<string>>();
  /** The finding of each order that was told last. */
  readonly #told = new Map<string, string>();
  /** Found in this life of the process, and not told yet. */
  readonly #untold = new Map<string, string>();
  /** Orders that were set aside when no process ran, with the kind. */
  #asideAtRest: ReadonlyMap<string, string> = new Map();
  /** Those of which this process has not told yet. */
  readonly #toTellAgain = new Map<string, string>();
  #startedAt = 0;
  /** The disk fails, or the node stops and hears no more answers. */
  #isDeaf = false;

  /** @param isCrowded a stop may come before a mailbox, or a commit, has room for what a look has found */
  constructor(report: Report, isCrowded: boolean) {
    this.#report = report;
    this.#isCrowded = isCrowded;
  }

  observe(...[seen]: Parameters<Invariant['observe']>): void {
    switch (seen.what) {
      case 'checkout_made':
        this.#checkouts.set(seen.checkout, { ...seen, isPaid: false });
        return;
      case 'payment_called':
        if (seen.kind === 'look') this.#looks.set(seen.call, seen);
        return;
      case 'payment_answered':
        this.#answered(seen, seen.at);
        return;
      case 'set_aside':
        this.#setAside(seen);
        return;
      case 'disk_failed':
        this.#isDeaf = true;
        this.#forget();
        return;
      case 'stopping':
        this.#isDeaf = true;
        this.#checkToldAgain(seen.at);
        return;
      case 'crashed':
        this.#forget();
        return;
      case 'starting':
        for (const [order, kind] of this.#asideAtRest) this.#toTellAgain.set(order, kind);
        return;
      case 'started':
        this.#isDeaf = false;
        this.#startedAt = seen.at;
        return;
      case 'stopped':
        if (this.#isCrowded) this.#untold.clear();
        this.#checkTold();
        return;
    }
  }

  disk(records: StoreReader): void {
    const aside = new Map<string, string>();
    this.#asideAtRest = aside;
    for (const [id, { machine, dismissal }] of this.#orders.read(records)) {
      const kind = machine.context.mismatch?.kind;
      const isSetAside = kind !== undefined && dismissal === undefined;
      if (isSetAside) aside.set(id, kind);
      if ((records.get('set_aside_orders', id) !== undefined) !== isSetAside) {
        this.#report(`on disk, the list of what was set aside is wrong of ${id}, whose finding is ${kind}`);
      }
      if (kind === undefined || OF_THE_CREDIT.includes(kind) || this.#found.get(id)?.has(kind)) continue;
      this.#report(`on disk, ${id} has a finding that nobody made: ${kind}`);
    }
  }

  #answered({ call, answer }: PaymentAnswered, at: number): void {
    const look = this.#looks.get(call);
    const known = this.#checkouts.get(look?.checkout ?? '');
    if (look === undefined || known === undefined) return;
    const kind = flawOf(answer, look.checkout, known);
    if (kind === undefined) {
      if (answer.kind !== 'seen' || answer.status !== 'paid') return;
      known.isPaid = true;
      this.#toTellAgain.delete(known.order);
      return;
    }
    const { order } = known;
    this.#found.set(order, (this.#found.get(order) ?? new Set()).add(kind));
    const isNews = this.#told.get(order) !== kind && !this.#untold.has(order);
    const isInTime = at - look.at < CALL_LIMIT_MS;
    if (isNews && isInTime && !known.isPaid && !this.#isDeaf) this.#untold.set(order, kind);
  }

  #setAside({ order, kind }: Extract<Observation, { readonly what: 'set_aside' }>): void {
    if (!OF_THE_CREDIT.includes(kind) && !this.#found.get(order)?.has(kind))
      this.#report(`${kind} of ${order} was told of, and nobody found it`);
    this.#told.set(order, kind);
    this.#untold.delete(order);
    this.#toTellAgain.delete(order);
  }

  #forget(): void {
    this.#untold.clear();
    this.#toTellAgain.clear();
  }

  #checkToldAgain(now: number): void {
    if (now - this.#startedAt >= TOLD_AGAIN_WITHIN_MS)
      for (const [order, kind] of this.#toTellAgain)
        this.#report(`${kind} of ${order} stood on disk at a start, which told nothing of it`);
    this.#toTellAgain.clear();
  }

  #checkTold(): void {
    for (const [order, kind] of this.#untold) this.#report(`${kind} of ${order} was found and never told of`);
    this.#untold.clear();
  }
}
