import { failed, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { USER_EXAMPLE } from '../../examples.js';
import { authorOf } from '../reach.js';
import { objectionTo } from './change-user.js';
import { NO_SUCH_USER, userInReach } from './people-rights.js';
import { accountsBalance, printUser } from './print-people.js';

export const removeUser: DocumentedOperation = {
  method: 'DELETE',
  path: '/api/users/{id}',
  credential: 'management',
  body: 'none',
  isRead: false,
  async handle(input, deps) {
    const user = userInReach(input, deps);
    if (user === undefined) return failed(NO_SUCH_USER);
    const objection = objectionTo(await deps.people.removeUser(authorOf(input), user.id));
    return objection ?? okWithBalance(printUser(user), accountsBalance(user.account, deps));
  },
  doc: {
    operationId: 'removeUser',
    tag: 'People',
    summary: 'Remove a user',
    description:
      'All sessions of the user end, and the name is free. Keys and jobs of the account stay. An account keeps one owner.',
    pathParameters: { id: 'The user.' },
    answers: [
      {
        status: 200,
        description: 'The user as it was.',
        content: { schema: 'User', example: USER_EXAMPLE },
      },
    ],
    errors: ['operator_only', 'not_found', 'invalid_request'],
  },
};
