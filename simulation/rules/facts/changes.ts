/**
 * The values that something may have had at some time, if it changes by requests whose instant of effect is
 * not seen.
 *
 * A change takes effect at one instant between its sending and its answer, or never if it is refused; if
 * its outcome is not known, at any instant until its process ends, or never. Times are places among the
 * observations (`seq`).
 *
 * Invariants
 *  1. `possible` leaves out no value that it may have had.
 *  2. Once a change is answered as done, and none overlaps it, no other value is possible.
 */

/** Values kept although no longer possible: requests are checked later than they are answered. */
const KEPT_MAX = 64;

export interface Change<T> {
  readonly value: T;
  readonly from: number;
  /** The last place at which it can have taken effect; `Infinity` while it may still. */
  readonly until: number;
  /** From here on the value is another; `Infinity` if it may still be this one. */
  readonly overAt: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class Changes<T> {
  #changes: Mutable<Change<T>>[];
  /** Refused for the disk's sake: if the process dies now, the state that it left there decides. */
  #doubtful: Mutable<Change<T>>[] = [];

  constructor(value: T, seq: number) {
    this.#changes = [{ value, from: seq, until: seq, overAt: Number.POSITIVE_INFINITY }];
  }

  begin(value: T, seq: number): Change<T> {
    const change = {
      value,
      from: seq,
      until: Number.POSITIVE_INFINITY,
      overAt: Number.POSITIVE_INFINITY,
    };
    this.#changes.push(change);
    if (this.#changes.length > KEPT_MAX) {
      const over = this.#changes.findIndex(({ overAt }) => overAt < Number.POSITIVE_INFINITY);
      if (over !== -1) this.#changes.splice(over, 1);
    }
    return change;
  }

  applied(change: Change<T>, seq: number): void {
    for (const other of this.#changes) {
      if (other === change) other.until = seq;
      else if (other.until <= change.from && other.overAt > seq) other.overAt = seq;
    }
    this.#doubtful = this.#doubtful.filter(({ until }) => until > change.from);
  }

  /** @param isDoubtful it was refused because the disk failed */
  refused(change: Change<T>, seq: number, isDoubtful: boolean): void {
    for (const other of this.#changes) {
      if (other !== change) continue;
      other.until = seq;
      other.overAt = seq;
      if (isDoubtful) this.#doubtful.push(other);
    }
  }

  /** @param duringTrouble its disk was failing at the time: what was refused for that may stand there */
  processEnded(seq: number, duringTrouble: boolean): void {
    for (const change of this.#changes) change.until = Math.min(change.until, seq);
    if (duringTrouble) {
      for (const change of this.#doubtful) {
        change.until = seq;
        change.overAt = Number.POSITIVE_INFINITY;
      }
    }
    this.#doubtful = [];
  }

  /** The values that it may have had at some instant from `first` to `last`. */
  possible(first: number, last: number): readonly T[] {
    const values: T[] = [];
    for (const { value, from, overAt } of this.#changes) {
      if (from <= last && overAt > first && !values.includes(value)) values.push(value);
    }
    return values;
  }
}
