/**
 * The generation actor: hosts the machine in `src/machines/generation.ts`.
 *
 * The run of a generation (`generation-run.ts`) asks the route of the state that a reply shows, which is on
 * disk by then, and reports what came of it. The end settles the generation with its key in the commit that
 * makes it final.
 *
 * Invariants
 *  1. The `open_generations` record stands exactly while the machine is in no final state; it proves the
 *     reservation.
 *  2. A charge is at most the reservation, and nothing without text.
 *  3. A report that no longer applies changes and writes nothing.
 */
import { generationMachine } from '../../machines/generation.js';
import type { GenerationEvent } from '../../machines/generation-events.js';
import { type MachineObserver, MachineRunner } from '../../machines/run-machine.js';
import { type MicroDa, priceOfTokens, ZERO_MICRO_DA } from '../../money/micro-da.js';
import { later, utcDay } from '../../time/clock.js';
import { addToActivity } from '../jobs/activity.js';
import { removeResult } from '../keys/idempotency.js';
import type { Turn } from '../runtime/behavior.js';
import { expiryKey } from '../storage/expiry.js';
import { createGeneration, type GenerationCreationOptions } from './generation-creation.js';
import type { GenerationBehavior, GenerationReply, GenerationState } from './generation-messages.js';
import {
  encodeGeneration,
  GENERATION_KIND,
  type OpenGenerationRecord,
  readGeneration,
} from './generation-records.js';
import { tallyExcess, tallyGeneration, tallyTokens } from './tallies.js';

type GenerationTurn = Turn<GenerationState, never>;

export interface GenerationOptions extends GenerationCreationOptions {
  /** How long a settled generation is kept, in ms. */
  readonly keptMs: number;
  /** Sees each step of each generation's machine, also of turns that are not committed in the end. */
  readonly onMachineStep?: MachineObserver | undefined;
}

const RESUMED: GenerationEvent = { type: 'RESUMED' };

const runner = new MachineRunner(generationMachine);

export function createGenerationBehavior(options: GenerationOptions): GenerationBehavior {
  return {
    kind: GENERATION_KIND,
    activate: readGeneration,
    unitOf: ({ account }) => account,
    receive(state, message, turn) {
      if (message.type === 'create') return createGeneration(state, message, turn, options);
      if (message.type === 'remove') return removeGeneration(state, message.expiryRow, turn);
      if (state === undefined) return { outcome: 'no_such_generation' };
      return advance(state, message.type === 'resume' ? RESUMED : message.event, turn, options);
    },
  };
}

function advance(
  state: GenerationState,
  event: GenerationEvent,
  turn: GenerationTurn,
  options: GenerationOptions,
): GenerationReply {
  const before = runner.at(state.machine);
  const { snapshot, effects } = runner.next(before, event, options.onMachineStep);
  if (snapshot === before) return { outcome: 'generation', generation: state };
  const status = snapshot.value;
  const moved: GenerationState = { ...state, status, machine: { value: status, context: snapshot.context } };
  const next = effects.includes('settle') ? settle(moved, turn, options) : moved;
  turn.put('generations', turn.id, encodeGeneration(next));
  tallyGeneration(turn, state.status, next.status);
  turn.become(next);
  return { outcome: 'generation', generation: next };
}

function settle(
  generation: GenerationState,
  turn: GenerationTurn,
  { apiKey, keptMs }: GenerationOptions,
): GenerationState {
  const { id, account, key, model, status, idempotencyKeyHash, machine } = generation;
  const { end, route } = machine.context;
  const { reserved, marked = ZERO_MICRO_DA } = closeReservation(generation, turn);
  const cost = chargeOf(generation, reserved, turn);
  const purpose = { kind: GENERATION_KIND, id } as const;
  const reply = turn.call(apiKey, key, { type: 'settle', purpose, reserved, charge: cost, marked });
  if (reply.outcome !== 'key') throw new Error(`key ${key} settled generation ${id} with ${reply.outcome}`);
  addToActivity(turn, account, key, {
    day: utcDay(turn.wall),
    model,
    provider: route.provider,
    outcome: status === 'completed' ? 'completed' : 'failed',
    outputMs: 0,
    promptTokens: end?.promptTokens ?? 0,
    completionTokens: end?.completionTokens ?? 0,
    cost,
  });
  if (end !== null) tallyTokens(turn, end);
  const isFree = cost === 0 && status !== 'completed';
  if (isFree && idempotencyKeyHash !== null) removeResult(turn, key, idempotencyKeyHash, id);
  turn.insert('expiry', expiryKey(later(turn.now, keptMs), 'generation', id), '1');
  return { ...generation, cost };
}

function chargeOf(
  { prices, machine: { context } }: GenerationState,
  reserved: MicroDa,
  turn: GenerationTurn,
): MicroDa {
  const { end } = context;
  if (end === null) return ZERO_MICRO_DA;
  const price = priceOfTokens(prices, end.promptTokens, end.completionTokens);
  if (price !== undefined && price <= reserved) return price;
  if (!end.isEstimated) tallyExcess(turn);
  return reserved;
}

/** Removes the record that proves the reservation, so it cannot be settled a second time. */
function closeReservation({ id, key }: GenerationState, turn: GenerationTurn): OpenGenerationRecord {
  const open = turn.get('open_generations', id);
  if (open === undefined) throw new Error(`generation ${id} has no open reservation`);
  const reservation = JSON.parse(open) as OpenGenerationRecord;
  if (reservation.key !== key)
    throw new Error(`generation ${id} holds a reservation of key ${reservation.key}`);
  turn.remove('open_generations', id);
  return reservation;
}

function removeGeneration(
  generation: GenerationState | undefined,
  expiryRow: string,
  turn: GenerationTurn,
): GenerationReply {
  turn.remove('expiry', expiryRow);
  if (generation === undefined) return { outcome: 'no_such_generation' };
  const { id, key, status, idempotencyKeyHash } = generation;
  if (status === 'open') return { outcome: 'generation', generation };
  turn.remove('generations', id);
  tallyGeneration(turn, status, undefined);
  if (idempotencyKeyHash !== null) removeResult(turn, key, idempotencyKeyHash, id);
  turn.become(undefined);
  return { outcome: 'no_such_generation' };
}
