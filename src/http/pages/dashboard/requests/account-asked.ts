/** The account that a page is about. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount } from '../../../operations/find-in-reach.js';
import type { SignedInRequest } from './dashboard-request.js';

/** One's own, or, for an operator, the one of `?account=`. Undefined if there is no such one in reach. */
export function accountAsked(
  { query, signedIn }: SignedInRequest,
  deps: GatewayDeps,
): AccountState | undefined {
  return findAccount(signedIn, query.get('account') ?? signedIn.account, deps);
}

/** The path of a page about an account, with the rest of its query. */
export function pathOn(
  account: string,
  path: string,
  { signedIn }: Pick<SignedInRequest, 'signedIn'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(account === signedIn.account ? {} : { account }), ...more });
  return query.size === 0 ? path : `${path}?${query}`;
}
