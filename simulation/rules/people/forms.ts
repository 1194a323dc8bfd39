/**
 * The forms about keys and orders: an owner sends those about the keys of the account, an operator any.
 * Credit that comes from nowhere or goes there, orders that were set aside, and accounts are for operators.
 */
import type { FormCall } from '../../history/forms/form-call.js';
import type { Role } from '../../history/people-call.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { KeyOwners } from '../keys/key-owners.js';

const FOR_OPERATORS: readonly FormCall['act'][] = ['credit', 'debit', 'dismiss', 'rename_account'];
const [FORBIDDEN, NOT_FOUND] = [403, 404];

export const FORMS: Rule = {
  name: 'forms',
  says: 'A form about a key is taken from an owner of its account or an operator; one about credit from nowhere, an order that was set aside, or an account, from an operator alone.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const keys = new KeyOwners();

    const check = (exchange: Exchange, call: FormCall): void => {
      const { answer, seq, endSeq, sent } = exchange;
      const name = book.nameOf(exchange);
      if (name === undefined || answer === undefined) return;
      const { account, role, isUser } = book.of(name);
      if (account === undefined) return;
      const about = aboutOf(call, account, keys);
      const roles = role.possible(seq, endSeq);
      const who = `request ${sent.request} (${call.act}): ${name}, ${roles.join(' or ')} of account ${account}`;
      const may = (one: Role) =>
        one === 'operator' || (one === 'owner' && about !== undefined && mayOwner(call, account, about));
      if (outcomeOf(exchange) === 'done') {
        if (about !== undefined && !roles.some(may))
          report(`${who}, did that in account ${about.join(' and ')}`);
        return;
      }
      const isOver = 'key' in call && keys.mayBeRevoked(call.key);
      const isThere = !isOver && !isUser.possible(seq, endSeq).includes(false);
      const isRefused =
        answer.status === FORBIDDEN || (answer.status === NOT_FOUND && call.act !== 'transfer');
      if (about !== undefined && isThere && isRefused && roles.every(may))
        report(`${who}, is refused with ${answer.status} in account ${about.join(' and ')}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        keys.observe(seen, exchange);
        if (exchange === undefined || seen.what !== 'answered') return;
        const { call } = exchange.sent;
        if (call.op !== 'form') return;
        check(exchange, call);
        const shown = bodyOf(seen)?.hasSecret;
        if (shown === true && call.act !== 'make_key' && call.act !== 'rotate_key')
          report(`request ${exchange.sent.request} (${call.act}) was shown the secret of a key`);
      },
    };
  },
};

/** The accounts of the things that a form is about; undefined if one of them is unknown. */
function aboutOf(call: FormCall, own: number, known: KeyOwners): readonly number[] | undefined {
  if (call.act === 'make_key') return [call.account ?? own];
  if (call.act === 'dismiss') return [];
  if (call.act === 'rename_account') return [call.account];
  const keys = 'to' in call && call.to !== undefined ? [call.key, call.to] : [call.key];
  const found = keys.flatMap((key) => known.accountOf(key) ?? []);
  return found.length === keys.length ? found : undefined;
}

function mayOwner({ act }: FormCall, own: number, about: readonly number[]): boolean {
  return !FOR_OPERATORS.includes(act) && about.every((account) => account === own);
}
