import { totalBalance } from '../../../../actors/money/totals.js';
import { failed, okWithBalance, printPage } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { INVITATION_EXAMPLE } from '../../examples.js';
import { accountInReach, NO_SUCH_ACCOUNT } from '../reach.js';
import { printInvitation } from './print-people.js';

export const listInvitations: DocumentedOperation = {
  method: 'GET',
  path: '/api/accounts/{id}/invitations',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const account = accountInReach(input, deps);
    if (account === undefined) return failed(NO_SUCH_ACCOUNT);
    const open = deps.people.invitations(account.id).map((one) => printInvitation(one, deps.world));
    return okWithBalance(printPage(open, false, undefined), totalBalance(account.totals));
  },
  doc: {
    operationId: 'listInvitations',
    tag: 'People',
    summary: 'List open invitations',
    description: 'Those that were neither accepted nor withdrawn and have not expired, on one page.',
    pathParameters: { id: 'The account.' },
    answers: [
      {
        status: 200,
        description: 'All that are open.',
        content: {
          schema: 'InvitationList',
          example: { object: 'list', data: [INVITATION_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['not_found'],
  },
};
