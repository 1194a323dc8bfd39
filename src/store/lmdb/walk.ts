/**
 * One walk over a range of one LMDB table, inside a read transaction of its own (rule 5 of `store.ts`).
 *
 * Invariants
 *  1. The transaction is given back exactly once: at the end, on `return`, on a failure, or on `interrupt`.
 *     While it is held, LMDB reuses no page that was freed since.
 *  2. No cursor outlives its environment: `interrupt` comes before the environment closes, and a walk that
 *     was interrupted throws instead of looking finished.
 */
import type { Transaction } from 'lmdb';
import type { Entry, RangeOptions, Table } from '../store.js';
import { checkedEntry } from './checksums.js';
import type { LmdbEnvironment } from './environment.js';

export interface WalkHost {
  ended(walk: LmdbWalk): void;
  /** LMDB has given up its transaction, which it may share with others. */
  failed(): void;
}

export class LmdbWalk implements Iterator<Entry> {
  readonly #table: Table;
  readonly #cursor: Iterator<Entry>;
  readonly #snapshot: Transaction;
  readonly #host: WalkHost;
  #state: 'walking' | 'ended' | 'interrupted' = 'walking';

  constructor(tables: LmdbEnvironment['tables'], table: Table, options: RangeOptions, host: WalkHost) {
    const database = tables[table];
    this.#table = table;
    this.#host = host;
    this.#snapshot = database.useReadTransaction();
    const range = database.getRange({ ...boundsOf(options), transaction: this.#snapshot });
    this.#cursor = range[Symbol.iterator]();
  }

  next(): IteratorResult<Entry> {
    if (this.#state === 'interrupted')
      throw new Error('the store was closed, or its disk failed, during a walk');
    if (this.#state === 'ended') return { done: true, value: undefined };
    try {
      const step = this.#cursor.next();
      if (!step.done) return { done: false, value: checkedEntry(this.#table, step.value) };
      this.#end('ended');
      return step;
    } catch (failure) {
      this.#end('ended');
      this.#host.failed();
      throw failure;
    }
  }

  return(): IteratorResult<Entry> {
    this.#end('ended');
    return { done: true, value: undefined };
  }

  interrupt(): void {
    this.#end('interrupted');
  }

  #end(state: 'ended' | 'interrupted'): void {
    if (this.#state !== 'walking') return;
    this.#state = state;
    this.#host.ended(this);
    try {
      this.#cursor.return?.();
    } finally {
      this.#snapshot.done();
    }
  }
}

/** LMDB walks from `start` to `end`; backwards that begins at our `to`, which is not in the range. */
function boundsOf({ from, to, reverse, limit }: RangeOptions): object {
  const bounds = reverse
    ? { start: to, exclusiveStart: to !== undefined, end: from, inclusiveEnd: true, reverse: true }
    : { start: from, end: to };
  return limit === undefined ? bounds : { ...bounds, limit };
}
