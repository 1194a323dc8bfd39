import { DEBIT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { DEBIT_ENTRY_EXAMPLE } from '../../examples.js';
import { move, movementAnswers, validateOperator } from './referenced-movement.js';

export const debitKey: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys/{id}/debits',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: validateOperator,
  handle(input, deps) {
    const parsed = parseInput(DEBIT_REQUEST, input.body);
    return parsed.ok ? move(input, { type: 'debit' }, parsed.value, deps) : failed(parsed.error);
  },
  doc: {
    operationId: 'debitKey',
    tag: 'API keys',
    summary: 'Take credit back from an API key',
    description:
      'Operator only. Takes credit back once for each `reference`, such as for a refund made elsewhere: at most the balance, from a revoked key, too. The same reference, key and amount again answers 200 with the first entry and takes nothing.',
    pathParameters: { id: 'The key.' },
    request: {
      schema: DEBIT_REQUEST,
      example: { amount: DEBIT_ENTRY_EXAMPLE.amount, reference: DEBIT_ENTRY_EXAMPLE.reference },
    },
    answers: movementAnswers({ schema: 'DebitEntry', example: DEBIT_ENTRY_EXAMPLE }),
    errors: ['operator_only', 'not_found', 'reference_reused', 'insufficient_credits'],
  },
};
