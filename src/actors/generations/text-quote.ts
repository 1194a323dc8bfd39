/** A quote for a text: its price at most, or why no model on offer takes it. */
import type { MicroDa, TokenPrices } from '../../money/micro-da.js';
import type { RouteName } from '../../providers/provider.js';

export type TextQuote = AcceptableTextQuote | RefusedTextQuote;

export interface AcceptableTextQuote {
  readonly ok: true;
  readonly model: string;
  readonly route: RouteName;
  /** The other routes that can make it, in order of preference. */
  readonly fallbacks: readonly RouteName[];
  readonly prices: TokenPrices;
  readonly reserve: MicroDa;
}

export interface RefusedTextQuote {
  readonly ok: false;
  readonly code: 'model_not_found' | 'invalid_request';
  readonly message: string;
  readonly param: string;
}
