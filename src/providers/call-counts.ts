/** Numbers about calls to one model of one provider, for metrics; they only grow. */

export type CallKind = 'submit' | 'poll' | 'last_call';
export type CallResult = 'answered' | 'accepted' | 'rejected' | 'not_now' | 'timeout' | 'error' | 'garbage';

export type CallCounts = Readonly<Record<CallKind, Readonly<Partial<Record<CallResult, number>>>>>;

/** Upper bounds of the lateness histogram's buckets, in ms; one more bucket holds what is beyond. */
const LATENESS_BOUNDS_MS: readonly number[] = [
  5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
];

export interface LatenessNumbers {
  /** Upper bounds of the buckets, in ms. */
  readonly boundsMs: readonly number[];
  /** Polls in each bucket, not cumulated; the last one, beyond all bounds, makes one more than `boundsMs`. */
  readonly buckets: readonly number[];
  readonly count: number;
  readonly sumMs: number;
  readonly maxMs: number;
}

export class CallCounter {
  readonly #counts: Record<CallKind, Partial<Record<CallResult, number>>> = {
    submit: {},
    poll: {},
    last_call: {},
  };

  add(kind: CallKind, result: CallResult): void {
    const counts = this.#counts[kind];
    counts[result] = (counts[result] ?? 0) + 1;
  }

  numbers(): CallCounts {
    return structuredClone(this.#counts);
  }
}

/** How long after its due time each poll began. */
export class Lateness {
  readonly #buckets: number[] = Array.from({ length: LATENESS_BOUNDS_MS.length + 1 }, () => 0);
  #count = 0;
  #sumMs = 0;
  #maxMs = 0;

  add(lateMs: number): void {
    const bucket = LATENESS_BOUNDS_MS.findIndex((bound) => lateMs <= bound);
    const at = bucket === -1 ? LATENESS_BOUNDS_MS.length : bucket;
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
    this.#count++;
    this.#sumMs += lateMs;
    this.#maxMs = Math.max(this.#maxMs, lateMs);
  }

  numbers(): LatenessNumbers {
    return {
      boundsMs: LATENESS_BOUNDS_MS,
      buckets: [...this.#buckets],
      count: this.#count,
      sumMs: this.#sumMs,
      maxMs: this.#maxMs,
    };
  }
}
