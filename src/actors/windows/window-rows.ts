/**
 * Which row is whose: rows of 16 words, each for a subject, in chunks that never move.
 *
 * Invariants
 *  1. A subject has one row.
 *  2. A row stays its subject's until it is forgotten; the next one made takes it over as it was left.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import { hashOfWhole, NO_ROW, TextIndex } from './text-index.js';

declare const windowBrand: unique symbol;

/** Names a window: its row. For as long as somebody holds it. */
export type WindowId = number & { readonly [windowBrand]: true };

const ROW_BITS = 4;

export class WindowRows {
  readonly #chunks: Int32Array[] = [];
  readonly #subjects: (string | undefined)[] = [];
  readonly #bySubject: TextIndex;
  readonly #chunkBits: number;
  readonly #inChunk: number;
  readonly #seed: number;
  readonly #free: number[] = [];

  /** @param seed a random number, for subjects may be what clients choose */
  constructor(seed: number, limits: Limits = USUAL_LIMITS) {
    this.#seed = seed | 0;
    this.#bySubject = new TextIndex(limits);
    this.#chunkBits = limits.rowsInChunkBits;
    this.#inChunk = (1 << limits.rowsInChunkBits) - 1;
  }

  /** Rows that are somebody's. */
  get count(): number {
    return this.#bySubject.count;
  }

  /** Rows there ever were: every id is below. */
  get made(): number {
    return this.#subjects.length;
  }

  find(subject: string): WindowId | undefined {
    const row = this.#bySubject.find(subject, hashOfWhole(subject, this.#seed));
    return row === NO_ROW ? undefined : (row as WindowId);
  }

  /** @param subject which has none; kept as it is: no part of a longer text, which would stay in memory */
  make(subject: string): WindowId {
    const window = (this.#free.pop() ?? this.#subjects.length) as WindowId;
    if (window >> this.#chunkBits === this.#chunks.length) {
      this.#chunks.push(new Int32Array(1 << (this.#chunkBits + ROW_BITS)));
    }
    this.#subjects[window] = subject;
    this.#bySubject.add(subject, hashOfWhole(subject, this.#seed), window);
    return window;
  }

  forget(window: WindowId): void {
    this.#bySubject.remove(hashOfWhole(this.subjectOf(window), this.#seed), window);
    this.#subjects[window] = undefined;
    this.#free.push(window);
  }

  isTaken(window: WindowId): boolean {
    return this.#subjects[window] !== undefined;
  }

  subjectOf(window: WindowId): string {
    const subject = this.#subjects[window];
    if (subject === undefined) throw new Error(`window ${window} is nobody's`);
    return subject;
  }

  /** The array that a row is in, from `offsetOf` on. */
  wordsOf(window: WindowId): Int32Array {
    return this.#chunks[window >> this.#chunkBits] as Int32Array;
  }

  offsetOf(window: WindowId): number {
    return (window & this.#inChunk) << ROW_BITS;
  }
}
