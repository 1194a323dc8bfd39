/** The context of a generation's machine: it is stored with the generation (`docs/records.md`). */
import type { RouteName } from '../providers/provider.js';
import type { TextFailure } from '../providers/text-provider.js';

export interface GenerationContext {
  readonly route: RouteName;
  /** The routes that are left, in order of preference. */
  readonly fallbacks: readonly RouteName[];
  /** The end of its text; null if there was none, or none yet. */
  readonly end: TextEnd | null;
  readonly failure: TextFailure | null;
}

/** How a text ended, and what it took. */
export interface TextEnd {
  /** As the provider says it, such as `stop`; null if it did not. */
  readonly finishReason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** True if the provider reported no usage, so the tokens are estimated. */
  readonly isEstimated: boolean;
  /** From the request to the end, and to the first token, in ms; null if there was no token. */
  readonly latencyMs: number;
  readonly firstTokenMs: number | null;
}

export interface GenerationInput {
  readonly route: RouteName;
  readonly fallbacks: readonly RouteName[];
}

/** The context of a generation that is about to be asked for. */
export function firstGenerationContext({ route, fallbacks }: GenerationInput): GenerationContext {
  return { route, fallbacks, end: null, failure: null };
}
