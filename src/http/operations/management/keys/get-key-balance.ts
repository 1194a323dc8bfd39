import { balanceOf } from '../../../../actors/money/ledger.js';
import { printDa } from '../../../../money/micro-da.js';
import { failed, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { CREDITS_EXAMPLE } from '../../examples.js';
import { keyInReach, NO_SUCH_KEY } from '../reach.js';

export const getKeyBalance: DocumentedOperation = {
  method: 'GET',
  path: '/api/keys/{id}/balance',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const key = keyInReach(input, deps);
    if (key === undefined) return failed(NO_SUCH_KEY);
    const { credited, charged, reserved } = key.balances;
    const balance = balanceOf(key.balances);
    const body = `{"object":"credits","balance":${printDa(balance)},"reserved":${printDa(reserved)},"total_credits":${printDa(credited)},"total_usage":${printDa(charged)},"currency":"DA"}`;
    return okWithBalance(body, balance);
  },
  doc: {
    operationId: 'getKeyBalance',
    tag: 'API keys',
    summary: "Read an API key's credit",
    description: 'The balance as `GET /v1/credits` shows it to the key itself.',
    pathParameters: { id: 'The key.' },
    answers: [
      {
        status: 200,
        description: 'The credit of the key.',
        content: { schema: 'Credits', example: CREDITS_EXAMPLE },
      },
    ],
    errors: ['not_found'],
  },
};
