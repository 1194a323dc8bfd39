import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { asked } from '../../../../actors/partition.js';
import { ROTATE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { API_KEY_EXAMPLE, EXAMPLE } from '../../examples.js';
import { actorOf, REVOKED_KEY, validateActiveKey } from '../reach.js';
import { printCreatedApiKey } from './print-key.js';

export const rotateKey: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys/{id}/rotate',
  credential: 'management',
  body: 'json',
  bodyOptional: true,
  isRead: false,
  validateRights: validateActiveKey,
  async handle(input, deps) {
    const parsed = parseInput(ROTATE_KEY_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const secret = makeCredential('api', (count) => deps.world.randomBytes(count));
    const outcome = await asked(deps, deps.apiKey, input.id, {
      type: 'rotate',
      by: actorOf(input),
      credentialHash: hashCredential(secret),
      graceMs: parsed.value.grace_seconds * 1_000,
    });
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply.outcome !== 'key') return failed(REVOKED_KEY);
    const { key } = outcome.reply;
    return okWithBalance(printCreatedApiKey(key, secret), balanceOf(key.balances));
  },
  doc: {
    operationId: 'rotateKey',
    tag: 'API keys',
    summary: 'Give an API key another secret',
    description:
      'Makes a new secret for the same key and shows it, this once. Limit, window, balance and jobs stay. The secret of before works until `grace_seconds` are over, and any that an earlier rotation left does not outlive it: a rotation without a grace ends all of them at once. A body may be left out.',
    pathParameters: { id: 'The key.' },
    request: { schema: ROTATE_KEY_REQUEST, example: { grace_seconds: 3_600 } },
    answers: [
      {
        status: 200,
        description: 'The key, with its new secret.',
        content: { schema: 'CreatedApiKey', example: { ...API_KEY_EXAMPLE, key: EXAMPLE.apiKey } },
      },
    ],
    errors: ['not_found', 'invalid_request'],
  },
};
