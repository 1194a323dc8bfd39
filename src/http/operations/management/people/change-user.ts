import type { UserReply } from '../../../../actors/people/user-messages.js';
import type { Person } from '../../../../actors/people/user-record.js';
import type { Outcome } from '../../../../actors/runtime/behavior.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationAnswer } from '../../../operation.js';
import { API_KEY_ID } from '../../../schemas/identifiers.js';
import { invalid, parseInput } from '../../../schemas/parse-input.js';
import { CHANGE_USER_REQUEST } from '../../../schemas/people-requests.js';
import { failed, notFound, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { USER_EXAMPLE } from '../../examples.js';
import { authorOf } from '../reach.js';
import { NO_SUCH_USER, operatorRole, userInReach } from './people-rights.js';
import { accountsBalance, printUser } from './print-people.js';

export const changeUser: DocumentedOperation = {
  method: 'PATCH',
  path: '/api/users/{id}',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: (input, deps) => (userInReach(input, deps) === undefined ? NO_SUCH_USER : undefined),
  async handle(input, deps) {
    const refusal = operatorRole(input);
    if (refusal !== undefined) return failed(refusal);
    const parsed = parseInput(CHANGE_USER_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { role, keys } = parsed.value;
    const user = userInReach(input, deps);
    if (user === undefined) return failed(NO_SUCH_USER);
    const strange = keys?.find((key) => !isKeyOf(user, key, deps));
    if (strange !== undefined)
      return failed(notFound("keys must be ids of API keys of the user's account.", 'keys'));
    const { people } = deps;
    const author = authorOf(input);
    let changed = user;
    for (const change of [
      role && (() => people.changeRole(author, user.id, role)),
      keys && (() => people.grant(author, user.id, keys)),
    ]) {
      if (change === undefined) continue;
      const told = await change();
      const objection = objectionTo(told);
      if (objection !== undefined) return objection;
      if (told.ok && told.reply.outcome === 'user') changed = told.reply.user;
    }
    // Somebody may have removed the user since.
    const shown = userInReach(input, deps) ?? changed;
    return okWithBalance(printUser(shown), accountsBalance(shown.account, deps));
  },
  doc: {
    operationId: 'changeUser',
    tag: 'People',
    summary: 'Change a user',
    description:
      'Sets the role, and the API keys that a member may use in the dashboard. An account keeps one owner. Only an operator changes an operator.',
    pathParameters: { id: 'The user.' },
    request: { schema: CHANGE_USER_REQUEST, example: { role: 'owner' } },
    answers: [
      {
        status: 200,
        description: 'The user as it is now.',
        content: { schema: 'User', example: { ...USER_EXAMPLE, role: 'owner' } },
      },
    ],
    errors: ['operator_only', 'not_found'],
  },
};

function isKeyOf({ account }: Person, id: string, { system, apiKey }: GatewayDeps): boolean {
  return API_KEY_ID.test(id) && system.view(apiKey, id)?.account === account;
}

/** The answer if a user was not changed, or not removed; undefined if it was. */
export function objectionTo(outcome: Outcome<UserReply>): OperationAnswer | undefined {
  if (!outcome.ok) return refused(outcome.refusal);
  switch (outcome.reply.outcome) {
    case 'user':
    case 'removed':
      return undefined;
    case 'last_owner':
      return failed(LAST_OWNER);
    case 'not_allowed':
      return failed(NOT_ALLOWED);
    default:
      return failed(NO_SUCH_USER);
  }
}

const LAST_OWNER = invalid('An account keeps one owner; make somebody else an owner first.', 'role');
const NOT_ALLOWED: ApiError = {
  code: 'operator_only',
  message: 'Only an operator changes an operator, and operators belong to the account acct_default.',
};
