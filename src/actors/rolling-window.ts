/**
 * The exact rolling window: a log of admissions, run-length encoded by millisecond, in a ring.
 *
 * A request admitted at `t` counts until `t + WINDOW_MS` and no longer. Times are whole milliseconds of
 * steady time, so a window has at most 60,000 distinct instants however high the limit, and memory grows
 * with what is in the window only.
 *
 * Invariants
 *  1. No interval of WINDOW_MS holds more than `limit` admissions, for the limit in force at each admission.
 *  2. A request is refused only when `limit` or more admissions lie in the WINDOW_MS before it.
 *  3. `#total` is the sum of the counts in the ring.
 *  4. Times in the ring rise strictly from head to tail.
 */
export const WINDOW_MS = 60_000;

const CAPACITY_FIRST = 4;
/** An emptied ring larger than this is given back. */
const CAPACITY_KEPT_MAX = 64;

export class RollingWindow {
  /** Whose window it is, as the journal names it. */
  readonly subject: string;
  /** True while admissions of this window are not in the journal (see `window-journal.ts`). */
  isNoted = false;
  #times: Float64Array | undefined;
  #counts: Uint32Array | undefined;
  #head = 0;
  #runs = 0;
  #total = 0;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** Admits a request at `nowMs` and counts it, or refuses it and counts nothing. */
  admit(nowMs: number, limit: number): boolean {
    this.#dropExpired(nowMs);
    if (this.#total >= limit) return false;
    this.#count(nowMs, 1);
    return true;
  }

  /** How many more would be admitted at `nowMs`; never below 0. */
  remaining(nowMs: number, limit: number): number {
    this.#dropExpired(nowMs);
    return Math.max(0, limit - this.#total);
  }

  /** Admissions that count at `nowMs`. */
  counted(nowMs: number): number {
    this.#dropExpired(nowMs);
    return this.#total;
  }

  /** Milliseconds from `nowMs` until the next request is admissible; 0 where it is now. */
  waitMs(nowMs: number, limit: number): number {
    this.#dropExpired(nowMs);
    let toLeave = this.#total - limit + 1;
    if (toLeave <= 0 || this.#times === undefined || this.#counts === undefined) return 0;
    const mask = this.#times.length - 1;
    let at = this.#head;
    for (;;) {
      toLeave -= this.#counts[at] as number;
      if (toLeave <= 0) return (this.#times[at] as number) + WINDOW_MS - nowMs;
      at = (at + 1) & mask;
    }
  }

  /**
   * Milliseconds from `nowMs` until what `X-RateLimit-Reset` names: while requests remain, until the oldest
   * counted one leaves; at none, until the next is admissible. 0 where nothing counts.
   */
  resetMs(nowMs: number, limit: number): number {
    this.#dropExpired(nowMs);
    if (this.#total >= limit) return this.waitMs(nowMs, limit);
    return this.#runs === 0 ? 0 : (this.#times?.[this.#head] as number) + WINDOW_MS - nowMs;
  }

  /** Puts back `count` admissions at `atMs`, which is not before any that the window holds. */
  restore(atMs: number, count: number): void {
    this.#count(atMs, count);
  }

  /** The runs with `fromMs <= time < toMs`, oldest first. */
  *runs(fromMs: number, toMs: number): Generator<{ readonly atMs: number; readonly count: number }> {
    if (this.#times === undefined || this.#counts === undefined) return;
    const mask = this.#times.length - 1;
    for (let run = 0; run < this.#runs; run++) {
      const at = (this.#head + run) & mask;
      const atMs = this.#times[at] as number;
      if (atMs >= fromMs && atMs < toMs) yield { atMs, count: this.#counts[at] as number };
    }
  }

  #dropExpired(nowMs: number): void {
    const times = this.#times;
    if (times === undefined || this.#runs === 0) return;
    const expired = nowMs - WINDOW_MS;
    if ((times[this.#head] as number) > expired) return;
    const counts = this.#counts as Uint32Array;
    const mask = times.length - 1;
    while (this.#runs > 0 && (times[this.#head] as number) <= expired) {
      this.#total -= counts[this.#head] as number;
      this.#head = (this.#head + 1) & mask;
      this.#runs -= 1;
    }
    if (this.#runs === 0 && times.length > CAPACITY_KEPT_MAX) {
      this.#times = undefined;
      this.#counts = undefined;
      this.#head = 0;
    }
  }

  #count(atMs: number, count: number): void {
    const times = this.#times;
    this.#total += count;
    if (times !== undefined && this.#runs > 0) {
      const tail = (this.#head + this.#runs - 1) & (times.length - 1);
      if ((times[tail] as number) >= atMs) {
        (this.#counts as Uint32Array)[tail] = ((this.#counts as Uint32Array)[tail] as number) + count;
        return;
      }
    }
    if (times === undefined || this.#runs === times.length) this.#grow();
    const grown = this.#times as Float64Array;
    const end = (this.#head + this.#runs) & (grown.length - 1);
    grown[end] = atMs;
    (this.#counts as Uint32Array)[end] = count;
    this.#runs += 1;
  }

  #grow(): void {
    const capacity = this.#times === undefined ? CAPACITY_FIRST : this.#times.length * 2;
    const times = new Float64Array(capacity);
    const counts = new Uint32Array(capacity);
    if (this.#times !== undefined && this.#counts !== undefined) {
      const mask = this.#times.length - 1;
      for (let run = 0; run < this.#runs; run++) {
        times[run] = this.#times[(this.#head + run) & mask] as number;
        counts[run] = this.#counts[(this.#head + run) & mask] as number;
      }
    }
    this.#times = times;
    this.#counts = counts;
    this.#head = 0;
  }
}
