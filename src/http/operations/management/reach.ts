/** The reach of a management key: see `find-in-reach.ts`. */
import type { AccountState } from '../../../actors/accounts/account.js';
import type { By } from '../../../actors/audit/audit-trail.js';
import type { ApiKeyState } from '../../../actors/keys/api-key-messages.js';
import { totalBalance } from '../../../actors/money/totals.js';
import { maySetRate, type Rights } from '../../../actors/people/rights.js';
import type { Author } from '../../../actors/people/user-messages.js';
import type { ApiError } from '../../errors.js';
import type { Caller, GatewayDeps, ManagementCaller, OperationInput } from '../../operation.js';
import { managementCaller, notFound } from '../answers.js';
import { findAccount, findKey } from '../find-in-reach.js';

export const NO_SUCH_KEY = notFound('There is no such API key; GET /api/keys lists yours.');
export const REVOKED_KEY = notFound('This API key is revoked and changes no more; create a new one.');
export const NO_SUCH_ACCOUNT = notFound('There is no such account; GET /api/accounts lists those in reach.');

type InputBeforeBody = Omit<OperationInput, 'body'>;

/** The API key of the path; undefined if it is out of the caller's reach. */
export function keyInReach({ caller, id }: InputBeforeBody, deps: GatewayDeps): ApiKeyState | undefined {
  return findKey(rightsOf(caller), id, deps);
}

/** The account of the path; undefined if it is out of the caller's reach. */
export function accountInReach({ caller, id }: InputBeforeBody, deps: GatewayDeps): AccountState | undefined {
  return findAccount(rightsOf(caller), id, deps);
}

export function callersAccount(caller: ManagementCaller, { system, account }: GatewayDeps): AccountState {
  const own = system.view(account, caller.account);
  if (own === undefined) throw new Error(`management key ${caller.id} belongs to no account`);
  return own;
}

/** The balance of all keys of the caller's account, in micro-DA. */
export function callersBalance(caller: ManagementCaller, deps: GatewayDeps): bigint {
  return totalBalance(callersAccount(caller, deps).totals);
}

/** The author of what the request does, for the audit trail. */
export function actorOf({ caller, address }: InputBeforeBody): By {
  const { id } = managementCaller(caller);
  return { kind: 'management_key', id, ...(address === undefined ? {} : { address }) };
}

/** As `actorOf`, with the rights of the key. */
export function authorOf(input: InputBeforeBody): Author {
  return { by: actorOf(input), rights: rightsOf(input.caller) };
}

/** A key of the role `account` has the rights of an owner. */
export function rightsOf(caller: Caller): Rights {
  const { role, account } = managementCaller(caller);
  return { role: role === 'operator' ? role : 'owner', account };
}

export function operatorOnly({ caller }: InputBeforeBody): ApiError | undefined {
  if (managementCaller(caller).role === 'operator') return undefined;
  return { code: 'operator_only', message: 'This operation takes the management key of an operator.' };
}

export function mayNotSetRate(caller: ManagementCaller, deps: GatewayDeps): ApiError | undefined {
  if (maySetRate(rightsOf(caller), callersAccount(caller, deps))) return undefined;
  return {
    code: 'account_not_verified',
    message: 'Only a verified account may set rate_limit_rpm; have it verified, or leave the field out.',
    param: 'rate_limit_rpm',
  };
}

/** For an operation that changes the key of the path. */
export function validateActiveKey(input: InputBeforeBody, deps: GatewayDeps): ApiError | undefined {
  const key = keyInReach(input, deps);
  if (key === undefined) return NO_SUCH_KEY;
  return key.isRevoked ? REVOKED_KEY : undefined;
}
