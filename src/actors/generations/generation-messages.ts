/** Messages to a generation, its replies and its state. */
import type { GenerationContext, TextEnd } from '../../machines/generation-context.js';
import type { GenerationEvent } from '../../machines/generation-events.js';
import type { MicroDa, TokenPrices } from '../../money/micro-da.js';
import type { RouteName } from '../../providers/provider.js';
import type { InsufficientCredits } from '../keys/api-key-messages.js';
import type { IdempotentRequest } from '../keys/idempotency.js';
import type { Behavior } from '../runtime/behavior.js';
import type { RefusedTextQuote, TextQuote } from './text-quote.js';

export const GENERATION_STATUSES = ['open', 'completed', 'failed', 'interrupted'] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

export interface GenerationState {
  /** That of the request. */
  readonly id: string;
  readonly key: string;
  readonly account: string;
  /** As the gateway calls it. */
  readonly model: string;
  readonly prices: TokenPrices;
  readonly reserved: MicroDa;
  /** The marked part of the reservation; absent if nothing of it was marked. */
  readonly marked?: MicroDa;
  readonly isStreamed: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly idempotencyKeyHash: string | null;
  readonly status: GenerationStatus;
  readonly machine: { readonly value: GenerationStatus; readonly context: GenerationContext };
  /** Null while it is open. */
  readonly cost: MicroDa | null;
}

/** Asks for a generation, under the id of its request. */
export interface CreateGeneration {
  readonly type: 'create';
  /** The API key that pays. */
  readonly key: string;
  readonly quote: TextQuote;
  readonly isStreamed: boolean;
  readonly idempotency: IdempotentRequest | undefined;
}

export type TextReport = Exclude<GenerationEvent, { readonly type: 'RESUMED' }>;

export type GenerationMessage =
  | CreateGeneration
  /** News of its text; the first end that is told counts. */
  | { readonly type: 'report'; readonly event: TextReport }
  /** The node restarted, and the generation was open. */
  | { readonly type: 'resume' }
  /** Its time on disk is over; open ones stay. `expiryRow` says so and goes with it. */
  | { readonly type: 'remove'; readonly expiryRow: string };

export type CreateGenerationReply =
  | { readonly outcome: 'accepted'; readonly generation: GenerationState; readonly balance: MicroDa }
  | { readonly outcome: 'no_such_key' }
  | { readonly outcome: 'idempotency_key_in_use' }
  /** `generationId` is that of the first request; undefined if that was another request. */
  | { readonly outcome: 'idempotency_key_reused'; readonly generationId: string | undefined }
  | { readonly outcome: 'not_on_offer'; readonly quote: RefusedTextQuote }
  | { readonly outcome: 'too_many_generations' }
  | InsufficientCredits;

export type GenerationReply =
  | CreateGenerationReply
  /** The generation after any other message. */
  | { readonly outcome: 'generation'; readonly generation: GenerationState }
  | { readonly outcome: 'no_such_generation' };

export type GenerationBehavior = Behavior<GenerationState, GenerationMessage, GenerationReply, never>;

/** The end of a generation that has text; undefined while it has none. */
export function endOf({ machine }: GenerationState): TextEnd | undefined {
  return machine.context.end ?? undefined;
}

/** The provider of the route that it was asked at last. */
export function routeOf({ machine }: GenerationState): RouteName {
  return machine.context.route;
}
