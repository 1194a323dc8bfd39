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
 *  5. The ring has room for at most 65,536 instants; above 64, for less than four times as many as it holds.
 */
export const WINDOW_MS = 60_000;

const CAPACITY_FIRST = 4;
/** A ring larger than this shrinks with what it holds. */
const CAPACITY_KEPT_MAX = 64;

export class RollingWindow {
  /** Whose window it is, as the journal names it. */
  readonly subject: string;
  /** True while the journal knows of admissions that it has not written yet (see `window-journal.ts`). */
  isUnnoted = false;
  #times: Float64Array | undefined;
  #counts: Uint32Array | undefined;
  #head = 0;
  #runs = 0;
  #total = 0;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** Distinct instants the ring has room for: what the window costs in memory. */
  get capacity(): number {
    return this.#times?.length ?? 0;
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
    for (let run = 0; run < this.#runs; run++) {
      const at = (this.#head + run) & mask;
      toLeave -= this.#counts[at] as number;
      if (toLeave <= 0) return (this.#times[at] as number) + WINDOW_MS - nowMs;
    }
    throw new RangeError(`nothing is ever admissible under a limit of ${limit}`);
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
    for (let run = this.#firstRunFrom(fromMs); run < this.#runs; run++) {
      const at = (this.#head + run) & mask;
      const atMs = this.#times[at] as number;
      if (atMs >= toMs) return;
      yield { atMs, count: this.#counts[at] as number };
    }
  }

  /** How many runs are before `fromMs`. */
  #firstRunFrom(fromMs: number): number {
    const times = this.#times as Float64Array;
    let low = 0;
    let high = this.#runs;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[(this.#head + middle) & (times.length - 1)] as number) < fromMs) low = middle + 1;
      else high = middle;
    }
    return low;
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
    this.#shrink();
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
    if (times === undefined) this.#resize(CAPACITY_FIRST);
    else if (this.#runs === times.length) this.#resize(2 * times.length);
    const grown = this.#times as Float64Array;
    const end = (this.#head + this.#runs) & (grown.length - 1);
    grown[end] = atMs;
    (this.#counts as Uint32Array)[end] = count;
    this.#runs += 1;
  }

  /** Leaves room for twice what the ring holds, so that it is not resized again at once. */
  #shrink(): void {
    let capacity = this.capacity;
    while (capacity > CAPACITY_KEPT_MAX && this.#runs <= capacity / 4) capacity /= 2;
    if (capacity < this.capacity) this.#resize(capacity);
  }

  #resize(capacity: number): void {
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
