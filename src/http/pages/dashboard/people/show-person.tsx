/** One person: role, granted keys, a new password, removal. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { mayHandle, mayManage, ROLES } from '../../../../actors/people/rights.js';
import { seenAtS } from '../../../../actors/people/sessions.js';
import type { UserReply } from '../../../../actors/people/user-messages.js';
import type { Person } from '../../../../actors/people/user-record.js';
import type { Outcome } from '../../../../actors/runtime/behavior.js';
import { authorOf } from '../../../../people/people-results.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount, findKey, findUser } from '../../../operations/find-in-reach.js';
import type { PageAnswer } from '../../page.js';
import { pathOn } from '../requests/account-asked.js';
import { type DashboardPage, type DashboardParts, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { invited } from './invite.js';
import { PersonPage, type PersonPageProps } from './person-page.js';
import { rolesToGive } from './role-options.js';

/** Keys that can be granted to one person. */
const KEYS_MAX = 100;
/** Keys that are looked at for those. */
const KEYS_LOOKED_AT = 500;

export const showPerson: DashboardPage = {
  isFor: 'signed_in',
  get(request, parts) {
    const found = personOf(request, parts.deps);
    if (found === undefined) return showTrouble(request, 'notFound');
    return personPage(request, found, parts);
  },
  async post(request, form, parts) {
    const { deps } = parts;
    const found = personOf(request, deps);
    if (found === undefined) return showTrouble(request, 'notFound');
    const { signedIn, address } = request;
    const { id, account, name, role } = found.user;
    if (!mayManage(signedIn, account)) return showTrouble(request, 'notYours');
    const author = authorOf(signedIn, address);
    const answered = (told: Outcome<UserReply>) => answer(request, found, told, parts);
    switch (form.get('act')) {
      case 'role': {
        const wanted = ROLES.find((one) => one === form.get('role'));
        return wanted === undefined
          ? personPage(request, found, parts)
          : answered(await deps.people.changeRole(author, id, wanted));
      }
      case 'grants': {
        const keys = form.getAll('key').slice(0, KEYS_MAX);
        if (keys.some((key) => findKey(signedIn, key, deps)?.account !== account))
          return showTrouble(request, 'notFound');
        return answered(await deps.people.grant(author, id, keys));
      }
      case 'invite':
        return invited(request, found.account, { name, role }, form, parts);
      case 'remove':
        return answered(await deps.people.removeUser(author, id));
      default:
        return showTrouble(request, 'notFound');
    }
  },
};

interface Found {
  readonly user: Person;
  readonly account: AccountState;
}

/** A member sees nobody but themselves. */
function personOf({ signedIn, rest }: SignedInRequest, deps: GatewayDeps): Found | undefined {
  const user = findUser(signedIn, rest, deps);
  if (user === undefined || !(user.id === signedIn.user || mayManage(signedIn, user.account)))
    return undefined;
  const account = findAccount(signedIn, user.account, deps);
  return account && { user, account };
}

function answer(
  request: SignedInRequest,
  found: Found,
  told: Outcome<UserReply>,
  parts: DashboardParts,
): PageAnswer {
  if (!told.ok) return showTrouble(request, 'unavailable');
  const { user } = found;
  switch (told.reply.outcome) {
    case 'user':
      return goTo(`/people/${user.id}?saved`);
    case 'removed':
      return goTo(pathOn(user.account, '/people', request, { removed: '' }));
    case 'last_owner':
      return personPage(request, found, parts, 'lastOwner');
    case 'not_allowed':
      return personPage(request, found, parts, 'notAllowed');
    default:
      return showTrouble(request, 'notFound');
  }
}

function personPage(
  request: SignedInRequest,
  { user, account }: Found,
  { deps, people }: DashboardParts,
  wrong?: PersonPageProps['wrong'],
): PageAnswer {
  const { signedIn, query } = request;
  const mayChange = mayManage(signedIn, account.id);
  const [newest] = deps.people.sessionsOf({ user: user.id });
  const { records } = deps.system;
  const keys = mayChange
    ? listAccountKeys(records, account.id, { limit: KEYS_LOOKED_AT, after: undefined }).items
    : user.grants.flatMap((id) => findKey(signedIn, id, deps) ?? []);
  return show(
    request,
    <PersonPage
      user={user}
      seenAtS={newest && seenAtS(newest)}
      back={pathOn(account.id, '/people', request)}
      mayChange={mayChange && mayHandle(signedIn, account.id, user.role)}
      roles={rolesToGive(signedIn, account.id)}
      keys={keys.filter(({ isRevoked }) => !isRevoked).slice(0, KEYS_MAX)}
      isMailed={people.forgotten.isByMail}
      once={newOnce(deps)}
      isSaved={query.has('saved') && wrong === undefined}
      wrong={wrong}
    />,
    { status: wrong === undefined ? 200 : 400 },
  );
}
