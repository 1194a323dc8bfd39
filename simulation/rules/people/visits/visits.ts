/** A page is shown to all who may see it; to others it is forbidden, or as if it were not there. */
import { isOfAccount, isOfKey, type VisitCall, type Visited } from '../../../history/forms/visit-call.js';
import type { Role } from '../../../history/people-call.js';
import { PersonBook } from '../../facts/person-book.js';
import type { Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';
import { KeyOwners } from '../../keys/key-owners.js';

const [FORBIDDEN, NOT_FOUND] = [403, 404];
/** Pages about an account, and about a key, that a member of that account may read. */
const READ: readonly Visited[] = ['keys', 'people', 'usage', 'key'];
/** Of those about a key, for operators alone. */
const CREDIT: readonly Visited[] = ['credit', 'debit'];
const FOR_OPERATORS: readonly Visited[] = [...CREDIT, 'node', 'accounts', 'new_account', 'account'];

export const VISITS: Rule = {
  name: 'visits',
  says: 'Members read the pages of their account, owners manage it, and operators see all; whoever may not see a page is refused, and of an account out of reach nothing is told.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const keys = new KeyOwners();
    /** The names of users who may have been removed. */
    const gone = new Set<string>();

    /** The account that a page is about; undefined if that is not known. */
    const aboutOf = (call: VisitCall, own: number): number | undefined => {
      const { page, account, key = 0, name = '' } = call;
      if (page === 'person') return book.of(name).hasSignedUp ? undefined : book.of(name).account;
      if (isOfKey(page)) return keys.accountOf(key);
      return isOfAccount(page) ? (account ?? own) : own;
    };

    const check = (exchange: Exchange, call: VisitCall): void => {
      const { answer, seq, endSeq, sent } = exchange;
      const name = book.nameOf(exchange);
      if (name === undefined || answer === undefined) return;
      const { account: own, role } = book.of(name);
      const about = own === undefined ? undefined : aboutOf(call, own);
      if (own === undefined || about === undefined) return;
      const roles = role.possible(seq, endSeq);
      const isSelf = call.page === 'person' && call.name === name;
      const may = (one: Role) => isSelf || mayVisit(call.page, one, about === own);
      const who = `request ${sent.request} (${call.page}): ${name}, ${roles.join(' or ')} of account ${own}`;
      if (answer.status === 200) {
        if (!roles.some(may)) report(`${who}, is shown that of account ${about}`);
        return;
      }
      if (answer.status !== FORBIDDEN && answer.status !== NOT_FOUND) return;
      const isThere = [name, call.name ?? name].every(
        (one) => !book.of(one).isUser.possible(seq, endSeq).includes(false),
      );
      const isOver = call.page === 'rotate' && keys.mayBeRevoked(call.key ?? 0);
      // A name that joins anew is another user, whose page is at another address.
      const isSure = call.page !== 'person' || !gone.has(call.name ?? '');
      if (isThere && !isOver && isSure && roles.every(may))
        report(`${who}, is refused with ${answer.status} in account ${about}`);
      if (answer.status === FORBIDDEN && about !== own && !roles.includes('operator'))
        report(`${who}, is told that there is an account ${about}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        keys.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op === 'remove_user') gone.add(call.name);
        if (seen.what === 'answered' && call.op === 'visit') check(exchange, call);
      },
    };
  },
};

/** Whether somebody of that role may, of their own account or of another one. */
function mayVisit(page: Visited, role: Role, isOwn: boolean): boolean {
  if (role === 'operator') return true;
  if (!isOwn || FOR_OPERATORS.includes(page)) return false;
  const isAbout = isOfAccount(page) || isOfKey(page) || page === 'person';
  return role === 'owner' || !isAbout || READ.includes(page);
}
