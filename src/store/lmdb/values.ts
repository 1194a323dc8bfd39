/**
 * The values of one commit on their way into LMDB: encoded one behind the other, in memory that is used
 * again.
 *
 * `lmdb` takes a text, too, but makes a buffer of each, which takes it longer, and keeps many of them until
 * the next full collection of garbage. A byte array with `start` and `end` it takes for what lies between,
 * and notes the address; the writer thread reads the bytes when it gets there.
 *
 * Invariants
 *  1. The bytes of a value stay where they are until `begin`, which nobody calls while a commit is under way.
 *  2. Beyond one block nothing is kept from one commit to the next.
 */

import type { Table } from '../store.js';
import { CHECKSUM_BYTES, hasChecksum, writeChecksum } from './checksums.js';

/** More than most commits take, in bytes. */
const BLOCK_BYTES = 1024 * 1024;
/** A UTF-16 unit takes three bytes of UTF-8 at most; a pair of them takes four. */
const BYTES_PER_UNIT_MAX = 3;

/** What `lmdb` reads of a value; `address` is its own note. Its array begins where its memory begins. */
type Block = Uint8Array & { start: number; end: number; address?: number };

export class LmdbValues {
  #first = blockOf(BLOCK_BYTES);
  #block = this.#first;
  #text = textOf(this.#block);

  /** Forgets the values of the commit before. */
  begin(): void {
    this.#use(this.#first);
  }

  /**
   * The value and its checksum as `lmdb` takes them, for one call of `put`: the next one may return the same
   * array.
   */
  encode(table: Table, key: string, value: string): Uint8Array {
    const bytesMax = value.length * BYTES_PER_UNIT_MAX + CHECKSUM_BYTES;
    if (this.#block.end + bytesMax > this.#block.length) this.#use(blockOf(Math.max(bytesMax, BLOCK_BYTES)));
    const block = this.#block;
    block.start = block.end;
    block.end += this.#text.write(value, block.start, 'utf8');
    if (hasChecksum(table, key)) {
      writeChecksum(block, block.end, table, key, value);
      block.end += CHECKSUM_BYTES;
    }
    return block;
  }

  #use(block: Block): void {
    block.start = 0;
    block.end = 0;
    if (block === this.#block) return;
    this.#block = block;
    this.#text = textOf(block);
  }
}

function blockOf(bytes: number): Block {
  return Object.assign(new Uint8Array(bytes), { start: 0, end: 0 });
}

function textOf(block: Block): Buffer {
  return Buffer.from(block.buffer);
}
