/**
 * An input is sent to the server on one connection: bytes, and how they are delivered.
 *
 * Bytes are held as text with one character (U+0000 to U+00FF) a byte, so that they can be cut, spliced,
 * searched and kept in JSON alike. They may hold stage names (`stage-names.ts`) in the place of keys and ids.
 */
import type { Listener } from '../server/server-setup.js';

/**
 * The end of the client's part: it awaits the answers, says that nothing more will come, or
 * breaks the connection.
 */
export const ENDINGS = ['await', 'half_close', 'abort'] as const;
export type Ending = (typeof ENDINGS)[number];

export interface Delivery {
  /** The places at which the bytes are cut into segments, ascending, each written in a turn of its own. */
  readonly cuts: readonly number[];
  readonly ending: Ending;
}

export interface HttpInput {
  readonly bytes: string;
  readonly delivery: Delivery;
  /** `public` if absent. */
  readonly listener?: Listener;
}

export const IN_ONE_PIECE: Delivery = { cuts: [], ending: 'await' };

/** Longest input, in bytes. */
export const INPUT_BYTES_MAX = 64 * 1024;

/** The UTF-8 bytes of a text, one character a byte. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Bytes as printable text on one line. */
export function escaped(bytes: string): string {
  return JSON.stringify(bytes).replace(
    /[\u007f-\u00ff]/g,
    (byte) => `\\u00${byte.charCodeAt(0).toString(16)}`,
  );
}
