/**
 * Collects a request's body, bounded in bytes and in time.
 *
 * Invariants
 *  1. At most `bytesMax` bytes are held of one body, however they are cut into chunks, and at most what the
 *     budget allows of all bodies together, however many clients send slowly at once.
 *  2. `done` is called once; never if the collection is cancelled first.
 *  3. A collection gives back its part of the budget when it is done or cancelled.
 */
import type { DeadlineQueue } from '../../time/deadline-queue.js';
import type { ApiError } from '../errors.js';
import type { Exchange } from '../exchange.js';

export type BodyOutcome =
  /** The bytes are valid during the call only. */
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'late' }
  /** The budget of all bodies is spent. */
  | { readonly kind: 'no_room' };

export interface BodyLimits {
  readonly bytesMax: number;
  readonly timeoutMs: number;
  /** Of all bodies with this time limit. */
  readonly timeLimits: DeadlineQueue;
  readonly budget: BodyBudget;
}

/** The answer to a body that was not taken. */
export function bodyRefusal(kind: Exclude<BodyOutcome['kind'], 'whole'>, limits: BodyLimits): ApiError {
  switch (kind) {
    case 'too_large':
      return {
        code: 'payload_too_large',
        message: `The body is larger than ${limits.bytesMax} bytes; send less.`,
      };
    case 'late':
      return {
        code: 'request_timeout',
        message: `The body was not complete within ${limits.timeoutMs} ms; send it faster, or again.`,
      };
    case 'no_room':
      return { code: 'overloaded', message: 'Too many bodies are under way at once; send it again.' };
  }
}

/** Memory for all bodies that are under way, in bytes. */
export class BodyBudget {
  #bytesMax: number;
  #bytesHeld = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytesHeld(): number {
    return this.#bytesHeld;
  }

  /** More than a lowered bound may be held until it is given back. */
  setMax(bytesMax: number): void {
    this.#bytesMax = bytesMax;
  }

  /** False, and nothing taken, if there is not as much left. */
  take(bytes: number): boolean {
    if (this.#bytesHeld + bytes > this.#bytesMax) return false;
    this.#bytesHeld += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#bytesHeld -= bytes;
  }
}

const CAPACITY_FIRST = 16 * 1024;

/** @returns cancels the collection */
export function collectBody(
  exchange: Exchange,
  limits: BodyLimits,
  done: (outcome: BodyOutcome) => void,
): () => void {
  const collection = new Collection(limits);
  let isOver = false;
  const timeLimit = limits.timeLimits.add(() => finish({ kind: 'late' }));
  const cancel = () => {
    if (isOver) return;
    isOver = true;
    timeLimit.cancel();
    collection.giveBack();
  };
  const finish = (outcome: BodyOutcome) => {
    cancel();
    done(outcome);
  };
  exchange.readBody((chunk, isLast) => {
    if (isOver) return;
    const added = collection.add(chunk, isLast);
    if (added.kind !== 'whole' || isLast) finish(added);
  });
  return cancel;
}

/** Most bodies come in one chunk and need no other buffer. */
const NO_BYTES = new Uint8Array(0);

class Collection {
  readonly #limits: BodyLimits;
  #buffer: Uint8Array<ArrayBuffer> = NO_BYTES;
  #length = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** All bytes so far. Usually one chunk is the whole body, and is not copied. */
  add(chunk: Uint8Array, isLast: boolean): BodyOutcome {
    const length = this.#length + chunk.length;
    if (length > this.#limits.bytesMax) return { kind: 'too_large' };
    if (this.#length === 0 && isLast) return { kind: 'whole', bytes: chunk };
    if (length > this.#buffer.length && !this.#grow(length)) return { kind: 'no_room' };
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return { kind: 'whole', bytes: this.#buffer.subarray(0, length) };
  }

  giveBack(): void {
    this.#limits.budget.giveBack(this.#buffer.length);
  }

  #grow(needed: number): boolean {
    const wanted = Math.max(needed, this.#buffer.length * 2, CAPACITY_FIRST);
    const capacity = Math.min(this.#limits.bytesMax, wanted);
    if (!this.#limits.budget.take(capacity - this.#buffer.length)) return false;
    const grown = new Uint8Array(capacity);
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    return true;
  }
}
