/**
 * `POST /api/keys/{id}/transfers`.
 *
 * Refusals come in the contract's order: keys that do not exist, and only then the schema.
 */
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { TRANSFER_REQUEST } from '../../../schemas/management-requests.js';
import { invalid, isObject, parseInput } from '../../../schemas/parse-input.js';
import { failed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { TRANSFER_OUT_ENTRY_EXAMPLE } from '../../examples.js';
import { keyInReach, NO_SUCH_KEY } from '../reach.js';
import { move, movementAnswers, NO_SUCH_RECIPIENT } from './referenced-movement.js';

export const transferCredit: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys/{id}/transfers',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: (input, deps) => (keyInReach(input, deps) === undefined ? NO_SUCH_KEY : undefined),
  handle(input, deps) {
    const refusal = validateRecipient(input, deps);
    if (refusal !== undefined) return failed(refusal);
    const parsed = parseInput(TRANSFER_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { to } = parsed.value;
    if (to === input.id) return failed(invalid('to must be another key than the one in the path.', 'to'));
    return move(input, { type: 'transfer', to }, parsed.value, deps);
  },
  doc: {
    operationId: 'transferCredit',
    tag: 'API keys',
    summary: 'Move credit to another API key',
    description:
      'Moves credit between two keys of one account, once for each `reference`: at most the balance, from a revoked key, too, and never into one. The ledger of the one key says `transfer_out`, that of the other `transfer_in`. The same reference, keys and amount again answers 200 with the first entry and moves nothing.',
    pathParameters: { id: 'The key that the credit leaves.' },
    request: {
      schema: TRANSFER_REQUEST,
      example: {
        to: TRANSFER_OUT_ENTRY_EXAMPLE.to,
        amount: TRANSFER_OUT_ENTRY_EXAMPLE.amount,
        reference: TRANSFER_OUT_ENTRY_EXAMPLE.reference,
      },
    },
    answers: movementAnswers({ schema: 'TransferOutEntry', example: TRANSFER_OUT_ENTRY_EXAMPLE }),
    errors: ['not_found', 'reference_reused', 'insufficient_credits'],
  },
};

/** A key of another account is refused exactly as one that does not exist. */
function validateRecipient(input: OperationInput, deps: GatewayDeps): ApiError | undefined {
  const { body } = input;
  const to = isObject(body) && Object.hasOwn(body, 'to') ? body.to : undefined;
  if (typeof to !== 'string') return undefined;
  const recipient = keyInReach({ ...input, id: to }, deps);
  return recipient?.account === keyInReach(input, deps)?.account ? undefined : NO_SUCH_RECIPIENT;
}
