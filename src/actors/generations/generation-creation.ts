/**
 * The first turn of a generation: its key reserves the most that it can cost, and the generation writes
 * itself down, in one commit. Its text is asked for after that.
 *
 * Refusals come in the contract's order: the key, the Idempotency-Key, the model and its bounds, the open
 * generations, the money.
 */
import { firstGenerationContext } from '../../machines/generation-context.js';
import type { MicroDa } from '../../money/micro-da.js';
import { unixSeconds } from '../../time/clock.js';
import type { ApiKeyBehavior, ApiKeyState } from '../keys/api-key-messages.js';
import { type Lookup, lookupResult, recordResult } from '../keys/idempotency.js';
import { balanceOf } from '../money/ledger.js';
import type { Turn } from '../runtime/behavior.js';
import type { CreateGeneration, CreateGenerationReply, GenerationState } from './generation-messages.js';
import { encodeGeneration, encodeOpenGeneration, GENERATION_KIND } from './generation-records.js';
import { tallyGeneration } from './tallies.js';
import type { AcceptableTextQuote } from './text-quote.js';

export interface GenerationCreationOptions {
  /** Open generations that a key may have. */
  readonly openGenerationsMax: number;
  readonly idempotencyKeptMs: number;
  readonly apiKey: ApiKeyBehavior;
}

type GenerationTurn = Turn<GenerationState, never>;

export function createGeneration(
  state: GenerationState | undefined,
  message: CreateGeneration,
  turn: GenerationTurn,
  { apiKey, openGenerationsMax, idempotencyKeptMs }: GenerationCreationOptions,
): CreateGenerationReply {
  if (state !== undefined) throw new Error(`generation ${turn.id} exists already`);
  const { key, quote, idempotency } = message;
  const checked = turn.call(apiKey, key, { type: 'check' });
  if (checked.outcome !== 'key') return { outcome: 'no_such_key' };
  const known = lookupResult(turn, key, idempotency);
  if (known.kind !== 'new') return repeated(known, turn);
  if (!quote.ok) return { outcome: 'not_on_offer', quote };
  const reserved = turn.call(apiKey, key, {
    type: 'reserve',
    purpose: { kind: GENERATION_KIND, id: turn.id },
    amount: quote.reserve,
    openMax: openGenerationsMax,
  });
  if (reserved.outcome === 'insufficient_credits') return reserved;
  if (reserved.outcome === 'too_many_reservations') return { outcome: 'too_many_generations' };
  if (reserved.outcome !== 'reserved')
    throw new Error(`key ${key} answered a reserve with ${reserved.outcome}`);
  const generation = writtenDown(message, quote, reserved, turn);
  recordResult(turn, key, idempotency, turn.id, idempotencyKeptMs);
  return { outcome: 'accepted', generation, balance: balanceOf(reserved.key.balances) };
}

/** Its text is on no disk, so it is not told again. */
function repeated(known: Exclude<Lookup, { kind: 'new' }>, turn: GenerationTurn): CreateGenerationReply {
  if (known.kind === 'refused') {
    return known.outcome === 'idempotency_key_in_use'
      ? { outcome: known.outcome }
      : { outcome: known.outcome, generationId: undefined };
  }
  const isOpen = turn.get('open_generations', known.result) !== undefined;
  if (isOpen) return { outcome: 'idempotency_key_in_use' };
  return { outcome: 'idempotency_key_reused', generationId: known.result };
}

function writtenDown(
  { key, isStreamed, idempotency }: CreateGeneration,
  { model, prices, reserve, route, fallbacks }: AcceptableTextQuote,
  reservation: { readonly key: ApiKeyState; readonly marked: MicroDa },
  turn: GenerationTurn,
): GenerationState {
  const { marked } = reservation;
  const generation: GenerationState = {
    id: turn.id,
    key,
    account: reservation.key.account,
    model,
    prices,
    reserved: reserve,
    ...(marked === 0 ? {} : { marked }),
    isStreamed,
    createdAt: unixSeconds(turn.wall),
    idempotencyKeyHash: idempotency?.keyHash ?? null,
    status: 'open',
    machine: { value: 'open', context: firstGenerationContext({ route, fallbacks }) },
    cost: null,
  };
  turn.insert('generations', turn.id, encodeGeneration(generation));
  turn.insert('open_generations', turn.id, encodeOpenGeneration(generation));
  tallyGeneration(turn, undefined, 'open');
  turn.become(generation);
  return generation;
}
