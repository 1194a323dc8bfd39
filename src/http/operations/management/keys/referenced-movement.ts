/**
 * Credits, debits and transfers: each is made once for its reference.
 *
 * The reference is what makes a movement unique, so these operations take no Idempotency-Key.
 */
import { createHash } from 'node:crypto';
import type { By } from '../../../../actors/audit/audit-trail.js';
import type { ApiKeyMessage, ApiKeyReply, MovedOutcome } from '../../../../actors/keys/api-key-messages.js';
import { readLedgerEntry } from '../../../../actors/keys/key-lists.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { asked } from '../../../../actors/partition.js';
import { KEY_CREDIT_MAX_MICRO_DA, type MicroDa, printDa } from '../../../../money/micro-da.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../../operation.js';
import { invalid } from '../../../schemas/parse-input.js';
import { failed, notFound, refused } from '../../answers.js';
import { REPLAYED_HEADER } from '../../documented-operation.js';
import { actorOf, keyInReach, NO_SUCH_KEY, operatorOnly } from '../reach.js';
import { printLedgerEntry } from './print-ledger.js';

const IS_REPLAY: Readonly<Record<MovedOutcome, boolean>> = {
  credited: false,
  credit_replayed: true,
  debited: false,
  debit_replayed: true,
  transferred: false,
  transfer_replayed: true,
};

export const NO_SUCH_RECIPIENT = notFound(
  'There is no such API key in this account, or it is revoked; GET /api/keys lists them.',
  'to',
);

type Movement = Extract<ApiKeyMessage, { readonly referenceHash: string }>;

/** A movement as it was asked for. */
interface RequestedMovement {
  readonly amount: MicroDa;
  readonly reference: string;
}

type MovementKind =
  | { readonly type: 'credit' | 'debit' }
  | { readonly type: 'transfer'; readonly to: string };

/** The message that asks a key for it. */
export function movementOf(kind: MovementKind, by: By, { amount, reference }: RequestedMovement): Movement {
  const referenceHash = createHash('sha256').update(reference, 'utf8').digest('hex');
  return { ...kind, by, amount, reference, referenceHash };
}

export async function move(
  input: OperationInput,
  kind: MovementKind,
  requested: RequestedMovement,
  deps: GatewayDeps,
): Promise<OperationAnswer> {
  const message = movementOf(kind, actorOf(input), requested);
  const outcome = await asked(deps, deps.apiKey, input.id, message);
  return outcome.ok ? answerTo(outcome.reply, input.id, deps) : refused(outcome.refusal);
}

/** For the operations on any key of the node. */
export function validateOperator(
  input: Omit<OperationInput, 'body'>,
  deps: GatewayDeps,
): ApiError | undefined {
  return operatorOnly(input) ?? (keyInReach(input, deps) === undefined ? NO_SUCH_KEY : undefined);
}

/** The documentation of both answers. */
export function movementAnswers<Content>(content: Content) {
  return [
    { status: 201, description: 'The entry of the ledger that says so.', content },
    {
      status: 200,
      description: 'The entry that this reference made before.',
      headers: [REPLAYED_HEADER],
      content,
    },
  ] as const;
}

function answerTo(reply: ApiKeyReply, keyId: string, deps: GatewayDeps): OperationAnswer {
  switch (reply.outcome) {
    case 'credited':
    case 'credit_replayed':
    case 'debited':
    case 'debit_replayed':
    case 'transferred':
    case 'transfer_replayed': {
      const entry = readLedgerEntry(deps.system.records, keyId, reply.entry);
      if (entry === undefined) throw new Error(`key ${keyId} has no entry ${reply.entry}`);
      const isReplay = IS_REPLAY[reply.outcome];
      return {
        kind: 'json',
        status: isReplay ? 200 : 201,
        body: printLedgerEntry(keyId, entry),
        balance: balanceOf(reply.key.balances),
        ...(isReplay ? { headers: [['Idempotent-Replayed', 'true']] as const } : {}),
      };
    }
    case 'no_such_recipient':
      return failed(NO_SUCH_RECIPIENT);
    case 'reference_reused':
      return failed({
        code: 'reference_reused',
        message:
          'This reference was used for another movement, key or amount; use a new one, or repeat the first request.',
        param: 'reference',
      });
    case 'over_lifetime_credit':
      return failed(
        invalid(
          `A key receives at most ${printDa(KEY_CREDIT_MAX_MICRO_DA)} DA in its life; send less, or use another key.`,
          'amount',
        ),
      );
    case 'insufficient_credits':
      return failed({
        code: 'insufficient_credits',
        message: `The key has ${printDa(reply.balance)} DA, which is less than ${printDa(reply.required)} DA; send less.`,
        param: 'amount',
        required: reply.required,
        balance: reply.balance,
      });
    default:
      throw new Error(`a movement of credit was answered ${reply.outcome}`);
  }
}
