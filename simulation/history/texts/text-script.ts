/** The script that the provider of a text follows: how each call begins, and how the text then comes. */

/** `not_now`, `unreachable`: it was certainly not taken. `lose`: the connection ends without an answer. */
export const TEXT_BEGINS = [
  'write',
  'not_now',
  'unreachable',
  'reject',
  'reject_content',
  'fail',
  'lose',
  'never',
] as const;

/**
 * `break`: the connection breaks. `end`: it ends in order. `error_event`: the provider says it fails.
 * `idle`: a stream goes on with chunks that bring no text.
 */
export const TEXT_FLAWS = ['break', 'end', 'error_event', 'garbage', 'hang', 'idle'] as const;
export const SUDDEN_FLAWS = TEXT_FLAWS.filter((flaw) => flaw !== 'idle');

/** Of a stream behind the end of its text, in the place of [DONE]. */
export const TEXT_AFTER_ENDS = ['break', 'hang', 'idle'] as const;

/** The place of the usage, and its worth. `each`: every piece says the usage so far. */
export const TEXT_USAGES = ['last', 'with_end', 'first', 'each', 'twice', 'never', 'zero', 'huge'] as const;
/** Every second piece says the usage so far, and the end says all. */
export const EACH_SECOND = 'each_second';

export interface TextBegin {
  readonly do: (typeof TEXT_BEGINS)[number];
  readonly delayMs: number;
  /** Of a `not_now`: when the provider wants to be asked again, in ms. */
  readonly askAgainAfterMs?: number;
}

export interface TextFlaw {
  readonly do: (typeof TEXT_FLAWS)[number];
  /** How many deltas come before it. */
  readonly after: number;
}

export interface TextScript {
  /** Of the calls for one generation, at whichever provider; further ones write at once. */
  readonly begins: readonly TextBegin[];
  /** Deltas of the text, unless the request's bound is less. */
  readonly tokens: number;
  /** From one to the next, in ms. */
  readonly tokenMs: number;
  /** Of a delta; a few if absent. */
  readonly bytes?: number;
  /** A character that fills them; `~` if absent. */
  readonly fill?: string;
  /** The deltas are those of a call of a tool. */
  readonly isToolCall?: true;
  readonly flaw?: TextFlaw;
  readonly usage: (typeof TEXT_USAGES)[number] | typeof EACH_SECOND;
  /** From the end of the text to what follows it, in ms; in one packet if 0. */
  readonly tailMs: number;
  readonly isDoneMissing?: true;
  readonly afterEnd?: (typeof TEXT_AFTER_ENDS)[number];
  /** So many chunks without text come before each delta of a stream. */
  readonly empties?: number;
}

/** The providers of text of every history that has texts. */
export const TEXT_PROVIDER_NAMES = ['writer', 'author', 'scribe'] as const;
export type TextProviderName = (typeof TEXT_PROVIDER_NAMES)[number];
