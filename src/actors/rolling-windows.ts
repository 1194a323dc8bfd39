/**
 * Exact rolling windows, as many as there are callers, in typed arrays.
 *
 * A window is a log of admissions, run-length encoded by millisecond. A request admitted at `t` counts until
 * `t + WINDOW_MS` and no longer. Times are whole milliseconds of steady time, so a window has at most 60,000
 * distinct instants however high its limit, and memory grows with what is in the window only. A window is a row of
 * 64 bytes, a line of the processor's cache, and has room for four instants in it; one that counts more has a ring
 * beside it until it is empty again. Admission allocates nothing but room for more rings than there ever were.
 *
 * Within a row times are 32 bits wide and compared modulo 2^32, so none may stand in a row for more than some
 * 24 days: rows that nobody asks for are looked through every six.
 *
 * Invariants
 *  1. No interval of WINDOW_MS holds more than `limit` admissions, for the limit in force at each admission.
 *  2. A request is refused only when `limit` or more admissions lie in the WINDOW_MS before it.
 *  3. TOTAL is the sum of the counts of a row's runs; OLDEST and NEWEST are the times of its first and last.
 *  4. Times of runs rise strictly from first to last.
 *  5. A ring has room for at most 65,536 instants; above 64, for less than four times as many as it holds.
 *  6. A subject has one window. One that nobody holds stays for as long as it counts anything.
 */
import { capacityOf, NO_RING, RingPool } from './ring-pool.js';
import { hashOfWhole, NO_ROW, ownCopy, TextIndex } from './text-index.js';

export const WINDOW_MS = 60_000;

declare const windowBrand: unique symbol;

/** Names a window: its row. For as long as somebody holds it. */
export type WindowId = number & { readonly [windowBrand]: true };

const ROWS_PER_CHUNK_BITS = 14;
const ROWS_PER_CHUNK = 1 << ROWS_PER_CHUNK_BITS;
const ROW_BITS = 4;
const IN_CHUNK = ROWS_PER_CHUNK - 1;

// The words of a row.
const LIMIT = 0;
const TOTAL = 1;
const RUNS = 2;
/** Index of the first run, in the row or the ring. */
const HEAD = 3;
/** Which ring the runs are in; `NO_RING` where they are in the row. */
const RING = 4;
const FLAGS = 5;
const OLDEST = 6;
const NEWEST = 7;
/** Time and count of four runs. */
const INLINE = 8;

const HELD = 1;
/** The journal has it on its list. */
const UNNOTED = 2;
/** The journal is writing it. */
const NOTING = 4;

/** A ring larger than this shrinks with what it holds. */
const RING_RUNS_KEPT_MAX = 64;
const LOOK_THROUGH_EVERY_MS = 2 ** 29;

/** How a window stands, as answers show it. */
export interface Standing {
  limit: number;
  /** How many more would be admitted; never below 0. */
  remaining: number;
  /**
   * Milliseconds until what `X-RateLimit-Reset` names: while requests remain, until the oldest counted one leaves; at
   * none, until the next is admissible. 0 where nothing counts.
   */
  resetMs: number;
}

export class RollingWindows {
  readonly #chunks: Int32Array[] = [];
  readonly #subjects: (string | undefined)[] = [];
  readonly #bySubject = new TextIndex();
  readonly #seed: number;
  readonly #freeRows: number[] = [];
  readonly #rings = new RingPool();
  readonly #standing: Standing = { limit: 0, remaining: 0, resetMs: 0 };
  #lookThroughAt = Number.NEGATIVE_INFINITY;
  #hand = 0;

  /** @param seed a random number, for subjects may be what clients choose */
  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  /** Windows there are, held or not. */
  get count(): number {
    return this.#bySubject.count;
  }

  /** Rows there ever were: every id is below. */
  get rows(): number {
    return this.#subjects.length;
  }

  /**
   * The window of a subject; a new one, which nobody holds, where there is none.
   *
   * @param subject kept as it is: no part of a longer text, which would stay in memory
   */
  open(subject: string): WindowId {
    const hash = hashOfWhole(subject, this.#seed);
    const row = this.#bySubject.find(subject, hash);
    return row === NO_ROW ? this.#make(subject, hash) : (row as WindowId);
  }

  /** The window of a subject, from now on held. `limit`: admissions per WINDOW_MS. */
  hold(subject: string, limit: number): WindowId {
    const hash = hashOfWhole(subject, this.#seed);
    const found = this.#bySubject.find(subject, hash);
    const window = found === NO_ROW ? this.#make(ownCopy(subject), hash) : (found as WindowId);
    const at = offsetOf(window);
    const row = this.#rowsOf(window);
    row[at + FLAGS] = (row[at + FLAGS] as number) | HELD;
    row[at + LIMIT] = limit;
    return window;
  }

  find(subject: string): WindowId | undefined {
    const row = this.#bySubject.find(subject, hashOfWhole(subject, this.#seed));
    return row === NO_ROW ? undefined : (row as WindowId);
  }

  /** Held no more: it stays until it is empty, and is then forgotten, some time. */
  letGo(window: WindowId, nowMs: number): void {
    const at = offsetOf(window);
    const row = this.#rowsOf(window);
    row[at + FLAGS] = (row[at + FLAGS] as number) & ~HELD;
    this.#forgetIfDone(window, this.#tick(nowMs));
  }

  isHeld(window: WindowId): boolean {
    return ((this.#rowsOf(window)[offsetOf(window) + FLAGS] as number) & HELD) !== 0;
  }

  subjectOf(window: WindowId): string {
    const subject = this.#subjects[window];
    if (subject === undefined) throw new Error(`window ${window} is nobody's`);
    return subject;
  }

  limitOf(window: WindowId): number {
    return this.#rowsOf(window)[offsetOf(window) + LIMIT] as number;
  }

  /** Holds from the next request on; what was counted stays counted. */
  setLimit(window: WindowId, limit: number): void {
    this.#rowsOf(window)[offsetOf(window) + LIMIT] = limit;
  }

  /** Admits a request at `nowMs` and counts it, or refuses it and counts nothing. */
  admit(window: WindowId, nowMs: number): boolean {
    const now = this.#tick(nowMs);
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    this.#dropExpired(row, at, now);
    if ((row[at + TOTAL] as number) >= (row[at + LIMIT] as number)) return false;
    this.#add(row, at, now, 1);
    return true;
  }

  /** Admissions that count at `nowMs`. */
  counted(window: WindowId, nowMs: number): number {
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    this.#dropExpired(row, at, this.#tick(nowMs));
    return row[at + TOTAL] as number;
  }

  /** Milliseconds from `nowMs` until the next request is admissible; 0 where it is now. */
  waitMs(window: WindowId, nowMs: number): number {
    const now = this.#tick(nowMs);
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    this.#dropExpired(row, at, now);
    const limit = row[at + LIMIT] as number;
    let toLeave = (row[at + TOTAL] as number) - limit + 1;
    if (toLeave <= 0) return 0;
    for (let run = 0; run < (row[at + RUNS] as number); run++) {
      toLeave -= this.#countOf(row, at, run);
      if (toLeave <= 0) return WINDOW_MS - since(this.#timeOf(row, at, run), now);
    }
    throw new RangeError(`nothing is ever admissible under a limit of ${limit}`);
  }

  /** What answers show of a window, in one look. The object holds until the next call. */
  standing(window: WindowId, nowMs: number): Readonly<Standing> {
    const now = this.#tick(nowMs);
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    this.#dropExpired(row, at, now);
    const standing = this.#standing;
    const limit = row[at + LIMIT] as number;
    const remaining = limit - (row[at + TOTAL] as number);
    standing.limit = limit;
    standing.remaining = Math.max(0, remaining);
    if (remaining <= 0) standing.resetMs = this.waitMs(window, nowMs);
    else standing.resetMs = row[at + RUNS] === 0 ? 0 : WINDOW_MS - since(row[at + OLDEST] as number, now);
    return standing;
  }

  /** Puts back `count` admissions at `atMs`, which is not before any that the window holds. */
  restore(window: WindowId, atMs: number, count: number): void {
    this.#add(this.#rowsOf(window), offsetOf(window), this.#tick(atMs), count);
  }

  /** Visits the runs with `fromMs <= time < toMs`, oldest first; `toMs` is at most the millisecond after now. */
  eachRun(
    window: WindowId,
    fromMs: number,
    toMs: number,
    visit: (atMs: number, count: number) => void,
  ): void {
    this.#tick(toMs - 1);
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    const to = toMs | 0;
    // The window may count since long before `fromMs`; what is older than a window is in none.
    const span = Math.min(toMs - fromMs, LOOK_THROUGH_EVERY_MS);
    const words = this.#wordsOf(row, at);
    for (let run = this.#firstRunSince(row, at, to, span); run < (row[at + RUNS] as number); run++) {
      const word = this.#wordOf(row, at, run);
      const before = since(words[word] as number, to);
      if (before <= 0) return;
      visit(toMs - before, words[word + 1] as number);
    }
  }

  /** Whether its newest admission is of `fromMs` or after. */
  isAdmittedSince(window: WindowId, fromMs: number): boolean {
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    return row[at + RUNS] !== 0 && since(row[at + NEWEST] as number, fromMs | 0) <= 0;
  }

  /** Marks a window that the journal is to write; false where it is marked already. One that is marked stays. */
  markUnnoted(window: WindowId): boolean {
    const row = this.#rowsOf(window);
    const at = offsetOf(window) + FLAGS;
    const flags = row[at] as number;
    if ((flags & UNNOTED) !== 0) return false;
    row[at] = flags | UNNOTED;
    return true;
  }

  /** The journal writes what it has of a window: from now on it can be marked anew. */
  beginNote(window: WindowId): void {
    const at = offsetOf(window) + FLAGS;
    const row = this.#rowsOf(window);
    row[at] = ((row[at] as number) & ~UNNOTED) | NOTING;
  }

  endNote(window: WindowId): void {
    const at = offsetOf(window) + FLAGS;
    const row = this.#rowsOf(window);
    row[at] = (row[at] as number) & ~NOTING;
  }

  /** Instants the window has room for beside its row: what it costs in memory. */
  ringCapacity(window: WindowId): number {
    const ring = this.#rowsOf(window)[offsetOf(window) + RING] as number;
    return ring === NO_RING ? 0 : capacityOf(ring);
  }

  /**
   * Goes on through the rows, `rowsMax` of them: drops what has expired, and forgets windows that are empty and
   * held by nobody.
   */
  tidy(nowMs: number, rowsMax: number): void {
    const now = this.#tick(nowMs);
    for (let looked = Math.min(rowsMax, this.rows); looked > 0; looked--) {
      if (this.#hand >= this.rows) this.#hand = 0;
      this.#tidyRow(this.#hand as WindowId, now);
      this.#hand += 1;
    }
  }

  #tidyRow(window: WindowId, now: number): void {
    if (this.#subjects[window] === undefined) return;
    this.#dropExpired(this.#rowsOf(window), offsetOf(window), now);
    this.#forgetIfDone(window, now);
  }

  #forgetIfDone(window: WindowId, now: number): void {
    const row = this.#rowsOf(window);
    const at = offsetOf(window);
    if (row[at + FLAGS] !== 0) return;
    this.#dropExpired(row, at, now);
    if (row[at + RUNS] !== 0) return;
    const subject = this.subjectOf(window);
    this.#bySubject.remove(hashOfWhole(subject, this.#seed), window);
    this.#subjects[window] = undefined;
    this.#freeRows.push(window);
  }

  #make(subject: string, hash: number): WindowId {
    const window = (this.#freeRows.pop() ?? this.#subjects.length) as WindowId;
    if (window >> ROWS_PER_CHUNK_BITS === this.#chunks.length) {
      this.#chunks.push(new Int32Array(ROWS_PER_CHUNK << ROW_BITS));
    }
    this.#subjects[window] = subject;
    this.#bySubject.add(subject, hash, window);
    return window;
  }

  #rowsOf(window: WindowId): Int32Array {
    return this.#chunks[window >> ROWS_PER_CHUNK_BITS] as Int32Array;
  }

  /** Steady time as rows have it. */
  #tick(nowMs: number): number {
    if (nowMs >= this.#lookThroughAt) this.#lookThrough(nowMs);
    return nowMs | 0;
  }

  #lookThrough(nowMs: number): void {
    // Far ahead of what the rows remember, their times mean nothing: all of them expired long ago.
    const isFarAhead = nowMs >= this.#lookThroughAt + LOOK_THROUGH_EVERY_MS;
    this.#lookThroughAt = nowMs + LOOK_THROUGH_EVERY_MS;
    for (let window = 0; window < this.rows; window++) {
      const row = this.#rowsOf(window as WindowId);
      const at = offsetOf(window as WindowId);
      if (isFarAhead) this.#empty(row, at);
      else this.#dropExpired(row, at, nowMs | 0);
    }
  }

  #dropExpired(row: Int32Array, at: number, now: number): void {
    const expired = now - WINDOW_MS;
    if (row[at + RUNS] !== 0 && since(row[at + OLDEST] as number, expired) >= 0) {
      this.#dropUpTo(row, at, expired);
    }
  }

  #dropUpTo(row: Int32Array, at: number, expired: number): void {
    if (since(row[at + NEWEST] as number, expired) >= 0) {
      this.#empty(row, at);
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

  #empty(row: Int32Array, at: number): void {
    row[at + TOTAL] = 0;
    row[at + RUNS] = 0;
    row[at + HEAD] = 0;
    this.#dropRing(row, at);
  }

  #add(row: Int32Array, at: number, time: number, count: number): void {
    const runs = row[at + RUNS] as number;
    row[at + TOTAL] = (row[at + TOTAL] as number) + count;
    if (runs !== 0 && since(row[at + NEWEST] as number, time) <= 0) this.#addToNewest(row, at, runs, count);
    else this.#addRun(row, at, runs, time, count);
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
      this.#resize(row, at, runs < RING_RUNS_KEPT_MAX ? 4 * runs : 2 * runs);
    }
    const words = this.#wordsOf(row, at);
    const word = this.#wordOf(row, at, runs);
    words[word] = time;
    words[word + 1] = count;
    row[at + RUNS] = runs + 1;
  }

  /** Leaves room for twice what the ring holds, so that it is not resized again at once. */
  #shrink(row: Int32Array, at: number): void {
    const capacity = capacityOf(row[at + RING] as number);
    let wanted = capacity;
    while (wanted > RING_RUNS_KEPT_MAX && (row[at + RUNS] as number) <= wanted / 4) wanted /= 2;
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

  /** What the runs are in: the row itself, or where its ring is. */
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

function offsetOf(window: WindowId): number {
  return (window & IN_CHUNK) << ROW_BITS;
}

/** Milliseconds from one time of a row to another, which may be before it. */
function since(time: number, now: number): number {
  return (now - time) | 0;
}
