import { balanceOf } from '../../../../actors/money/ledger.js';
import { failed, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { API_KEY_EXAMPLE } from '../../examples.js';
import { keyInReach, NO_SUCH_KEY } from '../reach.js';
import { printApiKey } from './print-key.js';

export const getKey: DocumentedOperation = {
  method: 'GET',
  path: '/api/keys/{id}',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const key = keyInReach(input, deps);
    if (key === undefined) return failed(NO_SUCH_KEY);
    return okWithBalance(printApiKey(key), balanceOf(key.balances));
  },
  doc: {
    operationId: 'getKey',
    tag: 'API keys',
    summary: 'Read an API key',
    description: 'One key, revoked or not. Its secret is never shown again.',
    pathParameters: { id: 'The key: its id, not its secret.' },
    answers: [
      { status: 200, description: 'The key.', content: { schema: 'ApiKey', example: API_KEY_EXAMPLE } },
    ],
    errors: ['not_found'],
  },
};
