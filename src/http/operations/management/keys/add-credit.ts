import { ADD_CREDIT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { CREDIT_ENTRY_EXAMPLE } from '../../examples.js';
import { move, movementAnswers, validateOperator } from './referenced-movement.js';

export const addCredit: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys/{id}/credits',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: validateOperator,
  handle(input, deps) {
    const parsed = parseInput(ADD_CREDIT_REQUEST, input.body);
    return parsed.ok ? move(input, { type: 'credit' }, parsed.value, deps) : failed(parsed.error);
  },
  doc: {
    operationId: 'addCredit',
    tag: 'API keys',
    summary: 'Add credit to an API key',
    description:
      'Operator only. Adds credit once for each `reference`: the same reference, key and amount again answers 200 with the first entry and adds nothing.',
    pathParameters: { id: 'The key.' },
    request: {
      schema: ADD_CREDIT_REQUEST,
      example: { amount: CREDIT_ENTRY_EXAMPLE.amount, reference: CREDIT_ENTRY_EXAMPLE.reference },
    },
    answers: movementAnswers({ schema: 'CreditEntry', example: CREDIT_ENTRY_EXAMPLE }),
    errors: ['operator_only', 'not_found', 'reference_reused'],
  },
};
