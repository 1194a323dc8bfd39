/** `GET /v1/credits`. A hot read, like the poll: printed from the committed state at hand. */
import { balanceOf } from '../../actors/ledger.js';
import { ascii, ByteWriter } from '../byte-writer.js';
import { CREDITS } from '../schemas/responses.js';
import { apiCaller, ok } from './answers.js';
import type { DocumentedOperation } from './documented-operation.js';

const BALANCE = ascii('{"object":"credits","balance":');
const RESERVED = ascii(',"reserved":');
const CREDITED = ascii(',"total_credits":');
const CHARGED = ascii(',"total_usage":');
const CURRENCY = ascii(',"currency":"DA"}');

const body = new ByteWriter();

export const getCredits: DocumentedOperation = {
  method: 'GET',
  path: '/v1/credits',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle({ caller }) {
    const { figures } = apiCaller(caller);
    body.restart().add(BALANCE).da(balanceOf(figures)).add(RESERVED).da(figures.reserved);
    body.add(CREDITED).da(figures.credited).add(CHARGED).da(figures.charged).add(CURRENCY);
    return ok(body.bytes());
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
