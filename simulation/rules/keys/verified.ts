/** The limits of requests that an account sets with its own management key: it may once it is verified. */
import { codeOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { AccountBook } from './account-book.js';

/** Answers that come before the others, or instead of them, whatever was asked for. */
const ANY_TIME: readonly number[] = [429, 500, 503];

export const VERIFIED: Rule = {
  name: 'verified',
  says: 'The management key of an account sets the limits of its keys if the account is verified, and only then; so it stays until an operator changes that.',
  watch(_, report, requests) {
    const book = new AccountBook(requests);

    const judge = ({ sent, answer, seq, endSeq }: Exchange): void => {
      const { call, ofAccount, request } = sent;
      const sets = call.op === 'set_rpm' || (call.op === 'create_key' && call.rpm !== undefined);
      if (!sets || ofAccount === undefined || answer === undefined) return;
      const code = codeOf(answer);
      const possible = book.account(ofAccount)?.isVerified.possible(seq, endSeq);
      if (possible === undefined || ANY_TIME.includes(answer.status) || code === 'operator_only') return;
      const about = `request ${request} (${call.op}) with the management key of ${ofAccount}`;
      if (code === 'account_not_verified') {
        if (!possible.includes(false)) report(`${about} is refused as not verified, and the account is`);
      } else if (!possible.includes(true)) {
        report(`${about} answered ${answer.status}, and the account is not verified`);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (seen.what === 'answered' && exchange !== undefined) judge(exchange);
      },
    };
  },
};
