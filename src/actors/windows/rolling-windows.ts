/**
 * Exact rolling windows, as many as there are callers, in typed arrays.
 *
 * A window is a log of admissions (`window-runs.ts`) in a row that is its subject's (`window-rows.ts`). A
 * request admitted at `t` counts until `t + WINDOW_MS` and no longer. Times are whole milliseconds of steady
 * time, so a window has at most 60,000 distinct instants however high its limit, and memory grows with what
 * is in the window only.
 *
 * Rows hold times for some 24 days: those that nobody asks for are looked through every six.
 *
 * Invariants
 *  1. No interval of WINDOW_MS holds more than `limit` admissions, for the limit in force at each admission.
 *  2. A request is refused only when `limit` or more admissions lie in the WINDOW_MS before it.
 *  3. A subject has one window. A window that nobody holds stays for as long as it counts anything.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import { ownCopy } from './text-index.js';
import { type WindowId, WindowRows } from './window-rows.js';
import { WindowRuns } from './window-runs.js';

export type { WindowId } from './window-rows.js';
export { WINDOW_MS } from './window-runs.js';

// Words of a row that its runs leave free.
const LIMIT = 0;
const FLAGS = 5;

const HELD = 1;
/** The journal has it on its list. */
const UNNOTED = 2;
/** The journal is writing it. */
const NOTING = 4;

const LOOK_THROUGH_EVERY_MS = 2 ** 29;

/** How a window stands, as answers show it. */
export interface WindowStatus {
  limit: number;
  /** How many more would be admitted; never below 0. */
  remaining: number;
  /**
   * Milliseconds until what `X-RateLimit-Reset` names: while requests remain, until the oldest counted one
   * leaves; at none, until the next is admissible. 0 if nothing counts.
   */
  resetMs: number;
}

export class RollingWindows {
  readonly #rows: WindowRows;
  readonly #runs: WindowRuns;
  readonly #standing: WindowStatus = { limit: 0, remaining: 0, resetMs: 0 };
  #lookThroughAt = Number.NEGATIVE_INFINITY;
  #hand = 0;

  /** @param seed a random number, for subjects may be what clients choose */
  constructor(seed: number, limits: Limits = USUAL_LIMITS) {
    this.#rows = new WindowRows(seed, limits);
    this.#runs = new WindowRuns(limits);
  }

  /** Windows there are, held or not. */
  get count(): number {
    return this.#rows.count;
  }

  /** Rows there ever were: every id is below. */
  get rows(): number {
    return this.#rows.made;
  }

  /**
   * The window of a subject; a new one, which nobody holds, if there is none.
   *
   * @param subject kept as it is: no part of a longer text, which would stay in memory
   */
  open(subject: string): WindowId {
    return this.#rows.find(subject) ?? this.#rows.make(subject);
  }

  /** The window of a subject, from now on held. `limit`: admissions per WINDOW_MS. */
  hold(subject: string, limit: number): WindowId {
    const window = this.#rows.find(subject) ?? this.#rows.make(ownCopy(subject));
    const at = this.#rows.offsetOf(window);
    const row = this.#rows.wordsOf(window);
    row[at + FLAGS] = (row[at + FLAGS] as number) | HELD;
    row[at + LIMIT] = limit;
    return window;
  }

  find(subject: string): WindowId | undefined {
    return this.#rows.find(subject);
  }

  /** Held no more: it stays until it is empty, and is then forgotten, some time. */
  release(window: WindowId, nowMs: number): void {
    const at = this.#rows.offsetOf(window);
    const row = this.#rows.wordsOf(window);
    row[at + FLAGS] = (row[at + FLAGS] as number) & ~HELD;
    this.#forgetIfDone(window, this.#tick(nowMs));
  }

  isHeld(window: WindowId): boolean {
    return ((this.#rows.wordsOf(window)[this.#rows.offsetOf(window) + FLAGS] as number) & HELD) !== 0;
  }

  subjectOf(window: WindowId): string {
    return this.#rows.subjectOf(window);
  }

  limitOf(window: WindowId): number {
    return this.#rows.wordsOf(window)[this.#rows.offsetOf(window) + LIMIT] as number;
  }

  /** Holds from the next request on; what was counted stays counted. */
  setLimit(window: WindowId, limit: number): void {
    this.#rows.wordsOf(window)[this.#rows.offsetOf(window) + LIMIT] = limit;
  }

  /** Admits a request at `nowMs` and counts it, or refuses it and counts nothing. */
  admit(window: WindowId, nowMs: number): boolean {
    const now = this.#tick(nowMs);
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window);
    this.#runs.dropExpired(row, at, now);
    if (this.#runs.totalOf(row, at) >= (row[at + LIMIT] as number)) return false;
    this.#runs.add(row, at, now, 1);
    return true;
  }

  /** Admissions that count at `nowMs`. */
  counted(window: WindowId, nowMs: number): number {
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window);
    this.#runs.dropExpired(row, at, this.#tick(nowMs));
    return this.#runs.totalOf(row, at);
  }

  /** Milliseconds from `nowMs` until the next request is admissible; 0 if it is now. */
  waitMs(window: WindowId, nowMs: number): number {
    const now = this.#tick(nowMs);
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window);
    this.#runs.dropExpired(row, at, now);
    const limit = row[at + LIMIT] as number;
    const toLeave = this.#runs.totalOf(row, at) - limit + 1;
    if (toLeave <= 0) return 0;
    const waitMs = this.#runs.nthLeavesInMs(row, at, toLeave, now);
    if (waitMs === undefined) throw new RangeError(`nothing is ever admissible under a limit of ${limit}`);
    return waitMs;
  }

  /** The values of a window that answers show, in one look. The object holds until the next call. */
  standing(window: WindowId, nowMs: number): Readonly<WindowStatus> {
    const now = this.#tick(nowMs);
    const rows = this.#rows;
    const runs = this.#runs;
    const standing = this.#standing;
    const row = rows.wordsOf(window);
    const at = rows.offsetOf(window);
    runs.dropExpired(row, at, now);
    const limit = row[at + LIMIT] as number;
    const remaining = limit - runs.totalOf(row, at);
    standing.limit = limit;
    standing.remaining = Math.max(0, remaining);
    if (remaining <= 0) standing.resetMs = this.waitMs(window, nowMs);
    else standing.resetMs = runs.oldestLeavesInMs(row, at, now);
    return standing;
  }

  /** Puts back `count` admissions at `atMs`, which is not before any that the window holds. */
  restore(window: WindowId, atMs: number, count: number): void {
    this.#runs.add(this.#rows.wordsOf(window), this.#rows.offsetOf(window), this.#tick(atMs), count);
  }

  /**
   * Visits the runs with `fromMs <= time < toMs`, oldest first; `toMs` is at most the millisecond after now.
   */
  eachRun(
    window: WindowId,
    fromMs: number,
    toMs: number,
    visit: (atMs: number, count: number) => void,
  ): void {
    this.#tick(toMs - 1);
    // The window may count since long before `fromMs`; what is older than a window is in none.
    const spanMs = Math.min(toMs - fromMs, LOOK_THROUGH_EVERY_MS);
    this.#runs.eachBefore(this.#rows.wordsOf(window), this.#rows.offsetOf(window), toMs, spanMs, visit);
  }

  /** Whether its newest admission is of `fromMs` or after. */
  isAdmittedSince(window: WindowId, fromMs: number): boolean {
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window);
    return this.#runs.isAddedSince(row, at, fromMs | 0);
  }

  /**
   * Marks a window that the journal is to write; false where it is marked already. A marked window stays.
   */
  markUnnoted(window: WindowId): boolean {
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window) + FLAGS;
    const flags = row[at] as number;
    if ((flags & UNNOTED) !== 0) return false;
    row[at] = flags | UNNOTED;
    return true;
  }

  /** The journal writes what it has of a window: from now on it can be marked anew. */
  beginNote(window: WindowId): void {
    const at = this.#rows.offsetOf(window) + FLAGS;
    const row = this.#rows.wordsOf(window);
    row[at] = ((row[at] as number) & ~UNNOTED) | NOTING;
  }

  endNote(window: WindowId): void {
    const at = this.#rows.offsetOf(window) + FLAGS;
    const row = this.#rows.wordsOf(window);
    row[at] = (row[at] as number) & ~NOTING;
  }

  /** Instants the window has room for beside its row: what it costs in memory. */
  ringCapacity(window: WindowId): number {
    return this.#runs.ringCapacity(this.#rows.wordsOf(window), this.#rows.offsetOf(window));
  }

  /**
   * Goes on through the rows, `rowsMax` of them: drops what has expired, and forgets windows that are empty
   * and held by nobody.
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
    if (!this.#rows.isTaken(window)) return;
    this.#runs.dropExpired(this.#rows.wordsOf(window), this.#rows.offsetOf(window), now);
    this.#forgetIfDone(window, now);
  }

  #forgetIfDone(window: WindowId, now: number): void {
    const row = this.#rows.wordsOf(window);
    const at = this.#rows.offsetOf(window);
    if (row[at + FLAGS] !== 0) return;
    this.#runs.dropExpired(row, at, now);
    if (!this.#runs.isEmpty(row, at)) return;
    this.#rows.forget(window);
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
      const row = this.#rows.wordsOf(window as WindowId);
      const at = this.#rows.offsetOf(window as WindowId);
      if (isFarAhead) this.#runs.empty(row, at);
      else this.#runs.dropExpired(row, at, nowMs | 0);
    }
  }
}
