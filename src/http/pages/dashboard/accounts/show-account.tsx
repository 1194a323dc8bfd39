/** One account: its totals, keys and people; it is verified and renamed here. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { asked } from '../../../../actors/partition.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount } from '../../../operations/find-in-reach.js';
import { CHANGE_ACCOUNT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { PageAnswer } from '../../page.js';
import { goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { AccountPage } from './account-page.js';
import { forOperators } from './for-operators.js';

const KEYS_SHOWN = 10;
const PEOPLE_SHOWN = 5;

export const showAccount = forOperators({
  get(request, { deps }) {
    const account = findAccount(request.signedIn, request.rest, deps);
    return account === undefined ? showTrouble(request, 'notFound') : accountPage(request, account, deps);
  },
  async post(request, form, { deps }) {
    const account = findAccount(request.signedIn, request.rest, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    const change = changeOf(form);
    if (change === undefined || !parseInput(CHANGE_ACCOUNT_REQUEST, change).ok)
      return accountPage(request, account, deps, (form.get('name') ?? '').trim());
    const { name, verified } = change;
    const outcome = await asked(deps, deps.account, account.id, {
      type: 'update',
      by: byOf(request),
      ...(name === undefined ? {} : { name }),
      ...(verified === undefined ? {} : { isVerified: verified }),
    });
    return outcome.ok ? goTo(`/accounts/${account.id}?saved`) : showTrouble(request, 'unavailable');
  },
});

function changeOf(
  form: URLSearchParams,
): { readonly name?: string; readonly verified?: boolean } | undefined {
  switch (form.get('act')) {
    case 'verify':
      return { verified: true };
    case 'unverify':
      return { verified: false };
    case 'rename':
      return { name: (form.get('name') ?? '').trim() };
    default:
      return undefined;
  }
}

/** @param wrongName as typed; undefined if it was none that is refused */
function accountPage(
  request: SignedInRequest,
  account: AccountState,
  { system, people }: GatewayDeps,
  wrongName?: string,
): PageAnswer {
  const unreadable = (error: unknown) => system.reportDefect('record', error);
  const keys = listAccountKeys(system.records, account.id, {
    limit: KEYS_SHOWN,
    after: undefined,
    unreadable,
  });
  return show(
    request,
    <AccountPage
      account={account}
      keys={keys.items}
      people={people.users(account.id, { limit: PEOPLE_SHOWN, after: undefined }).items}
      isSaved={request.query.has('saved')}
      wrongName={wrongName}
    />,
    { status: wrongName === undefined ? 200 : 400 },
  );
}
