/** Orders that people make with a form: one for each, however often its button is pressed. */
import type { Rule } from '../invariant.js';
import { orderMade } from './orders-made.js';

export const ORDER_FORMS: Rule = {
  name: 'order-forms',
  says: 'A form that orders credit makes one order, to which it leads however often it is sent; another form makes another.',
  watch(_, report) {
    /** By the text that its page gave the form. */
    const orders = new Map<string, string>();
    return {
      observe(seen, exchange) {
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { call, request } = exchange.sent;
        const made = orderMade(exchange);
        if (call.op !== 'form' || call.act !== 'order' || made === undefined) return;
        const before = orders.get(call.once);
        if (before !== undefined && before !== made)
          report(`request ${request}: the form "${call.once}" made ${made}, and ${before} before`);
        const others = [...orders].filter(([once, id]) => once !== call.once && id === made);
        for (const [once] of others)
          report(`request ${request}: the form "${call.once}" led to ${made}, of "${once}"`);
        orders.set(call.once, made);
      },
    };
  },
};
