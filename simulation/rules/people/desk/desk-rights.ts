/** Management keys and the audit trail are for an owner of their account, and for an operator. */
import type { DeskCall } from '../../../history/forms/desk-call.js';
import { outcomeOf } from '../../facts/people-outcomes.js';
import { PersonBook } from '../../facts/person-book.js';
import type { Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

const [FORBIDDEN, NOT_FOUND] = [403, 404];

export const DESK_RIGHTS: Rule = {
  name: 'desk-rights',
  says: 'Management keys and the audit trail are for owners of the account and for operators, and for nobody else.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);

    const check = (exchange: Exchange, call: DeskCall): void => {
      const { answer, seq, endSeq, sent } = exchange;
      const name = book.nameOf(exchange);
      if (name === undefined || answer === undefined || call.act === 'end_session') return;
      const { account: own, role, isUser } = book.of(name);
      if (own === undefined) return;
      const about = call.account ?? own;
      const roles = role.possible(seq, endSeq);
      const may = (one: string) => one === 'operator' || (one === 'owner' && about === own);
      const who = `request ${sent.request} (${call.act}): ${name}, ${roles.join(' or ')} of account ${own}`;
      if (outcomeOf(exchange) === 'done' && !roles.some(may)) report(`${who}, did that in account ${about}`);
      const isThere = !isUser.possible(seq, endSeq).includes(false);
      const isRefused =
        answer.status === FORBIDDEN || (answer.status === NOT_FOUND && call.act !== 'revoke_mkey');
      if (isRefused && isThere && roles.every(may))
        report(`${who}, is refused with ${answer.status} in account ${about}`);
      // Of an account out of reach nothing is told, not even that there is one.
      if (answer.status === FORBIDDEN && about !== own && !roles.includes('operator'))
        report(`${who}, is told that there is an account ${about}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (seen.what !== 'answered' || exchange?.sent.call.op !== 'desk') return;
        check(exchange, exchange.sent.call);
      },
    };
  },
};
