import { failed, notFound, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { INVITATION_EXAMPLE } from '../../examples.js';
import { findInvitation } from '../../find-in-reach.js';
import { authorOf, rightsOf } from '../reach.js';
import { accountsBalance, printInvitation } from './print-people.js';

const NO_SUCH_INVITATION = notFound(
  'There is no such open invitation; GET /api/accounts/{id}/invitations lists them.',
);

export const withdrawInvitation: DocumentedOperation = {
  method: 'DELETE',
  path: '/api/invitations/{id}',
  credential: 'management',
  body: 'none',
  isRead: false,
  async handle(input, deps) {
    const known = findInvitation(rightsOf(input.caller), input.id, deps);
    if (known === undefined) return failed(NO_SUCH_INVITATION);
    const outcome = await deps.people.withdrawInvitation(authorOf(input), known.id);
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply.outcome !== 'withdrawn') return failed(NO_SUCH_INVITATION);
    return okWithBalance(printInvitation(known, deps.world), accountsBalance(known.account, deps));
  },
  doc: {
    operationId: 'withdrawInvitation',
    tag: 'People',
    summary: 'Withdraw an invitation',
    description: 'Its link works no more.',
    pathParameters: { id: 'The invitation.' },
    answers: [
      {
        status: 200,
        description: 'The invitation as it was.',
        content: { schema: 'Invitation', example: INVITATION_EXAMPLE },
      },
    ],
    errors: ['not_found'],
  },
};
