/** The sight that clients and providers have of texts. */

/** The reading of its configuration that a process goes by, after that of its start; absent for that. */
export interface Configured {
  readonly reading?: number;
}

/** A call for a text arrives at its provider. */
export interface TextCalled extends Configured {
  readonly what: 'text_called';
  /** Counts from 1 over the whole run, with all other calls. */
  readonly call: number;
  readonly provider: string;
  readonly model: string;
  readonly generationId: string;
  readonly prompt: string;
  /** The messages behind it, if there are any. */
  readonly more?: readonly unknown[];
  /** Of the body that was sent. */
  readonly bodyBytes: number;
  /** The most tokens that it asks for. */
  readonly cap: number;
  /** The others of the body, if there are any. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly isStreamed: boolean;
  /** All that each piece of its text says besides names, words, end and usage. */
  readonly rest?: string;
}

/** The node reads a piece of a text; of one that is no stream, the whole of it. */
export interface TextSent {
  readonly what: 'text_sent';
  readonly call: number;
  /** The name of its delta, which no other has. */
  readonly delta?: string;
  /** Of what the delta says, its name included. */
  readonly bytes?: number;
  /** The words of the delta, shortened. */
  readonly text?: string;
  readonly finish?: string;
  readonly usage?: TextUsage;
}

export interface TextUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** How a call ended, if the process that called still lived: the first three certainly without any effect. */
export interface TextOver {
  readonly what: 'text_over';
  readonly call: number;
  readonly how: 'not_now' | 'rejected' | 'failed' | 'lost' | 'whole' | 'broken' | 'left';
  /** Of a `not_now`: for how long the provider wants no more calls, in ms. */
  readonly pauseMs?: number;
}

/** One thing that the client of a stream reads. */
export type StreamItem =
  /** The name of a delta, in its first word, what it says, shortened, and all else of its chunk. */
  | { readonly delta: string; readonly text?: string; readonly rest?: string }
  | { readonly finish: string }
  /** Its names in JSON, of the first chunk and of each that has others than the one before. */
  | { readonly named: string }
  | { readonly usage: TextUsage }
  | { readonly error: string }
  | { readonly is: 'done' | 'comment' | 'nothing' | 'garbage' };
