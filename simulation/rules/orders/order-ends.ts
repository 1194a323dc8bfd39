/** An order ends for a cause that the payment service named, or without a payment at its deadline. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import type { OrderRecord } from '../facts/order-image.js';
import { type AskedCheckout, flawOf } from '../facts/payment-findings.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';
import { CARD_ENDS } from './cards.js';
import { orderAsked } from './orders-made.js';

const DEADLINE_MS = 3_600_000;
const MICRO_DA_PER_DA = 1_000_000;
const ENDS: readonly string[] = ['paid', 'failed', 'canceled', 'expired'];

export const ORDER_ENDS: Rule = {
  name: 'order-ends',
  says: 'An order is paid, fails, is canceled or expires if the payment service says so of its own checkout, amount, currency and mode, or refuses to make one, or at its deadline; one without money is canceled by a void, too.',
  watch(_, report) {
    const doubt = new SteadyDoubt();
    const orders = new TableImage<OrderRecord>('orders');
    /** By call, the order that it is for. */
    const calls = new Map<number, { readonly order: string; readonly checkout: string }>();
    const checkouts = new Map<string, AskedCheckout & { readonly order: string }>();
    /** The words of the payment service about each order that go with it. */
    const said = new Map<string, Set<string>>();
    /** When an order of an amount was first asked for. */
    const askedAt = new Map<number, number>();
    /** By order, the end that was judged. */
    const ended = new Map<string, string>();
    let isVoided = false;
    let now = 0;
    return {
      observe(seen) {
        now = seen.at;
        doubt.observe(seen);
        const wanted = seen.what === 'sent' ? orderAsked(seen.call) : undefined;
        if (wanted !== undefined) {
          const { amountDa } = wanted;
          if (!askedAt.has(amountDa)) askedAt.set(amountDa, seen.at);
        } else if (seen.what === 'sent' && seen.call.op === 'void_simulated') {
          isVoided = true;
        } else if (seen.what === 'checkout_made') {
          checkouts.set(seen.checkout, seen);
        } else if (seen.what === 'payment_called') {
          const { checkout } = seen;
          const made = checkouts.get(checkout)?.order ?? '';
          calls.set(seen.call, { order: seen.kind === 'create' ? seen.order : made, checkout });
        } else if (seen.what === 'payment_answered') {
          const { order = '', checkout = '' } = calls.get(seen.call) ?? {};
          const known = checkouts.get(checkout);
          if (known !== undefined && flawOf(seen.answer, checkout, known) !== undefined) return;
          const heard = seen.answer.kind === 'seen' ? seen.answer.status : seen.answer.kind;
          said.set(order, (said.get(order) ?? new Set()).add(heard));
        }
      },
      disk(records: StoreReader) {
        for (const [id, { status, amount, service, card }] of orders.read(records)) {
          if (!ENDS.includes(status) || ended.get(id) === status) continue;
          ended.set(id, status);
          const heard = said.get(id) ?? new Set<string>();
          if (heard.has(status) || (status === 'failed' && heard.has('refused'))) continue;
          // The rule of cards says which card is used.
          if (card !== undefined && CARD_ENDS.get(card.use) === status) continue;
          if (isVoided && status === 'canceled' && !service.isLive) continue;
          const from = askedAt.get(amount / MICRO_DA_PER_DA) ?? 0;
          const isDue = now - from >= DEADLINE_MS - doubt.slackSince(from);
          if (status !== 'expired' || !isDue) report(`${id} is ${status}, and nobody said so`);
        }
      },
    };
  },
};
