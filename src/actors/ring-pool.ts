/**
 * Rings of pairs of 32-bit words, taken and given back, of sizes that double.
 *
 * Small rings of a size are cut from one piece, so that a hundred thousand of them are not as many objects, and what
 * one window gave back fits the next. (Arrays of their own cost 200 bytes more each, and leave holes that nothing
 * fits.) A ring of 64 KiB and more is an array of its own, which goes back to the system.
 *
 * Invariants
 *  1. Rings that are taken share no word.
 */

/** No ring; its capacity is that of a row without one. */
export const NO_RING = 0;

const CLASS_BITS = 4;
const CLASS = (1 << CLASS_BITS) - 1;
/** Pairs in a ring of class 0, which `NO_RING` stands for. */
const CAPACITY_FIRST = 4;
/** Pairs in a piece, where a ring is not larger. */
const PIECE_BITS = 13;

export class RingPool {
  /** By class; undefined where a large ring was given back. */
  readonly #pieces: (Int32Array | undefined)[][] = Array.from({ length: CLASS + 1 }, () => []);
  readonly #free: number[][] = Array.from({ length: CLASS + 1 }, () => []);
  readonly #made: number[] = new Array<number>(CLASS + 1).fill(0);

  /** @param capacity pairs: a power of two, 8 to 65,536 */
  take(capacity: number): number {
    const size = Math.log2(capacity / CAPACITY_FIRST);
    const made = this.#made[size] as number;
    const index = this.#free[size]?.pop() ?? made;
    if (index === made) this.#made[size] = made + 1;
    const ring = (index << CLASS_BITS) | size;
    const pieces = this.#pieces[size] as (Int32Array | undefined)[];
    pieces[index >> ringsPerPieceBits(ring)] ??= new Int32Array(2 * Math.max(capacity, 1 << PIECE_BITS));
    return ring;
  }

  giveBack(ring: number): void {
    const index = ring >> CLASS_BITS;
    if (ringsPerPieceBits(ring) === 0)
      (this.#pieces[ring & CLASS] as (Int32Array | undefined)[])[index] = undefined;
    this.#free[ring & CLASS]?.push(index);
  }

  /** The array that a ring is in, from `startOf` on. */
  wordsOf(ring: number): Int32Array {
    const pieces = this.#pieces[ring & CLASS] as readonly (Int32Array | undefined)[];
    return pieces[(ring >> CLASS_BITS) >> ringsPerPieceBits(ring)] as Int32Array;
  }

  startOf(ring: number): number {
    const inPiece = (ring >> CLASS_BITS) & ((1 << ringsPerPieceBits(ring)) - 1);
    return inPiece * 2 * capacityOf(ring);
  }
}

/** Pairs that a ring has room for. */
export function capacityOf(ring: number): number {
  return CAPACITY_FIRST << (ring & CLASS);
}

function ringsPerPieceBits(ring: number): number {
  return Math.max(0, PIECE_BITS - 2 - (ring & CLASS));
}
