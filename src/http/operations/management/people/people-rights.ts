import type { Person } from '../../../../actors/people/user-record.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { USER_ID } from '../../../schemas/identifiers.js';
import { isObject } from '../../../schemas/parse-input.js';
import { managementCaller, notFound } from '../../answers.js';

export const NO_SUCH_USER = notFound('There is no such user; GET /api/accounts/{id}/users lists them.');

/** The user of the path; undefined if it is out of the caller's reach. */
export function userInReach(
  { caller, id }: Omit<OperationInput, 'body'>,
  { people }: GatewayDeps,
): Person | undefined {
  const { role, account } = managementCaller(caller);
  const user = USER_ID.test(id) ? people.user(id) : undefined;
  return role === 'operator' || user?.account === account ? user : undefined;
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
