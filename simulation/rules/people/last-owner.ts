/**
 * An account that has somebody with an owner's rights keeps one, and nobody else is kept as the last: by the
 * answers to those who take rights away, and by the counts on disk.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { Role } from '../../history/people-call.js';
import { TableImage } from '../facts/disk-image.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

interface UserRecord {
  readonly account: string;
  readonly role: Role;
}

interface CountRecord {
  readonly users: number;
  readonly owners: number;
}

const NOBODY: CountRecord = { users: 0, owners: 0 };

export const LAST_OWNER: Rule = {
  name: 'last-owner',
  says: "The last one with an owner's rights keeps them, anybody else can lose them; the counts on disk are those of the users.",
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const invited = new Set<string>();
    const users = new TableImage<UserRecord>('users');
    const counts = new TableImage<CountRecord>('account_people');

    const isOwner = (name: string, first: number, last: number): 'yes' | 'no' | 'maybe' => {
      const { isUser, role, hasSignedUp } = book.of(name);
      if (hasSignedUp) return 'maybe';
      const roles = role.possible(first, last);
      const isThere = isUser.possible(first, last);
      if (!isThere.includes(true) || roles.every((one) => one === 'member')) return 'no';
      return isThere.includes(false) || roles.includes('member') ? 'maybe' : 'yes';
    };

    const check = (exchange: Exchange): void => {
      const { seq, endSeq, answer } = exchange;
      const { call, request, ofAccount, session } = exchange.sent;
      if (call.op !== 'remove_user' && !(call.op === 'change_role' && call.role === 'member')) return;
      const { account } = book.of(call.name);
      if (account === undefined) return;
      const others = [...invited].filter((name) => {
        const { account: own, hasSignedUp } = book.of(name);
        return name !== call.name && (own === account || hasSignedUp);
      });
      const find = (is: 'yes' | 'no') => (name: string) => isOwner(name, seq - 1, endSeq) === is;
      const about = `request ${request} (${call.op} ${call.name})`;
      if (outcomeOf(exchange) === 'done') {
        if (isOwner(call.name, seq - 1, seq - 1) === 'yes' && others.every(find('no')))
          report(`${about} was done, and nobody else has an owner's rights in account ${account}`);
        return;
      }
      const other = others.find(find('yes'));
      // The operator's key may do it; a person or another key may lack the rights.
      const mayDoIt = session === undefined && ofAccount === undefined;
      if (mayDoIt && answer?.status === 400 && other !== undefined)
        report(`${about} was refused, although ${other} has an owner's rights in account ${account}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op === 'invite') invited.add(call.name);
        if (seen.what === 'answered') check(exchange);
      },
      disk(records: StoreReader) {
        const found = new Map<string, CountRecord>();
        for (const { account, role } of users.read(records).values()) {
          const { users, owners } = found.get(account) ?? NOBODY;
          found.set(account, { users: users + 1, owners: owners + (role === 'member' ? 0 : 1) });
        }
        const counted = counts.read(records);
        for (const account of new Set([...found.keys(), ...counted.keys()])) {
          const [is, says] = [found.get(account) ?? NOBODY, counted.get(account) ?? NOBODY];
          if (is.users !== says.users || is.owners !== says.owners)
            report(
              `account_people counts ${says.users} users of ${account}, ${says.owners} of them with an owner's rights; there are ${is.users}, ${is.owners} of them`,
            );
        }
      },
    };
  },
};
