/** The models of text of a history, their prices, and the bounds on generations. */
import type { TextProviderName } from './text-script.js';

export interface TextSetup {
  readonly models: readonly TextModelSetup[];
  readonly openGenerationsMax: number;
  readonly firstTokenMaxMs: number;
  readonly tokenPauseMaxMs: number;
  readonly abandonedStreamMaxMs: number;
  /** Whether texts can be looked up; absent if they cannot. */
  readonly generations?: true;
}

export interface TextModelSetup extends TextPrices {
  readonly id: string;
  /** In order of preference. */
  readonly providers: readonly TextProviderName[];
  /** Of each route. */
  readonly templateTokens: number;
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  readonly outputTokensDefault: number;
}

/** In micro-DA for a million tokens. */
export interface TextPrices {
  readonly input: number;
  readonly output: number;
}

/** A provider's own name of a model: as long at each, so that each is sent as many bytes. */
export function textModelAt(model: string, provider: TextProviderName): string {
  return `${model}@${provider}`;
}
