/** The keys whose credit a person may spend on a page, newest first. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { mayUse } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { findKey } from '../../../operations/find-in-reach.js';
import type { SignedIn } from '../people.js';

/** Keys to choose from. */
const KEYS_MAX = 100;

export function usableKeys(signedIn: SignedIn, deps: GatewayDeps): readonly ApiKeyState[] {
  const { role, account, grants } = signedIn;
  const keys =
    role === 'member'
      ? grants.flatMap((id) => findKey(signedIn, id, deps) ?? [])
      : listAccountKeys(deps.system.records, account, {
          limit: KEYS_MAX,
          after: undefined,
          unreadable: (error) => deps.system.reportDefect('record', error),
        }).items;
  return keys.filter((key) => isUsable(signedIn, key));
}

/** Undefined if the person may not use it, or it is revoked. */
export function usableKey(signedIn: SignedIn, id: string, deps: GatewayDeps): ApiKeyState | undefined {
  const key = findKey(signedIn, id, deps);
  return key !== undefined && isUsable(signedIn, key) ? key : undefined;
}

function isUsable(signedIn: SignedIn, key: ApiKeyState): boolean {
  return !key.isRevoked && mayUse(signedIn, key);
}
