/**
 * Rings of pairs of 32-bit words, taken and given back, of sizes that are powers of two.
 *
 * Rings of a size are cut from large pieces, so that a hundred thousand of them are not as many objects, and
 * what one window gave back fits the next. (Arrays of their own cost 200 bytes more each, and leave holes
 * that nothing fits.) A piece of which nothing is lent is given up.
 *
 * Invariants
 *  1. Rings that are lent share no word.
 *  2. A piece is there exactly while a ring of it is lent.
 */

import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';

/** No ring; its capacity is that of a row without one. */
export const NO_RING = 0;

const CLASS_BITS = 4;
const CLASS = (1 << CLASS_BITS) - 1;
/** Pairs in a ring of class 0, which `NO_RING` stands for. */
const CAPACITY_FIRST = 4;

interface Piece {
  readonly words: Int32Array;
  lent: number;
}

export class RingPool {
  /** By class. */
  readonly #pieces: (Piece | undefined)[][] = Array.from({ length: CLASS + 1 }, () => []);
  readonly #free: number[][] = Array.from({ length: CLASS + 1 }, () => []);
  readonly #made: number[] = new Array<number>(CLASS + 1).fill(0);
  /** Pairs in a piece, if a ring is not larger, as a power of two. */
  readonly #pieceBits: number;

  constructor(limits: Limits = USUAL_LIMITS) {
    this.#pieceBits = limits.ringPieceBits;
  }

  /** @param capacity pairs: a power of two, 8 to 65,536 */
  take(capacity: number): number {
    const size = Math.log2(capacity / CAPACITY_FIRST);
    const made = this.#made[size] as number;
    const index = this.#free[size]?.pop() ?? made;
    if (index === made) this.#made[size] = made + 1;
    const ring = (index << CLASS_BITS) | size;
    const pieces = this.#pieces[size] as (Piece | undefined)[];
    const at = index >> this.#ringsInPieceBits(ring);
    const piece = pieces[at] ?? {
      words: new Int32Array(2 * Math.max(capacity, 1 << this.#pieceBits)),
      lent: 0,
    };
    pieces[at] = piece;
    piece.lent += 1;
    return ring;
  }

  giveBack(ring: number): void {
    const index = ring >> CLASS_BITS;
    const pieces = this.#pieces[ring & CLASS] as (Piece | undefined)[];
    const at = index >> this.#ringsInPieceBits(ring);
    const piece = pieces[at] as Piece;
    piece.lent -= 1;
    if (piece.lent === 0) pieces[at] = undefined;
    this.#free[ring & CLASS]?.push(index);
  }

  /** The array that a ring is in, from `startOf` on. */
  wordsOf(ring: number): Int32Array {
    const pieces = this.#pieces[ring & CLASS] as readonly (Piece | undefined)[];
    return (pieces[(ring >> CLASS_BITS) >> this.#ringsInPieceBits(ring)] as Piece).words;
  }

  startOf(ring: number): number {
    const inPiece = (ring >> CLASS_BITS) & ((1 << this.#ringsInPieceBits(ring)) - 1);
    return inPiece * 2 * capacityOf(ring);
  }

  #ringsInPieceBits(ring: number): number {
    return Math.max(0, this.#pieceBits - 2 - (ring & CLASS));
  }
}

/** Pairs that a ring has room for. */
export function capacityOf(ring: number): number {
  return CAPACITY_FIRST << (ring & CLASS);
}
