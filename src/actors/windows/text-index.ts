/**
 * Finds the row of a text, among millions, in two looks at memory, one after the other.
 *
 * Open addressing: of each text its hash and its row in a typed array and, at the same place of another
 * array, the text. So slot and text are fetched at once, and then the characters of the text beside whatever
 * the caller has at the row. (If texts stand by row alone, the fetches wait for each other: a quarter
 * slower among a million. A `Map` keyed by text takes a fifth more than this, and more memory.) Nothing here
 * is an object of its own, so a million texts cost the garbage collector little.
 *
 * The arrays grow a few slots with each text that comes in, so that no request waits for all of it to be
 * moved.
 *
 * Invariants
 *  1. A text that was added and not removed is found, at the row it was added with.
 *  2. Of the slots at most six in ten are taken, those of removed texts counted.
 *  3. `#old` is undefined, or holds nothing before the slot `#moved`.
 *  4. No text is kept that was removed.
 */

import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';

/** What `find` answers for a text that is not there. */
export const NO_ROW = -1;

/** Slots moved with each text added: the old array is empty before the new one is full. */
const MOVED_AT_A_TIME = 8;
const EMPTY = 0;
const REMOVED = -1;

export class TextIndex {
  /**
   * So many texts, 256 KB, are one array: one for a million of them holds a request up for tens of
   * milliseconds.
   */
  readonly #pieceBits: number;
  #slots: Slots;
  #taken = 0;
  #count = 0;
  #old: Slots | undefined;
  #moved = 0;

  constructor(limits: Limits = USUAL_LIMITS) {
    this.#pieceBits = limits.textsInPieceBits;
    this.#slots = new Slots(1 << limits.textSlotsBits, this.#pieceBits);
  }

  get count(): number {
    return this.#count;
  }

  /** @param hash of the text: 32 bits, always the same for a text, and well spread over all bits */
  find(text: string, hash: number): number {
    const row = this.#slots.find(text, hash);
    return row === NO_ROW && this.#old !== undefined ? this.#old.find(text, hash) : row;
  }

  /** Adding a text that is there already is a defect. It is kept as it is. */
  add(text: string, hash: number, row: number): void {
    this.#count += 1;
    this.#grow();
    this.#slots.put(text, hash, row);
    this.#taken += 1;
  }

  remove(hash: number, row: number): void {
    if (this.#slots.remove(hash, row) || this.#old?.remove(hash, row)) this.#count -= 1;
  }

  #grow(): void {
    if (this.#old === undefined && (this.#taken + 1) * 10 > this.#slots.size * 6) this.#beginToMove();
    if (this.#old !== undefined) this.#moveSome(this.#old);
  }

  /** Twice the slots, or as many where most of those taken are of texts that were removed. */
  #beginToMove(): void {
    const { size } = this.#slots;
    this.#old = this.#slots;
    this.#moved = 0;
    this.#slots = new Slots(this.#count * 10 > size * 3 ? 2 * size : size, this.#pieceBits);
    this.#taken = 0;
  }

  #moveSome(old: Slots): void {
    const end = Math.min(this.#moved + MOVED_AT_A_TIME, old.size);
    for (; this.#moved < end; this.#moved++) if (old.move(this.#moved, this.#slots)) this.#taken += 1;
    if (end === old.size) this.#old = undefined;
  }
}

class Slots {
  /** A power of two. */
  readonly size: number;
  /** In pairs: the hash, and the row plus one. */
  readonly #pairs: Int32Array;
  /** The text of each slot, in pieces that are made when they are needed. */
  readonly #texts: (string | undefined)[][] = [];
  readonly #pieceBits: number;
  readonly #inPiece: number;

  constructor(size: number, pieceBits: number) {
    this.size = size;
    this.#pieceBits = pieceBits;
    this.#inPiece = (1 << pieceBits) - 1;
    this.#pairs = new Int32Array(2 * size);
    for (let from = 0; from < size; from += this.#inPiece + 1) this.#texts.push([]);
  }

  find(text: string, hash: number): number {
    const pairs = this.#pairs;
    const texts = this.#texts;
    const mask = (pairs.length >> 1) - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      // A slot that is empty, or whose text was removed, has none.
      if (pairs[2 * at] === hash && texts[at >> this.#pieceBits]?.[at & this.#inPiece] === text)
        return (pairs[2 * at + 1] as number) - 1;
      if (pairs[2 * at + 1] === EMPTY) return NO_ROW;
    }
  }

  put(text: string, hash: number, row: number): void {
    const pairs = this.#pairs;
    const mask = this.size - 1;
    let at = hash & mask;
    while (pairs[2 * at + 1] !== EMPTY) at = (at + 1) & mask;
    pairs[2 * at] = hash;
    pairs[2 * at + 1] = row + 1;
    if (this.#piece(at).length === 0)
      this.#texts[at >> this.#pieceBits] = new Array(Math.min(this.size, this.#inPiece + 1));
    this.#piece(at)[at & this.#inPiece] = text;
  }

  /** False where it is not in here. */
  remove(hash: number, row: number): boolean {
    const pairs = this.#pairs;
    const mask = this.size - 1;
    for (let at = hash & mask; pairs[2 * at + 1] !== EMPTY; at = (at + 1) & mask) {
      if (pairs[2 * at] !== hash || pairs[2 * at + 1] !== row + 1) continue;
      this.#clear(at);
      return true;
    }
    return false;
  }

  /** Moves what is in a slot, if there is something. */
  move(at: number, to: Slots): boolean {
    const row = this.#pairs[2 * at + 1] as number;
    if (row === EMPTY || row === REMOVED) return false;
    to.put(this.#piece(at)[at & this.#inPiece] as string, this.#pairs[2 * at] as number, row - 1);
    this.#clear(at);
    return true;
  }

  #clear(at: number): void {
    this.#pairs[2 * at + 1] = REMOVED;
    this.#piece(at)[at & this.#inPiece] = undefined;
  }

  #piece(at: number): (string | undefined)[] {
    return this.#texts[at >> this.#pieceBits] as (string | undefined)[];
  }
}

/** A copy in one piece, which keeps no longer text in memory that it was cut from. ASCII. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** The hash of a text whose last five characters are as good as random, such as the check of a key. */
export function hashOfEnd(text: string): number {
  const end = text.length;
  const first = text.charCodeAt(end - 5) | (text.charCodeAt(end - 4) << 8);
  const second =
    text.charCodeAt(end - 3) | (text.charCodeAt(end - 2) << 8) | (text.charCodeAt(end - 1) << 16);
  return mixed(Math.imul(first, 0x9e3779b1) ^ second);
}

/**
 * The hash of any text, all of it; `seed` is to be random where clients choose texts. (FNV-1a, and a finish.)
 */
export function hashOfWhole(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Spreads what differs over all bits (the finish of MurmurHash3). */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
