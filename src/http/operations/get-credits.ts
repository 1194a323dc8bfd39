/** `GET /v1/credits`. A hot read, like the poll: printed from the committed state at hand. */
import { balanceOf } from '../../actors/ledger.js';
import { printDa } from '../../money/micro-da.js';
import { CREDITS } from '../schemas/responses.js';
import { apiCaller, ok } from './answers.js';
import type { DocumentedOperation } from './documented-operation.js';

export const getCredits: DocumentedOperation = {
  method: 'GET',
  path: '/v1/credits',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle({ caller }) {
    const { figures } = apiCaller(caller);
    return ok(
      `{"object":"credits","balance":${printDa(balanceOf(figures))},"reserved":${printDa(figures.reserved)},"total_credits":${printDa(figures.credited)},"total_usage":${printDa(figures.charged)},"currency":"DA"}`,
    );
  },
  doc: {
    operationId: 'getCredits',
    tag: 'Credits and usage',
    summary: "Read the key's credit",
    description:
      'The credit of the calling key, in DA. `balance` is what can be spent: what unfinished jobs hold in reserve is already taken off. `X-Balance-Available` says the same in micro-DA on every answer.',
    answers: [
      {
        status: 200,
        description: 'The credit.',
        content: {
          schema: CREDITS,
          example: {
            object: 'credits',
            balance: 46,
            reserved: 0,
            total_credits: 50,
            total_usage: 4,
            currency: 'DA',
          },
        },
      },
    ],
    errors: [],
  },
};
