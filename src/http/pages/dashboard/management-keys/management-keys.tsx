/**
 * The management keys of an account, for owners: made here, shown once, revoked. The form carries the id that
 * the key will have: sent again by a reload, it makes no second one.
 */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { listManagementKeys } from '../../../../actors/accounts/management-key.js';
import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { MANAGEMENT_KEY_ID } from '../../../schemas/identifiers.js';
import { CREATE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { PageAnswer } from '../../page.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { madeWithin } from './keys-under-way.js';
import {
  CreatedManagementKeyPage,
  ManagementKeysPage,
  type ManagementKeysPageProps,
} from './management-keys-page.js';

const PATH = '/keys/management';
/** Of one account, not revoked. */
const KEYS_MAX = 20;
const STATUS = { tooMany: 409, nameWanted: 400 } as const;

export const managementKeys: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    return list(request, account, deps);
  },
  async post(request, form, { deps }) {
    const account = accountAsked(request, deps);
    const id = form.get('id') ?? '';
    if (account === undefined || !MANAGEMENT_KEY_ID.test(id)) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    if (form.get('act') === 'revoke') return revoke(request, account, id, deps);
    return create(request, account, { id, name: (form.get('name') ?? '').trim() }, deps);
  },
};

async function create(
  request: SignedInRequest,
  account: AccountState,
  { id, name }: { readonly id: string; readonly name: string },
  deps: GatewayDeps,
): Promise<PageAnswer> {
  const { managementKey, world } = deps;
  if (!parseInput(CREATE_KEY_REQUEST, { name }).ok) return list(request, account, deps, 'nameWanted');
  const secret = makeCredential('management', (count) => world.randomBytes(count));
  const credentialHash = hashCredential(secret);
  const outcome = await madeWithin(KEYS_MAX, { account: account.id, id }, deps, () =>
    asked(deps, managementKey, id, {
      type: 'create',
      by: byOf(request),
      account: account.id,
      role: 'account',
      name,
      credentialHash,
    }),
  );
  if (outcome === undefined) return list(request, account, deps, 'tooMany');
  if (!outcome.ok) return showTrouble(request, 'unavailable');
  const back = pathOn(account.id, PATH, request);
  const isMade = outcome.reply?.credentialHash === credentialHash;
  return show(
    request,
    <CreatedManagementKeyPage secret={isMade ? secret : undefined} baseUrl={request.baseUrl} back={back} />,
  );
}

/** The operator's own key follows the configuration, and is not revoked here. */
async function revoke(
  request: SignedInRequest,
  account: AccountState,
  id: string,
  deps: GatewayDeps,
): Promise<PageAnswer> {
  const key = listManagementKeys(deps.system.records, account.id).find((one) => one.id === id);
  if (key === undefined || key.role === 'operator') return showTrouble(request, 'notFound');
  const outcome = await asked(deps, deps.managementKey, id, { type: 'revoke', by: byOf(request) });
  if (!outcome.ok) return showTrouble(request, 'unavailable');
  return goTo(pathOn(account.id, PATH, request, { revoked: '' }));
}

function list(
  request: SignedInRequest,
  account: AccountState,
  deps: GatewayDeps,
  wrong?: ManagementKeysPageProps['wrong'],
): PageAnswer {
  return show(
    request,
    <ManagementKeysPage
      keys={listManagementKeys(deps.system.records, account.id)}
      newId={deps.ids.next('managementKey')}
      action={pathOn(account.id, PATH, request)}
      back={pathOn(account.id, '/keys', request)}
      isRevoked={request.query.has('revoked')}
      wrong={wrong}
    />,
    { status: wrong === undefined ? 200 : STATUS[wrong] },
  );
}
