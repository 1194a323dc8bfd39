/** A request for a text. */
import type { TextScript } from './text-script.js';

export interface TextMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

/** Values of `stream_options` by which nobody asks for a usage. */
export const USAGE_WORDS = {
  nothing: null,
  empty: {},
  no: { include_usage: false },
  none: { include_usage: null },
} as const;
export type UsageWords = keyof typeof USAGE_WORDS;

export interface ChatCall {
  readonly op: 'chat';
  readonly key: number;
  /** The step of a session, if it is a message of the web chat: a stream, of the usual length. */
  readonly session?: number;
  /** A text model of the setup, or one that does not exist. */
  readonly model: string;
  /** Names the script, and so what the provider does. */
  readonly prompt: string;
  readonly isStreamed: boolean;
  /** Whether the client of a stream asks for its usage. */
  readonly wantsUsage?: true;
  /** If it does not: the words that say so; absent if there are none. */
  readonly usageWords?: UsageWords;
  /** Those behind the first, which is the prompt. */
  readonly more?: readonly TextMessage[];
  /** The most tokens that are wanted; the model's default if absent. */
  readonly cap?: number;
  /** The field that says it; the older one if absent. */
  readonly capField?: 'max_completion_tokens';
  /** The others of the body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  /** The client of a stream waits so long before it reads on, in ms. */
  readonly readPauseMs?: number;
  /** The script for a prompt; the first request with it says it. */
  readonly script?: TextScript;
}

/** Asks what became of a text. */
export interface LookUpCall {
  readonly op: 'generation';
  readonly key: number;
  /** The id of the step that asked for the text; 0 for an id that nobody was ever told. */
  readonly text: number;
  /** The step of a session, if the web chat asks; its key is of no account then. */
  readonly session?: number;
}
