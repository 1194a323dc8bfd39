import { totalBalance } from '../../../../actors/money/totals.js';
import { asked } from '../../../../actors/partition.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { CHANGE_ACCOUNT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ACCOUNT_EXAMPLE } from '../../examples.js';
import { accountInReach, actorOf, NO_SUCH_ACCOUNT, operatorOnly } from '../reach.js';
import { printAccount } from './print-account.js';

export const changeAccount: DocumentedOperation = {
  method: 'PATCH',
  path: '/api/accounts/{id}',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights,
  async handle(input, deps) {
    const parsed = parseInput(CHANGE_ACCOUNT_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { name, verified } = parsed.value;
    const outcome = await asked(deps, deps.account, input.id, {
      type: 'update',
      by: actorOf(input),
      ...(name === undefined ? {} : { name }),
      ...(verified === undefined ? {} : { isVerified: verified }),
    });
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply === undefined) return failed(NO_SUCH_ACCOUNT);
    return okWithBalance(printAccount(outcome.reply), totalBalance(outcome.reply.totals));
  },
  doc: {
    operationId: 'changeAccount',
    tag: 'Accounts',
    summary: 'Change an account',
    description:
      'Operator only. Sets what the body names and leaves the rest. Rates that an account set while it was verified stay.',
    pathParameters: { id: 'The account.' },
    request: { schema: CHANGE_ACCOUNT_REQUEST, example: { verified: true } },
    answers: [
      {
        status: 200,
        description: 'The account as it is now.',
        content: { schema: 'Account', example: ACCOUNT_EXAMPLE },
      },
    ],
    errors: ['operator_only', 'not_found'],
  },
};

function validateRights(input: Omit<OperationInput, 'body'>, deps: GatewayDeps): ApiError | undefined {
  const refusal = operatorOnly(input);
  if (refusal !== undefined) return refusal;
  return accountInReach(input, deps) === undefined ? NO_SUCH_ACCOUNT : undefined;
}
