/** The people of an account, and its open invitations. */
import { mayManage } from '../../../../actors/people/rights.js';
import { seenAtS } from '../../../../actors/people/sessions.js';
import type { Person } from '../../../../actors/people/user-record.js';
import { authorOf } from '../../../../people/people-results.js';
import { unixSecondsOf } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import { findInvitation } from '../../../operations/find-in-reach.js';
import { USER_ID } from '../../../schemas/identifiers.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { type ListedPerson, PeoplePage, type PeoplePageProps } from './people-page.js';

const PAGE_LENGTH = 25;

/** A member sees names and roles: neither times nor invitations. */
export const listPeople: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const { signedIn, query } = request;
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    const sent = query.get('after');
    const after = sent !== null && USER_ID.test(sent) ? sent : undefined;
    const { items, hasMore } = deps.people.users(account.id, { limit: PAGE_LENGTH, after });
    const mayChange = mayManage(signedIn, account.id);
    const last = hasMore ? items.at(-1)?.id : undefined;
    const invitations = mayChange && after === undefined ? deps.people.invitations(account.id) : [];
    return show(
      request,
      <PeoplePage
        account={account}
        people={items.map((person) => listed(person, mayChange, deps))}
        invitations={invitations.map((one) => ({
          ...one,
          expiresAtS: unixSecondsOf(one.expiresAt, deps.world),
        }))}
        mayChange={mayChange}
        newest={after === undefined ? undefined : pathOn(account.id, '/people', request)}
        older={last && pathOn(account.id, '/people', request, { after: last })}
        done={doneOf(query)}
      />,
    );
  },
  /** Withdraws an invitation. */
  async post(request, form, { deps }) {
    const { signedIn, address } = request;
    const invitation = findInvitation(signedIn, form.get('invitation') ?? '', deps);
    if (invitation === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(signedIn, invitation.account)) return showTrouble(request, 'notYours');
    const told = await deps.people.withdrawInvitation(authorOf(signedIn, address), invitation.id);
    if (!told.ok) return showTrouble(request, 'unavailable');
    // Somebody may have accepted it meanwhile.
    if (told.reply.outcome !== 'withdrawn') return showTrouble(request, 'notFound');
    return goTo(pathOn(invitation.account, '/people', request, { withdrawn: '' }));
  },
};

function listed(person: Person, isWhole: boolean, { people }: GatewayDeps): ListedPerson {
  const { id, name, role } = person;
  const [newest] = isWhole ? people.sessionsOf({ user: id }) : [];
  return { id, name, role, seenAtS: newest && seenAtS(newest) };
}

function doneOf(query: URLSearchParams): PeoplePageProps['done'] {
  if (query.has('withdrawn')) return 'withdrawn';
  return query.has('removed') ? 'removed' : undefined;
}
