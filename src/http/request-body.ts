/**
 * Collects a request's body, bounded in bytes and in time.
 *
 * Invariants
 *  1. At most `bytesMax` bytes are held, however they are cut into chunks.
 *  2. `done` is called once, or, where the collection is cancelled first, never.
 */
import type { CancelTimer, World } from '../time/world.js';
import type { Exchange } from './exchange.js';

export type BodyOutcome =
  /** The bytes are valid during the call only. */
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'late' };

export interface BodyLimits {
  readonly bytesMax: number;
  readonly timeLimitMs: number;
}

const CAPACITY_FIRST = 16 * 1024;

/** @returns cancels the collection */
export function collectBody(
  exchange: Exchange,
  limits: BodyLimits,
  world: World,
  done: (outcome: BodyOutcome) => void,
): CancelTimer {
  const collection = new Collection(limits.bytesMax);
  let isOver = false;
  const finish = (outcome: BodyOutcome) => {
    if (isOver) return;
    cancel();
    done(outcome);
  };
  const cancelTimer = world.after(limits.timeLimitMs, () => finish({ kind: 'late' }));
  const cancel = () => {
    isOver = true;
    cancelTimer();
  };
  exchange.readBody((chunk, isLast) => {
    if (isOver) return;
    const bytes = collection.add(chunk, isLast);
    if (bytes === undefined) finish({ kind: 'too_large' });
    else if (isLast) finish({ kind: 'whole', bytes });
  });
  return cancel;
}

class Collection {
  readonly #bytesMax: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** All bytes so far; undefined where they are too many. Usually one chunk is all, and is not copied. */
  add(chunk: Uint8Array, isLast: boolean): Uint8Array | undefined {
    const length = this.#length + chunk.length;
    if (length > this.#bytesMax) return undefined;
    if (this.#length === 0 && isLast) return chunk;
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return this.#buffer.subarray(0, length);
  }

  #grow(needed: number): void {
    const capacity = Math.min(this.#bytesMax, Math.max(needed, this.#buffer.length * 2, CAPACITY_FIRST));
    const grown = new Uint8Array(capacity);
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }
}
