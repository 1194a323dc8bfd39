/**
 * The committed balances of keys, by the rows of the key table: three numbers a row, in chunks that never
 * move.
 */
import type { ShownBalances } from '../money/ledger.js';

const NUMBERS = 3;
const ROWS_PER_CHUNK_BITS = 14;
const IN_CHUNK = (1 << ROWS_PER_CHUNK_BITS) - 1;

export class RowBalances {
  /** Credited, charged and reserved micro-DA of each row. */
  readonly #chunks: Float64Array[] = [];

  of(row: number): ShownBalances {
    const chunk = this.#chunkOf(row);
    const at = offsetOf(row);
    return { credited: chunk[at], charged: chunk[at + 1], reserved: chunk[at + 2] } as ShownBalances;
  }

  /** As `balanceOf` of the row's balances, without an object for each answer. */
  spendable(row: number): number {
    const chunk = this.#chunkOf(row);
    const at = offsetOf(row);
    return (chunk[at] as number) - (chunk[at + 1] as number) - (chunk[at + 2] as number);
  }

  set(row: number, { credited, charged, reserved }: ShownBalances): void {
    while (this.#chunks.length <= row >> ROWS_PER_CHUNK_BITS) {
      this.#chunks.push(new Float64Array(NUMBERS << ROWS_PER_CHUNK_BITS));
    }
    const chunk = this.#chunkOf(row);
    const at = offsetOf(row);
    chunk[at] = credited;
    chunk[at + 1] = charged;
    chunk[at + 2] = reserved;
  }

  #chunkOf(row: number): Float64Array {
    return this.#chunks[row >> ROWS_PER_CHUNK_BITS] as Float64Array;
  }
}

function offsetOf(row: number): number {
  return NUMBERS * (row & IN_CHUNK);
}
