/** An order that waits for its payment is looked at again and again; after its end, every day for a week. */
import type { Rule } from '../invariant.js';

const MINUTE_MS = 60_000;
/** A commit, a call that is given up, and the turn in which its successor is asked for. */
const MARGIN_MS = 3_000;

export const ORDER_LOOKS: Rule = {
  name: 'order-looks',
  says: 'While all is well, an order that waits for its payment is looked at once a minute at least.',
  watch(_, report) {
    const orders = new Map<string, string>();
    const looks = new Map<number, string>();
    /** By checkout, when it was last looked at, and nothing but an open one was seen since. */
    const waiting = new Map<string, number>();
    let isQuiet = false;
    const check = (checkout: string, at: number) => {
      const since = waiting.get(checkout);
      if (isQuiet && since !== undefined && at - since > MINUTE_MS + MARGIN_MS) {
        report(`${orders.get(checkout)} was not looked at for ${at - since} ms`);
      }
      waiting.delete(checkout);
    };
    return {
      observe(seen) {
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
            orders.set(seen.checkout, seen.order);
            return;
          case 'payment_called': {
            if (seen.kind !== 'look') return;
            looks.set(seen.call, seen.checkout);
            check(seen.checkout, seen.at);
            return;
          }
          case 'payment_answered': {
            const checkout = looks.get(seen.call);
            if (!isQuiet || checkout === undefined || seen.answer.kind !== 'seen') return;
            if (seen.answer.status === 'open') waiting.set(checkout, seen.at);
            return;
          }
        }
      },
    };
  },
};
