/** The author of an act on a page. The rights to it are decided in `actors/people/rights.ts`. */
import type { By } from '../../../../actors/audit/audit-trail.js';
import { maySetRate } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import type { SignedIn } from '../people.js';
import type { SignedInRequest } from './dashboard-request.js';

export function byOf({ signedIn, address }: SignedInRequest): By {
  return { kind: 'user', id: signedIn.user, ...(address === undefined ? {} : { address }) };
}

/** Whether somebody may set the rate of a key of that account. */
export function mayLimitKeys(
  rights: SignedIn,
  account: string,
  { system, account: accounts }: GatewayDeps,
): boolean {
  const owner = system.view(accounts, account);
  return owner !== undefined && maySetRate(rights, owner);
}
