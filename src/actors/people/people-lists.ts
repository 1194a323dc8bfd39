/** The lists of an account's people, users and open invitations. */
import type { StoreReader } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { existing, idsUnder, mapped, type Page, type PageRequest, takePage } from '../storage/page.js';
import { type InvitationState, readInvitation } from './invitation.js';
import { type Person, readPerson } from './user-record.js';

/** Newest first. */
export function listUsers(records: StoreReader, account: string, request: PageRequest): Page<Person> {
  const ids = idsUnder(records, 'account_users', `${account}/`, request);
  return takePage(
    existing('users', ids, (id) => readPerson(records, id), request),
    request.limit,
  );
}

/** All that stand, newest first; an account has few enough for one list. */
export function listInvitations(records: StoreReader, account: string): InvitationState[] {
  const { from, to } = withPrefix(`${account}/`);
  const ids = mapped(records.range('account_invitations', { from, to }), ({ key }) => key.slice(from.length));
  const all = [...existing('invitations', ids, (id) => readInvitation(id, records), {})];
  return all.sort((one, other) => other.expiresAt - one.expiresAt);
}
