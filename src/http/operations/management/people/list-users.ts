import { totalBalance } from '../../../../actors/money/totals.js';
import { parseQuery } from '../../../schemas/parse-input.js';
import { LIST_USERS_QUERY } from '../../../schemas/query.js';
import { failed, okWithBalance, printListed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { USER_EXAMPLE } from '../../examples.js';
import { accountInReach, NO_SUCH_ACCOUNT } from '../reach.js';
import { printUser } from './print-people.js';

export const listUsers: DocumentedOperation = {
  method: 'GET',
  path: '/api/accounts/{id}/users',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const account = accountInReach(input, deps);
    if (account === undefined) return failed(NO_SUCH_ACCOUNT);
    const parsed = parseQuery(LIST_USERS_QUERY, input.query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after } = parsed.value;
    const page = deps.people.users(account.id, { limit, after });
    return okWithBalance(printListed(page, printUser), totalBalance(account.totals));
  },
  doc: {
    operationId: 'listUsers',
    tag: 'People',
    summary: "List an account's users",
    description: 'The people of the account, newest first.',
    pathParameters: { id: 'The account.' },
    query: LIST_USERS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of users.',
        content: {
          schema: 'UserList',
          example: { object: 'list', data: [USER_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['not_found', 'invalid_request'],
  },
};
