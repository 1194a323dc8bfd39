import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { totalBalance } from '../../../../actors/money/totals.js';
import { asked } from '../../../../actors/partition.js';
import { unixSeconds } from '../../../../time/clock.js';
import { CREATE_ACCOUNT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ACCOUNT_EXAMPLE, EXAMPLE } from '../../examples.js';
import { actorOf, operatorOnly } from '../reach.js';
import { printCreatedAccount } from './print-account.js';

export const createAccount: DocumentedOperation = {
  method: 'POST',
  path: '/api/accounts',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: operatorOnly,
  async handle(input, deps) {
    const parsed = parseInput(CREATE_ACCOUNT_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const managementKeyId = deps.ids.next('managementKey');
    const secret = makeCredential('management', (count) => deps.world.randomBytes(count));
    const outcome = await asked(deps, deps.account, deps.ids.next('account'), {
      type: 'create',
      by: actorOf(input),
      name: parsed.value.name,
      isVerified: parsed.value.verified,
      createdAt: unixSeconds(deps.world.wallMs()),
      managementKey: { id: managementKeyId, role: 'account', credentialHash: hashCredential(secret) },
    });
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply === undefined) throw new Error('a new account was answered with none');
    return {
      kind: 'json',
      status: 201,
      body: printCreatedAccount(outcome.reply, managementKeyId, secret),
      balance: totalBalance(outcome.reply.totals),
    };
  },
  doc: {
    operationId: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'Operator only. Creates an account and its first management key, with the role `account`, and shows the secret of that key, this once.',
    request: { schema: CREATE_ACCOUNT_REQUEST, example: { name: ACCOUNT_EXAMPLE.name, verified: true } },
    answers: [
      {
        status: 201,
        description: 'The account, with its first management key.',
        content: {
          schema: 'CreatedAccount',
          example: {
            ...ACCOUNT_EXAMPLE,
            management_key: {
              id: EXAMPLE.managementKeyId,
              object: 'management_key',
              key: EXAMPLE.managementKey,
              role: 'account',
            },
          },
        },
      },
    ],
    errors: ['operator_only'],
  },
};
