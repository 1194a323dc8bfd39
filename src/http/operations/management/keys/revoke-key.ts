import { balanceOf } from '../../../../actors/money/ledger.js';
import { asked } from '../../../../actors/partition.js';
import { failed, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { API_KEY_EXAMPLE } from '../../examples.js';
import { actorOf, keyInReach, NO_SUCH_KEY } from '../reach.js';
import { printApiKey } from './print-key.js';

/** Revoking twice answers the same twice: a client that lost the first answer may just repeat. */
export const revokeKey: DocumentedOperation = {
  method: 'DELETE',
  path: '/api/keys/{id}',
  credential: 'management',
  body: 'none',
  isRead: false,
  async handle(input, deps) {
    const known = keyInReach(input, deps);
    if (known === undefined) return failed(NO_SUCH_KEY);
    const outcome = await asked(deps, deps.apiKey, known.id, { type: 'revoke', by: actorOf(input) });
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply.outcome !== 'key') throw new Error(`a revoke was answered ${outcome.reply.outcome}`);
    const { key } = outcome.reply;
    return okWithBalance(printApiKey(key), balanceOf(key.balances));
  },
  doc: {
    operationId: 'revokeKey',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'From now on the key is refused; its running jobs still settle, and its ledger stays. Revoking a revoked key answers the same again.',
    pathParameters: { id: 'The key.' },
    answers: [
      {
        status: 200,
        description: 'The key in its last state.',
        content: { schema: 'ApiKey', example: { ...API_KEY_EXAMPLE, status: 'revoked' } },
      },
    ],
    errors: ['not_found'],
  },
};
