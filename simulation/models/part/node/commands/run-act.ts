import type { Typed } from './command-facts.js';

/** A command that runs before a node, and the behaviour of the node. */
export interface RunAct extends Typed {
  readonly do: 'run';
  readonly command: string;
  readonly isWrong: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isSure: boolean;
  /** At a terminal the user says it; undefined if there is none. */
  readonly said?: string;
  /** Of a list. */
  readonly limit?: number;
  readonly isAll: boolean;
  readonly rows: number;
  /** How often the node puts the first request off, and with which fields. */
  readonly busy: number;
  readonly wait: 'ms' | 'seconds' | 'none';
  readonly end: 'answers' | 'replays' | 'refuses' | 'knows_not' | 'strange' | 'nameless' | 'cut';
  readonly record: Readonly<Record<string, unknown>>;
  /** The amounts, in DA, that each request takes back, and that jobs hold at last. */
  readonly voided: readonly number[];
  readonly held: number;
  readonly keyIn: 'environment' | 'file' | 'both' | 'folder';
  readonly isUrlTyped: boolean;
}
