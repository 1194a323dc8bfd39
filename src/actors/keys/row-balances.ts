/**
 * The committed balances of keys, by the rows of the key table: three numbers a row, in chunks that never
 * move.
 */
import type { Limits } from '../../limits/limits.js';
import type { ShownBalances } from '../money/ledger.js';

const NUMBERS = 3;

export class RowBalances {
  /** Credited, charged and reserved micro-DA of each row. */
  readonly #chunks: Float64Array[] = [];
  readonly #chunkBits: number;
  readonly #inChunk: number;

  constructor({ rowsInChunkBits }: Limits) {
    this.#chunkBits = rowsInChunkBits;
    this.#inChunk = (1 << rowsInChunkBits) - 1;
  }

  of(row: number): ShownBalances {
    const chunk = this.#chunkOf(row);
    const at = this.#offsetOf(row);
    return { credited: chunk[at], charged: chunk[at + 1], reserved: chunk[at + 2] } as ShownBalances;
  }

  /** As `balanceOf` of the row's balances, without an object for each answer. */
  spendable(row: number): number {
    const chunk = this.#chunkOf(row);
    const at = this.#offsetOf(row);
    return (chunk[at] as number) - (chunk[at + 1] as number) - (chunk[at + 2] as number);
  }

  set(row: number, { credited, charged, reserved }: ShownBalances): void {
    while (this.#chunks.length <= row >> this.#chunkBits) {
      this.#chunks.push(new Float64Array(NUMBERS << this.#chunkBits));
    }
    const chunk = this.#chunkOf(row);
    const at = this.#offsetOf(row);
    chunk[at] = credited;
    chunk[at + 1] = charged;
    chunk[at + 2] = reserved;
  }

  #chunkOf(row: number): Float64Array {
    return this.#chunks[row >> this.#chunkBits] as Float64Array;
  }

  #offsetOf(row: number): number {
    return NUMBERS * (row & this.#inChunk);
  }
}
