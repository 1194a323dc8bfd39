/** An order that waits for its payment is looked at again and again. */
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const MINUTE_MS = 60_000;
/** Of an order from its making, and so at the latest of its checkout from then on. */
const DEADLINE_MS = 3_500_000;
/** A commit, a call that is given up, and the turn in which its successor is asked for. */
const MARGIN_MS = 3_000;

export const ORDER_LOOKS: Rule = {
  name: 'order-looks',
  says: 'While all is well, an order that waits for its payment is looked at once a minute at least.',
  watch(_, report) {
    /** By checkout, its order, and when it was made. */
    const orders = new Map<string, { readonly order: string; readonly at: number }>();
    const doubt = new SteadyDoubt();
    const over = new Set<string>();
    const looks = new Map<number, string>();
    /** By checkout, when it was last looked at, and nothing but an open one was seen since. */
    const waiting = new Map<string, number>();
    let isQuiet = false;
    const check = (checkout: string, at: number) => {
      const since = waiting.get(checkout);
      const { order = '', at: madeAt = 0 } = orders.get(checkout) ?? {};
      waiting.delete(checkout);
      if (since === undefined || over.has(checkout)) return;
      const mayBeOver = since + MINUTE_MS + MARGIN_MS + doubt.slackSince(madeAt) > madeAt + DEADLINE_MS;
      if (at - since > MINUTE_MS + MARGIN_MS && !mayBeOver)
        report(`${order} was not looked at for ${at - since} ms`);
    };
    return {
      observe(seen) {
        doubt.observe(seen);
        switch (seen.what) {
          case 'quiet':
            isQuiet = true;
            return;
          case 'stopping':
            for (const checkout of [...waiting.keys()]) check(checkout, seen.at);
            return;
          case 'crashed':
            waiting.clear();
            return;
          case 'checkout_made':
            orders.set(seen.checkout, seen);
            return;
          case 'payment_called': {
            if (seen.kind !== 'look') return;
            looks.set(seen.call, seen.checkout);
            check(seen.checkout, seen.at);
            return;
          }
          case 'payment_answered': {
            const checkout = looks.get(seen.call);
            if (checkout === undefined || seen.answer.kind !== 'seen') return;
            if (!isQuiet && seen.answer.status === 'open') return;
            if (seen.answer.status === 'open') waiting.set(checkout, seen.at);
            else over.add(checkout);
            return;
          }
        }
      },
    };
  },
};
