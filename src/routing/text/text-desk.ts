/** The desk that has texts made, as operations know it. */
import type { GenerationState } from '../../actors/generations/generation-messages.js';
import type { TextBody, TextFailure } from '../../providers/text-provider.js';

export interface TextDesk {
  /**
   * Has the text of a generation made, which is on disk.
   *
   * @param signal the client has gone
   */
  run(request: RunRequest, signal: AbortSignal): Promise<Begun>;
}

export interface SizedBody {
  readonly body: TextBody;
  /** Of its JSON, in UTF-8. */
  readonly bytes: number;
}

export interface RunRequest {
  readonly generation: GenerationState;
  /** Those of its routes, in their order. */
  readonly bodies: readonly SizedBody[];
  /** As they ask for. */
  readonly outputTokensMax: number;
  readonly wantsUsage: boolean;
}

export type Begun =
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'whole'; readonly body: string }
  | FailedText
  /** The end could not be stored yet. */
  | { readonly kind: 'unsettled' };

/** Nothing of the text has been told. */
export interface FailedText {
  readonly kind: 'failed';
  readonly failure: TextFailure;
  readonly askAgainAfterMs: number | undefined;
}

export interface TextTimes {
  readonly firstTokenMaxMs: number;
  readonly wholeTextMaxMs: number;
  readonly tokenPauseMaxMs: number;
  readonly abandonedStreamMaxMs: number;
}
