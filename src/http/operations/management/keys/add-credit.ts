import { createHash } from 'node:crypto';
import type { ApiKeyReply } from '../../../../actors/keys/api-key-messages.js';
import { readLedgerEntry } from '../../../../actors/keys/key-lists.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { KEY_CREDIT_MAX_MICRO_DA, printDa } from '../../../../money/micro-da.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../../operation.js';
import { ADD_CREDIT_REQUEST } from '../../../schemas/management-requests.js';
import { CREDIT_ENTRY } from '../../../schemas/management-responses.js';
import { invalid, parseInput } from '../../../schemas/parse-input.js';
import { asked, failed, refused } from '../../answers.js';
import { type DocumentedOperation, REPLAYED_HEADER } from '../../documented-operation.js';
import { CREDIT_ENTRY_EXAMPLE } from '../../examples.js';
import { actorOf, keyInReach, NO_SUCH_KEY, operatorOnly } from '../reach.js';
import { printLedgerEntry } from './print-ledger.js';

/** The reference is what makes a credit unique, so this operation takes no Idempotency-Key. */
export const addCredit: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys/{id}/credits',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights,
  async handle(input, deps) {
    const parsed = parseInput(ADD_CREDIT_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { amount, reference } = parsed.value;
    const referenceHash = createHash('sha256').update(reference, 'utf8').digest('hex');
    const keyId = input.id;
    const message = { type: 'credit', by: actorOf(input), amount, reference, referenceHash } as const;
    const outcome = await asked(deps, deps.apiKey, keyId, message);
    return outcome.ok ? answerTo(outcome.reply, keyId, deps) : refused(outcome.refusal);
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
    answers: [
      {
        status: 201,
        description: 'The entry of the ledger that says so.',
        content: { schema: CREDIT_ENTRY, example: CREDIT_ENTRY_EXAMPLE },
      },
      {
        status: 200,
        description: 'The entry that this reference made before.',
        headers: [REPLAYED_HEADER],
        content: { schema: CREDIT_ENTRY, example: CREDIT_ENTRY_EXAMPLE },
      },
    ],
    errors: ['operator_only', 'not_found', 'reference_reused'],
  },
};

function validateRights(input: Omit<OperationInput, 'body'>, deps: GatewayDeps): ApiError | undefined {
  return operatorOnly(input) ?? (keyInReach(input, deps) === undefined ? NO_SUCH_KEY : undefined);
}

function answerTo(reply: ApiKeyReply, keyId: string, deps: GatewayDeps): OperationAnswer {
  switch (reply.outcome) {
    case 'credited':
    case 'credit_replayed': {
      const entry = readLedgerEntry(deps.system.records, keyId, reply.entry);
      if (entry === undefined) throw new Error(`key ${keyId} has no entry ${reply.entry}`);
      const isReplay = reply.outcome === 'credit_replayed';
      return {
        kind: 'json',
        status: isReplay ? 200 : 201,
        body: printLedgerEntry(keyId, entry),
        balance: balanceOf(reply.key.balances),
        ...(isReplay ? { headers: [['Idempotent-Replayed', 'true']] as const } : {}),
      };
    }
    case 'reference_reused':
      return failed({
        code: 'reference_reused',
        message:
          'This reference was used for another key or amount; use a new one, or repeat the first request.',
        param: 'reference',
      });
    case 'over_lifetime_credit':
      return failed(
        invalid(
          `A key receives at most ${printDa(KEY_CREDIT_MAX_MICRO_DA)} DA in its life; send less, or use another key.`,
          'amount',
        ),
      );
    default:
      throw new Error(`a credit was answered ${reply.outcome}`);
  }
}
