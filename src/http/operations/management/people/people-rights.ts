import type { Person } from '../../../../actors/people/user-record.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { isObject } from '../../../schemas/parse-input.js';
import { managementCaller, notFound } from '../../answers.js';
import { findUser } from '../../find-in-reach.js';
import { rightsOf } from '../reach.js';

export const NO_SUCH_USER = notFound('There is no such user; GET /api/accounts/{id}/users lists them.');

/** The user of the path; undefined if it is out of the caller's reach. */
export function userInReach(
  { caller, id }: Omit<OperationInput, 'body'>,
  deps: GatewayDeps,
): Person | undefined {
  return findUser(rightsOf(caller), id, deps);
}

/** Operators alone make operators. */
export function operatorRole({ caller, body }: OperationInput): ApiError | undefined {
  const isAsked = isObject(body) && body.role === 'operator';
  if (!isAsked || managementCaller(caller).role === 'operator') return undefined;
  return {
    code: 'operator_only',
    message: 'Only an operator may make somebody an operator; choose another role.',
    param: 'role',
  };
}
