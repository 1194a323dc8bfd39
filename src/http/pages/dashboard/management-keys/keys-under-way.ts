/**
 * The management keys of an account, those that are being made included: each counts from its form on, or
 * forms that come at once would make more than there may be.
 */
import { listManagementKeys } from '../../../../actors/accounts/management-key.js';
import type { GatewayDeps } from '../../../operation.js';

/** By account. */
const underWay = new WeakMap<GatewayDeps, Map<string, Set<string>>>();

/** Runs `make` unless the account has as many keys beside this one. @returns undefined if it has */
export async function madeWithin<Result>(
  most: number,
  { account, id }: { readonly account: string; readonly id: string },
  deps: GatewayDeps,
  make: () => Promise<Result>,
): Promise<Result | undefined> {
  const ofNode = underWay.get(deps) ?? new Map<string, Set<string>>();
  underWay.set(deps, ofNode);
  const making = ofNode.get(account) ?? new Set<string>();
  const ids = new Set([...listManagementKeys(deps.system.records, account).map((key) => key.id), ...making]);
  const isAnother = !ids.has(id) && deps.system.view(deps.managementKey, id) === undefined;
  if (isAnother && ids.size >= most) return undefined;
  // The same form may come twice: the first one counts.
  if (making.has(id)) return await make();
  ofNode.set(account, making.add(id));
  try {
    return await make();
  } finally {
    making.delete(id);
    if (making.size === 0) ofNode.delete(account);
  }
}
