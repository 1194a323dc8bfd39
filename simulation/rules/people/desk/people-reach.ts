/**
 * The management key of an account has the rights of its owner: it handles the people of its account as an
 * owner does, and those of another account do not exist for it.
 */
import type { PeopleCall } from '../../../history/people-call.js';
import { PersonBook } from '../../facts/person-book.js';
import { bodyOf, codeOf, type Exchange, isObject } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

const ANY_TIME: readonly number[] = [408, 429, 500, 503];

export const PEOPLE_REACH: Rule = {
  name: 'people-reach',
  says: 'With the management key of an account its people are invited, changed and listed as by an owner; those of another account, and its audit trail, do not exist.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    /** By their number. */
    const accounts = ['acct_default'];

    const accountOf = (call: PeopleCall, exchange: Exchange): number | undefined => {
      switch (call.op) {
        case 'invite':
        case 'list_users':
        case 'list_invitations':
        case 'read_audit':
          return call.account;
        case 'change_role':
        case 'grant':
        case 'remove_user':
          return book.of(call.name).hasSignedUp ? undefined : book.of(call.name).account;
        case 'withdraw': {
          const invited = book.invitationOf(exchange)?.sent.call;
          return invited?.op === 'invite' ? invited.account : undefined;
        }
        default:
          return undefined;
      }
    };

    const wrongIn = (call: PeopleCall, exchange: Exchange, account: string): string | undefined => {
      const { answer, sent } = exchange;
      if (answer === undefined) return undefined;
      const code = codeOf(answer);
      const isOwn = account === sent.ofAccount;
      const asksForOperators = 'role' in call && call.role === 'operator';
      if (asksForOperators) {
        // A user may be gone.
        const isRefused =
          code === 'operator_only' || (code === 'not_found' && (!isOwn || call.op !== 'invite'));
        return isRefused ? undefined : `answered ${answer.status}, and operators are for operators`;
      }
      if (!isOwn)
        return code === 'not_found' ? undefined : `answered ${answer.status}, and it is of ${account}`;
      if (code === 'operator_only') return 'is refused, and it is not for operators alone';
      const isList = call.op.startsWith('list_') || call.op === 'read_audit' || call.op === 'invite';
      return isList && code === 'not_found' ? 'its own account does not exist' : undefined;
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { ofAccount, request } = exchange.sent;
        const call = exchange.sent.call as PeopleCall;
        if (exchange.sent.call.op === 'create_account' && seen.status === 201)
          accounts.push(String(bodyOf(seen)?.id));
        const account = accounts[accountOf(call, exchange) ?? -1];
        if (account === undefined) return;
        if (call.op === 'list_users' || call.op === 'list_invitations')
          for (const other of othersIn(seen, account))
            report(`request ${request} (${call.op} of ${account}) lists ${other}`);
        if (ofAccount === undefined || ANY_TIME.includes(seen.status)) return;
        const wrong = wrongIn(call, exchange, account);
        if (wrong !== undefined)
          report(`request ${request} (${call.op}) with the management key of ${ofAccount}: ${wrong}`);
      },
    };
  },
};

function othersIn(answer: NonNullable<Exchange['answer']>, account: string): readonly string[] {
  const { data } = bodyOf(answer) ?? {};
  return (Array.isArray(data) ? data.filter(isObject) : [])
    .filter((item) => item.account !== account)
    .map((item) => `${String(item.id)} of ${String(item.account)}`);
}
