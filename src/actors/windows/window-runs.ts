/**
 * The log of one rolling window: a row of 64 bytes, a line of the processor's cache, among many in an
 * `Int32Array`.
 *
 * Admissions are run-length encoded by millisecond. A row has room for four instants; one that counts more
 * has a ring beside it until it is empty again. Nothing is allocated but room for more rings than there ever
 * were.
 *
 * Times are whole milliseconds of steady time, 32 bits wide, and compared modulo 2^32, so none may stand in a
 * row for more than some 24 days.
 *
 * The words of a row have no names outside of this module: V8 folds a constant of its own module into
 * compiled code, and loads one of another each time (with imported ones a decision took 453 instructions, not
 * 330).
 *
 * Invariants
 *  1. TOTAL is the sum of the counts of a row's runs; OLDEST and NEWEST are the times of its first and last.
 *  2. Times of runs rise strictly from first to last.
 *  3. A ring has room for at most 65,536 instants; above `ringRunsKept`, for less than four times as many as
 *     it holds.
 */
import type { Limits } from '../../limits/limits.js';
import { capacityOf, NO_RING, RingPool } from './ring-pool.js';

export const WINDOW_MS = 60_000;

// The words of a row; the other two are for what else whoever has the row knows of the window.
const TOTAL = 1;
const RUNS = 2;
/** Index of the first run, in the row or the ring. */
const HEAD = 3;
/** Which ring the runs are in; `NO_RING` where they are in the row. */
const RING = 4;
const OLDEST = 6;
const NEWEST = 7;
/** Time and count of four runs. */
const INLINE = 8;

/**
 * Operations on the runs of the row that begins at `at`. An expired run counts until it is dropped.
 */
export class WindowRuns {
  readonly #rings: RingPool;
  /** A ring larger than this shrinks with what it holds. */
  readonly #ringRunsKept: number;

  constructor(limits: Limits) {
    this.#rings = new RingPool(limits);
    this.#ringRunsKept = limits.ringRunsKept;
  }

  /** Counts `count` admissions at `time`, which is not before any that the row holds. */
  add(row: Int32Array, at: number, time: number, count: number): void {
    const runs = row[at + RUNS] as number;
    row[at + TOTAL] = (row[at + TOTAL] as number) + count;
    if (runs !== 0 && since(row[at + NEWEST] as number, time) <= 0) this.#addToNewest(row, at, runs, count);
    else this.#addRun(row, at, runs, time, count);
  }

  totalOf(row: Int32Array, at: number): number {
    return row[at + TOTAL] as number;
  }

  isEmpty(row: Int32Array, at: number): boolean {
    return row[at + RUNS] === 0;
  }

  /** Whether its newest admission is of `time` or after. */
  isAddedSince(row: Int32Array, at: number, time: number): boolean {
    return row[at + RUNS] !== 0 && since(row[at + NEWEST] as number, time) <= 0;
  }

  /** Drops what counts no more at `now`. */
  dropExpired(row: Int32Array, at: number, now: number): void {
    const expired = now - WINDOW_MS;
    if (row[at + RUNS] !== 0 && since(row[at + OLDEST] as number, expired) >= 0) {
      this.#dropUpTo(row, at, expired);
    }
  }

  empty(row: Int32Array, at: number): void {
    row[at + TOTAL] = 0;
    row[at + RUNS] = 0;
    row[at + HEAD] = 0;
    this.#dropRing(row, at);
  }

  /** Milliseconds until the oldest admission counts no more; 0 if there is none. */
  oldestLeavesInMs(row: Int32Array, at: number, now: number): number {
    return row[at + RUNS] === 0 ? 0 : WINDOW_MS - since(row[at + OLDEST] as number, now);
  }

  /** The same of the `nth` oldest, from 1; undefined if there are fewer. */
  nthLeavesInMs(row: Int32Array, at: number, nth: number, now: number): number | undefined {
    const words = this.#wordsOf(row, at);
    let left = nth;
    for (let run = 0; run < (row[at + RUNS] as number); run++) {
      const word = this.#wordOf(row, at, run);
      left -= words[word + 1] as number;
      if (left <= 0) return WINDOW_MS - since(words[word] as number, now);
    }
    return undefined;
  }

  /** Visits the runs that are before `toMs` by `spanMs` or less, oldest first. */
  eachBefore(
    row: Int32Array,
    at: number,
    toMs: number,
    spanMs: number,
    visit: (atMs: number, count: number) => void,
  ): void {
    const to = toMs | 0;
    const words = this.#wordsOf(row, at);
    for (let run = this.#firstRunSince(row, at, to, spanMs); run < (row[at + RUNS] as number); run++) {
      const word = this.#wordOf(row, at, run);
      const beforeMs = since(words[word] as number, to);
      if (beforeMs <= 0) return;
      visit(toMs - beforeMs, words[word + 1] as number);
    }
  }

  /** Instants there is room for beside the row. */
  ringCapacity(row: Int32Array, at: number): number {
    const ring = row[at + RING] as number;
    return ring === NO_RING ? 0 : capacityOf(ring);
  }

  #addToNewest(row: Int32Array, at: number, runs: number, count: number): void {
    const words = this.#wordsOf(row, at);
    const word = this.#wordOf(row, at, runs - 1) + 1;
    words[word] = (words[word] as number) + count;
  }

  #addRun(row: Int32Array, at: number, runs: number, time: number, count: number): void {
    if (runs === 0) row[at + OLDEST] = time;
    row[at + NEWEST] = time;
    if (runs === capacityOf(row[at + RING] as number)) {
      this.#resize(row, at, runs < this.#ringRunsKept ? 4 * runs : 2 * runs);
    }
    const words = this.#wordsOf(row, at);
    const word = this.#wordOf(row, at, runs);
    words[word] = time;
    words[word + 1] = count;
    row[at + RUNS] = runs + 1;
  }

  #dropUpTo(row: Int32Array, at: number, expired: number): void {
    if (since(row[at + NEWEST] as number, expired) >= 0) {
      this.empty(row, at);
      return;
    }
    while (since(this.#timeOf(row, at, 0), expired) >= 0) {
      row[at + TOTAL] = (row[at + TOTAL] as number) - this.#countOf(row, at, 0);
      row[at + HEAD] = ((row[at + HEAD] as number) + 1) & (capacityOf(row[at + RING] as number) - 1);
      row[at + RUNS] = (row[at + RUNS] as number) - 1;
    }
    row[at + OLDEST] = this.#timeOf(row, at, 0);
    this.#shrink(row, at);
  }

  /** Leaves room for twice what the ring holds, so that it is not resized again at once. */
  #shrink(row: Int32Array, at: number): void {
    const capacity = capacityOf(row[at + RING] as number);
    let wanted = capacity;
    while (wanted > this.#ringRunsKept && (row[at + RUNS] as number) <= wanted / 4) wanted /= 2;
    if (wanted < capacity) this.#resize(row, at, wanted);
  }

  #resize(row: Int32Array, at: number, capacity: number): void {
    const ring = this.#rings.take(capacity);
    const words = this.#rings.wordsOf(ring);
    const start = this.#rings.startOf(ring);
    for (let run = 0; run < (row[at + RUNS] as number); run++) {
      words[start + 2 * run] = this.#timeOf(row, at, run);
      words[start + 2 * run + 1] = this.#countOf(row, at, run);
    }
    this.#dropRing(row, at);
    row[at + RING] = ring;
    row[at + HEAD] = 0;
  }

  #dropRing(row: Int32Array, at: number): void {
    const ring = row[at + RING] as number;
    if (ring !== NO_RING) this.#rings.giveBack(ring);
    row[at + RING] = NO_RING;
  }

  /** The array that holds the runs: the row's own, or that of its ring. */
  #wordsOf(row: Int32Array, at: number): Int32Array {
    const ring = row[at + RING] as number;
    return ring === NO_RING ? row : this.#rings.wordsOf(ring);
  }

  /** The word in there at which a run begins. */
  #wordOf(row: Int32Array, at: number, run: number): number {
    const ring = row[at + RING] as number;
    const start = ring === NO_RING ? at + INLINE : this.#rings.startOf(ring);
    return start + 2 * (((row[at + HEAD] as number) + run) & (capacityOf(ring) - 1));
  }

  #timeOf(row: Int32Array, at: number, run: number): number {
    return this.#wordsOf(row, at)[this.#wordOf(row, at, run)] as number;
  }

  #countOf(row: Int32Array, at: number, run: number): number {
    return this.#wordsOf(row, at)[this.#wordOf(row, at, run) + 1] as number;
  }

  /** The first run that is at most `spanMs` before `to`. */
  #firstRunSince(row: Int32Array, at: number, to: number, spanMs: number): number {
    let low = 0;
    let high = row[at + RUNS] as number;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (since(this.#timeOf(row, at, middle), to) > spanMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Milliseconds from one time of a row to another, which may be before it. */
function since(time: number, now: number): number {
  return (now - time) | 0;
}
