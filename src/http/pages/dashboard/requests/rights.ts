/** Rights of people on the dashboard. A member reads; an owner does all of its account; an operator all. */
import type { By } from '../../../../actors/audit/audit-trail.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import type { GatewayDeps } from '../../../operation.js';
import { API_KEY_ID } from '../../../schemas/identifiers.js';
import type { SignedIn } from '../people.js';
import type { SignedInRequest } from './dashboard-request.js';

/** The author of what a person does on a page. */
export function byOf({ signedIn, address }: SignedInRequest): By {
  return { kind: 'user', id: signedIn.user, ...(address === undefined ? {} : { address }) };
}

export function mayManageKeys({ role }: SignedIn): boolean {
  return role !== 'member';
}

/** An operator may set any key's rate; another one needs a verified account. */
export function maySetRate({ role, account }: SignedIn, { system, account: accounts }: GatewayDeps): boolean {
  return role === 'operator' || (role === 'owner' && system.view(accounts, account)?.isVerified === true);
}

/** Undefined if there is no such key in reach, which is answered alike. */
export function keyInReach(
  { role, account }: SignedIn,
  id: string,
  { system, apiKey }: GatewayDeps,
): ApiKeyState | undefined {
  if (!API_KEY_ID.test(id)) return undefined;
  const key = system.view(apiKey, id);
  return role === 'operator' || key?.account === account ? key : undefined;
}
