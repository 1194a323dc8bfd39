/** The accounts that lists show. */
import { bodyOf, type Exchange, isObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { AccountBook } from './account-book.js';

export const ACCOUNTS_SHOWN: Rule = {
  name: 'accounts-shown',
  says: 'A list shows each account under the name that an operator gave it last, and as verified or not.',
  watch(_, report, requests) {
    const book = new AccountBook(requests);

    const check = ({ sent, answer, seq, endSeq }: Exchange): void => {
      const { data } = (answer && bodyOf(answer)) ?? {};
      for (const shown of Array.isArray(data) ? data.filter(isObject) : []) {
        const { id, name, verified } = shown;
        const account = book.account(String(id));
        if (account === undefined) continue;
        const names = account.name.possible(seq, endSeq);
        if (!names.includes(String(name)))
          report(`request ${sent.request}: ${id} is called "${name}", not "${names.join('" or "')}"`);
        if (!account.isVerified.possible(seq, endSeq).includes(verified === true))
          report(`request ${sent.request}: ${id} is shown ${verified === true ? '' : 'un'}verified`);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (seen.what !== 'answered' || seen.status !== 200 || exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op === 'page' && call.list === 'accounts') check(exchange);
      },
    };
  },
};
