/**
 * A rolling window as the contract tells it: a list of the times of all admissions, and nothing else.
 *
 * A request admitted at t counts until t + 60,000. Times are the node's steady ms.
 */
export const MINUTE_MS = 60_000;

export class NaiveWindow {
  #times: number[] = [];
  /** Entries before this one count no more. */
  #first = 0;

  ask(now: number, limit: number): boolean {
    if (this.counted(now) >= limit) return false;
    this.#times.push(now);
    return true;
  }

  counted(now: number): number {
    while (this.#first < this.#times.length && (this.#times[this.#first] as number) + MINUTE_MS <= now)
      this.#first++;
    return this.#times.length - this.#first;
  }

  /** Of the admissions that count, the oldest first. */
  times(now: number): readonly number[] {
    this.counted(now);
    return this.#times.slice(this.#first);
  }

  remaining(now: number, limit: number): number {
    return Math.max(0, limit - this.counted(now));
  }

  /** Until so many have left that one more is below the limit. */
  waitMs(now: number, limit: number): number {
    const counted = this.counted(now);
    if (counted < limit) return 0;
    return (this.#times[this.#first + counted - limit] as number) + MINUTE_MS - now;
  }

  resetMs(now: number, limit: number): number {
    const counted = this.counted(now);
    if (counted >= limit) return this.waitMs(now, limit);
    return counted === 0 ? 0 : (this.#times[this.#first] as number) + MINUTE_MS - now;
  }

  /** The admissions that count, by instant. */
  instants(now: number): string {
    const counts = new Map<number, number>();
    for (const time of this.times(now)) counts.set(time, (counts.get(time) ?? 0) + 1);
    return [...counts].map(([time, count]) => `${time}:${count}`).join(' ');
  }

  /** To see which admission is missing, or one too many. */
  told(now: number): string {
    return `counted at ${now}, as time:admissions: ${this.instants(now) || 'none'}`;
  }

  /**
   * The same, had nothing been remembered of what was admitted from `cutoff` on. An entry that counts no more
   * is still in it: if the wall clock stepped back over a reboot, it counts again.
   */
  before(cutoff: number): NaiveWindow {
    const left = new NaiveWindow();
    left.#times = this.#times.filter((time) => time < cutoff);
    return left;
  }

  /** The same, had nothing been remembered of what was admitted from `from` to `to`. */
  without(from: number, to: number): NaiveWindow {
    const left = new NaiveWindow();
    left.#times = this.#times.filter((time) => time < from || time > to);
    return left;
  }
}
