/** Each order whose checkout was paid is credited once, with its amount, and no other order ever is. */
import type { StoreReader } from '../../../src/store/store.js';
import { type KeyRecord, LedgerImage, type NumberedEntry, TableImage } from '../facts/disk-image.js';
import { checkoutOf, type OrderRecord } from '../facts/order-image.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

interface PaidCheckout {
  readonly order: string;
  readonly amountMicroDa: number;
  isPaid: boolean;
  /** The payment service says something else of it whenever it is asked in the end. */
  readonly isNeverTrue: boolean;
}

const MICRO_DA_PER_DA = 1_000_000;
/** The most that a key receives in its life (contract). */
const LIFETIME_MICRO_DA = 1_000_000_000_000_000;

export const ORDER_CREDIT: Rule = {
  name: 'order-credit',
  says: 'An order is paid exactly if its checkout was paid and the payment service said so of that checkout, amount, currency and mode; then its key has one credit of its amount, in the commit that closed the order.',
  watch: (_, report) => new OrderCredit(report),
};

class OrderCredit implements Invariant {
  readonly #report: Report;
  readonly #ledger = new LedgerImage();
  readonly #orders = new TableImage<OrderRecord>('orders');
  readonly #checkouts = new Map<string, PaidCheckout>();
  /** Amounts of which no look tells the truth in the end. */
  readonly #neverTrue = new Set<number>();
  readonly #scripted = new Set<number>();
  /** The entry of each checkout that was credited. */
  readonly #credits = new Map<string, NumberedEntry>();
  /** A client may have ended orders for which no money is paid. */
  #mayBeVoided = false;
  #atEnd: ReadonlyMap<string, OrderRecord> = new Map();
  #keys: ReadonlyMap<string, KeyRecord> = new Map();

  constructor(report: Report) {
    this.#report = report;
  }

  observe(...[seen]: Parameters<Invariant['observe']>): void {
    if (seen.what === 'sent' && seen.call.op === 'order' && !this.#scripted.has(seen.call.amountDa)) {
      if (seen.call.script === undefined) return;
      this.#scripted.add(seen.call.amountDa);
      if (seen.call.script.atLast !== undefined) this.#neverTrue.add(seen.call.amountDa);
    } else if (seen.what === 'sent' && seen.call.op === 'void_simulated') {
      // That of the end comes when every payment has been found out.
      this.#mayBeVoided ||= seen.step !== 0;
    } else if (seen.what === 'checkout_made') {
      const { checkout, order, amountDa } = seen;
      this.#checkouts.set(checkout, {
        order,
        amountMicroDa: amountDa * MICRO_DA_PER_DA,
        isPaid: false,
        isNeverTrue: this.#neverTrue.has(amountDa),
      });
    } else if (seen.what === 'checkout_ended' && seen.status === 'paid') {
      const checkout = this.#checkouts.get(seen.checkout);
      if (checkout !== undefined) checkout.isPaid = true;
    }
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    const orders = this.#orders.read(records);
    for (const entry of this.#ledger.read(records, () => {})) this.#credited(entry);
    for (const [id, order] of orders) this.#checkOrder(id, order);
    for (const [checkout, entry] of this.#credits) this.#checkCredit(checkout, entry, orders);
    if (when !== 'end') return;
    this.#atEnd = orders;
    this.#keys = new TableImage<KeyRecord>('keys').read(records);
  }

  end(): void {
    for (const [id, checkout] of this.#checkouts) {
      if (!checkout.isPaid || checkout.isNeverTrue) continue;
      const order = this.#atEnd.get(checkout.order);
      if (order?.status === 'paid' || (order !== undefined && this.#hasNoRoom(order))) continue;
      if (this.#mayBeVoided && order?.service.isLive === false) continue;
      this.#report(`${id} of ${checkout.order} was paid, and the order is ${order?.status}`);
    }
  }

  /** It was paid so late that its room had been given back, and there is no other. */
  #hasNoRoom({ machine, key, amount }: OrderRecord): boolean {
    const { credited = 0, withdrawn = 0 } = this.#keys.get(key) ?? {};
    return machine.context.mismatch?.kind === 'no_room' && credited + withdrawn + amount > LIFETIME_MICRO_DA;
  }

  #credited(entry: NumberedEntry): void {
    if (entry.type !== 'credit') return;
    const checkout = checkoutOf(entry.reference);
    if (checkout === undefined) return;
    if (this.#credits.has(checkout)) this.#report(`${checkout} was credited twice`);
    this.#credits.set(checkout, entry);
    const truth = this.#checkouts.get(checkout);
    if (truth?.isPaid !== true && !isOfOwnDesk(checkout))
      this.#report(`${checkout} was credited, and nobody has paid it`);
    if (truth !== undefined && truth.amountMicroDa !== entry.amount) {
      this.#report(`${checkout} of ${truth.amountMicroDa} micro-DA was credited with ${entry.amount}`);
    }
  }

  #checkCredit(checkout: string, entry: NumberedEntry, orders: ReadonlyMap<string, OrderRecord>): void {
    const orderId = isOfOwnDesk(checkout) ? checkout : (this.#checkouts.get(checkout)?.order ?? '');
    const order = orders.get(orderId);
    const isOwn = order?.status === 'paid' && order.machine.context.checkout?.id === checkout;
    if (!isOwn) this.#report(`on disk, ${checkout} is credited, and ${orderId} is not paid with it`);
    else if (
      order.key !== entry.keyId ||
      order.amount !== entry.amount ||
      order.paid?.entry !== entry.number
    ) {
      this.#report(`on disk, ${orderId} does not go with its credit: ${JSON.stringify(order)}`);
    }
  }

  #checkOrder(id: string, { status, machine, paid }: OrderRecord): void {
    const checkout = machine.context.checkout?.id ?? '';
    if ((status === 'paid') !== (paid !== null))
      this.#report(`on disk, ${id} is ${status}, paid ${paid?.at}`);
    if (status === 'paid' && !this.#credits.has(checkout))
      this.#report(`on disk, ${id} is paid, and its key has no credit for ${checkout}`);
  }
}

/** At the gateway's own desk a checkout has the id of its order; the rule of cards says how it ends. */
function isOfOwnDesk(checkout: string): boolean {
  return checkout.startsWith('order_');
}
