/** The account whose orders a page shows: one's own; for an operator the one that is asked for, or all. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { findAccount, findKey } from '../../../operations/find-in-reach.js';
import type { DashboardParts } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';

export interface Scope {
  /** Undefined if it is all accounts. */
  readonly account: string | undefined;
  /** The key that is asked for. */
  readonly key: ApiKeyState | undefined;
  /** As an operator typed it. */
  readonly sought: string;
  /** True if there is nothing with the id that was sought. */
  readonly isUnknown: boolean;
}

export function scopeOf({ query, signedIn }: SignedInRequest, { deps }: DashboardParts): Scope {
  const sought = (query.get('account') ?? '').trim();
  const key = findKey(signedIn, query.get('key') ?? sought, deps);
  if (signedIn.role !== 'operator') return { account: signedIn.account, key, sought: '', isUnknown: false };
  const account = key?.account ?? findAccount(signedIn, sought, deps)?.id;
  return { account, key, sought: account ?? sought, isUnknown: account === undefined && sought !== '' };
}

/** The path of the page in this scope, with the rest of its query. */
export function pathIn({ account }: Scope, isOperator: boolean, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ ...(isOperator && account ? { account } : {}), ...more }).toString();
  return query === '' ? '/top-up' : `/top-up?${query}`;
}
