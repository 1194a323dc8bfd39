/**
 * The questions of Tollgate to a provider of text models, and the answers that it believes.
 *
 * A text is asked for in OpenAI's wire format and answered in it, in whole or as it comes. Anything that an
 * adapter throws counts as a call without a known outcome; `text-calls.ts` owns time limits, bounds and
 * breakers.
 */
import type { TokenPrices } from '../money/micro-da.js';
import type { ProviderCall } from './provider.js';

/** The codes of generations that failed (contract: "Errors"). */
export const TEXT_FAILURES = [
  'provider_error',
  'provider_rejected',
  'provider_unavailable',
  'provider_timeout',
  'content_rejected',
] as const;

export interface TextFailure {
  readonly code: (typeof TEXT_FAILURES)[number];
  readonly message: string;
}

/** A text model as the gateway offers it. */
export interface TextOffer {
  readonly id: string;
  readonly prices: TokenPrices;
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  readonly outputTokensDefault: number;
  /** Unix seconds, for `GET /v1/models`. */
  readonly createdAt: number;
}

/** A text that is wanted of one route. */
export interface WantedText {
  /** The provider's own name of it. */
  readonly model: string;
  /** The fields of the request that are passed on, in OpenAI's wire format, `messages` among them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** At most so many tokens are made. */
  readonly outputTokensMax: number;
  readonly isStreamed: boolean;
}

export interface TextRequest {
  /** Unique for ever. */
  readonly generationId: string;
  /** As `bodyOf` made it. */
  readonly body: TextBody;
  readonly isStreamed: boolean;
}

/** The body of a request as a provider is sent it, in JSON. */
export type TextBody = Readonly<Record<string, unknown>>;

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A piece of an answer as it comes. */
export interface TextPiece {
  /**
   * A chunk of a stream, or the whole answer of a request without one, in OpenAI's wire format. Its ids and
   * its model are the provider's.
   */
  readonly body: Readonly<Record<string, unknown>>;
  /** If the piece reports it. */
  readonly usage?: TokenUsage;
  /** If the piece is one before it with another content. */
  readonly repeats?: Repetition;
}

/** Most tokens of a stream come as the same chunk but for the content of its only choice. */
export interface Repetition {
  /** It has one choice with a delta, and reports no usage, no end, and no token but its content. */
  readonly first: TextPiece;
  /** JSON needs no escape for it. */
  readonly content: string;
}

export type TextAnswer =
  /**
   * The provider has begun. The pieces, those that came together at a time, end when the provider says that
   * all is there; else they throw.
   */
  | { readonly outcome: 'begun'; readonly pieces: AsyncIterable<readonly TextPiece[]> }
  /** The provider will never take it. */
  | { readonly outcome: 'rejected'; readonly failure: TextFailure }
  /** The provider certainly did not take it, and may later. */
  | { readonly outcome: 'not_now'; readonly message: string; readonly askAgainAfterMs?: number };

/** The provider said within its answer that it fails; the message is fit for a client. */
export class ProviderSaidError extends Error {
  override readonly name = 'ProviderSaidError';
  readonly code: TextFailure['code'];

  constructor({ code, message }: TextFailure) {
    super(message);
    this.code = code;
  }
}

export interface TextProvider {
  readonly name: string;
  readonly models: readonly TextOffer[];
  /** Its size in bytes bounds the tokens of the prompt, so nothing is added to it later. */
  bodyOf(wanted: WantedText): TextBody;
  generate(request: TextRequest, call: ProviderCall): Promise<TextAnswer>;
  /**
   * The cheapest real call that makes nothing. Resolves with a line about the provider, rejects if it is of
   * no use.
   */
  probe?(call: ProviderCall): Promise<string>;
}
