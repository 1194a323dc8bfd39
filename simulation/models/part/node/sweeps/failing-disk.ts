/** A disk whose commits and reads fail at will, and the time since which it has done neither. */
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import type { Entry, RangeOptions, Store, Table, Write } from '../../../../../src/store/store.js';
import type { Trial } from '../../trial.js';
import type { Fate } from '../runtime/cell-acts.js';
import type { FailingReads } from './sweep-acts.js';

const FAILS = 'the disk cannot be read';

export class FailingDisk {
  fate: Fate = 'none';
  reads: FailingReads = 'none';
  calmSince: number;
  /** In this life of the node. */
  failedReads = false;
  store: MemoryStore;
  readonly #trial: Trial;
  #mayHang = false;
  #isLaying = false;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.calmSince = trial.now;
    this.store = new MemoryStore({
      faults: { next: () => this.fate },
      schedule: (task) => (this.#isLaying ? task() : queueMicrotask(task)),
    });
  }

  get isReadable(): boolean {
    return this.reads === 'none';
  }

  /** As the gateway sees it in this life. */
  shown(): Store {
    const inner = this.store;
    return {
      get: (table, key) => {
        if (this.reads === 'all') throw new Error(FAILS);
        return inner.get(table, key);
      },
      range: (table, options) => ({ [Symbol.iterator]: () => this.#walk(inner, table, options) }),
      commit: (writes) => inner.commit(writes),
      close: () => inner.close(),
    };
  }

  /** Records of before there was a node. */
  lay(writes: readonly Write[]): void {
    this.#isLaying = true;
    void this.store.commit(writes);
    this.#isLaying = false;
  }

  noteTrouble(): void {
    if (!this.isReadable) this.failedReads = true;
    if (this.fate.includes('hang')) this.#mayHang = true;
    if (this.fate !== 'none' || !this.isReadable || this.#mayHang) this.calmSince = this.#trial.now;
  }

  release(): void {
    this.store.releaseHung();
    if (this.fate === 'none') this.#mayHang = false;
  }

  heal(): void {
    this.fate = 'none';
    this.reads = 'none';
    this.release();
    this.calmSince = this.#trial.now;
  }

  /** A start needs a disk that can be read; walks may break off again. */
  crash(undecided: 'lost' | 'kept'): void {
    this.store = this.store.crash(undecided);
    this.#mayHang = false;
    if (this.reads === 'all') this.reads = 'none';
    this.failedReads = !this.isReadable;
    this.calmSince = this.#trial.now;
  }

  /** Looks past its troubles. */
  honestly<T>(look: () => T): T {
    const { reads } = this;
    this.reads = 'none';
    try {
      return look();
    } finally {
      this.reads = reads;
    }
  }

  *#walk(inner: MemoryStore, table: Table, options: RangeOptions): Generator<Entry> {
    const { reads } = this;
    if (reads === 'all') throw new Error(FAILS);
    // A start that cannot read its own figures is none.
    let left = reads === 'none' || table === 'meta' ? Number.POSITIVE_INFINITY : reads.walksAfter;
    for (const entry of inner.range(table, options)) {
      if (left-- <= 0) throw new Error(FAILS);
      yield entry;
    }
  }
}
