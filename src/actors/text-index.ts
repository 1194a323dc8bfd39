/**
 * Finds the row of a text, among millions, in one or two looks at memory.
 *
 * Open addressing in one typed array: of each text its hash and its row. The texts themselves stay where the
 * owner of the rows keeps them. Nothing here is an object of its own, so a million texts cost the garbage collector
 * nothing. (A `Map` keyed by text takes about twice the time at that size, and three times the memory.)
 *
 * The array grows a few slots with each text that comes in, so that no request waits for all of it to be moved.
 *
 * Invariants
 *  1. A text that was added and not removed is found, at the row it was added with.
 *  2. Of the slots at most six in ten are taken, those of removed texts counted.
 *  3. `#old` is undefined, or holds nothing before the slot `#moved`.
 */

/** What `find` answers for a text that is not there. */
export const NO_ROW = -1;

const SLOTS_FIRST = 64;
/** Slots moved with each text added: the old array is empty before the new one is full. */
const MOVED_AT_A_TIME = 8;
const EMPTY = 0;
const REMOVED = -1;

export class TextIndex {
  /** Text by row, kept by the owner. */
  readonly #texts: readonly (string | undefined)[];
  /** In pairs: the hash, and the row plus one. */
  #slots = new Int32Array(2 * SLOTS_FIRST);
  #taken = 0;
  #count = 0;
  #old: Int32Array | undefined;
  #moved = 0;

  /** @param texts the owner sets a row's text before `add`, and clears it after `remove` */
  constructor(texts: readonly (string | undefined)[]) {
    this.#texts = texts;
  }

  get count(): number {
    return this.#count;
  }

  /** @param hash of the text: 32 bits, always the same for a text, and well spread over all bits */
  find(text: string, hash: number): number {
    const row = this.#findIn(this.#slots, text, hash);
    return row === NO_ROW && this.#old !== undefined ? this.#findIn(this.#old, text, hash) : row;
  }

  /** Adding a text that is there already is a defect. */
  add(hash: number, row: number): void {
    this.#count += 1;
    this.#grow();
    this.#put(hash, row + 1);
  }

  remove(hash: number, row: number): void {
    if (mark(this.#slots, hash, row + 1) || (this.#old !== undefined && mark(this.#old, hash, row + 1)))
      this.#count -= 1;
  }

  #findIn(slots: Int32Array, text: string, hash: number): number {
    const mask = maskOf(slots);
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const row = slots[2 * at + 1] as number;
      if (row === EMPTY) return NO_ROW;
      if (slots[2 * at] === hash && row !== REMOVED && this.#texts[row - 1] === text) return row - 1;
    }
  }

  #put(hash: number, row: number): void {
    const slots = this.#slots;
    const mask = maskOf(slots);
    let at = hash & mask;
    while (slots[2 * at + 1] !== EMPTY) at = (at + 1) & mask;
    slots[2 * at] = hash;
    slots[2 * at + 1] = row;
    this.#taken += 1;
  }

  #grow(): void {
    if (this.#old === undefined && (this.#taken + 1) * 10 > (maskOf(this.#slots) + 1) * 6)
      this.#beginToMove();
    if (this.#old !== undefined) this.#moveSome(this.#old);
  }

  /** Twice the slots, or as many where most of those taken are of texts that were removed. */
  #beginToMove(): void {
    const slots = maskOf(this.#slots) + 1;
    const wanted = this.#count * 10 > slots * 3 ? 2 * slots : slots;
    this.#old = this.#slots;
    this.#moved = 0;
    this.#slots = new Int32Array(2 * wanted);
    this.#taken = 0;
  }

  #moveSome(old: Int32Array): void {
    const end = Math.min(this.#moved + MOVED_AT_A_TIME, old.length / 2);
    for (let at = this.#moved; at < end; at++) {
      const row = old[2 * at + 1] as number;
      if (row === EMPTY || row === REMOVED) continue;
      this.#put(old[2 * at] as number, row);
      old[2 * at + 1] = REMOVED;
    }
    this.#moved = end;
    if (end === old.length / 2) this.#old = undefined;
  }
}

/** A slot's number within an array of them, whose number is a power of two. */
function maskOf(slots: Int32Array): number {
  return (slots.length >> 1) - 1;
}

/** Takes a row out of an array of slots; false where it is not in it. */
function mark(slots: Int32Array, hash: number, row: number): boolean {
  const mask = maskOf(slots);
  for (let at = hash & mask; slots[2 * at + 1] !== EMPTY; at = (at + 1) & mask) {
    if (slots[2 * at] !== hash || slots[2 * at + 1] !== row) continue;
    slots[2 * at + 1] = REMOVED;
    return true;
  }
  return false;
}

/** A copy in one piece, which keeps no longer text in memory that it was cut from. ASCII. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** The hash of a text whose last six characters are as good as random, such as the check of a key. */
export function hashOfEnd(text: string): number {
  const end = text.length;
  const first = text.charCodeAt(end - 6) | (text.charCodeAt(end - 5) << 8) | (text.charCodeAt(end - 4) << 16);
  const second =
    text.charCodeAt(end - 3) | (text.charCodeAt(end - 2) << 8) | (text.charCodeAt(end - 1) << 16);
  return mixed(Math.imul(first, 0x9e3779b1) ^ second);
}

/** The hash of any text, all of it; `seed` is to be random where clients choose texts. (FNV-1a, and a finish.) */
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
