/**
 * The store of a node: LMDB through `lmdb`.
 *
 * Reads are synchronous, on the main thread, from the memory map. A commit is one explicit batch: the main
 * thread encodes the writes, one writer thread applies them in one transaction and syncs the disk, and the
 * promise settles after that. (`transaction()` would be atomic too, but runs the writes on the main thread,
 * two to three times the time there.)
 *
 * Invariants
 *  1. All writes of a commit are in one LMDB transaction: every write is checked before the batch begins,
 *     so nothing throws in the midst of it and cuts it short.
 *  2. A failed commit rejects, once, and leaves the process alive: every promise `lmdb` makes about it has a
 *     handler.
 *  3. A failure that breaks the environment (LMDB could not write its root page, and from then on refuses
 *     all work, reads too) closes and reopens it before the rejection. Were that not done, the next batch
 *     would never settle. If reopening fails too, each later commit tries it again first.
 *  4. A read that fails, such as on a damaged page, fails alone: LMDB gives its whole transaction up, and
 *     what reads after it gets another.
 *  5. A read answers the value that was written under that key of that table (`checksums.ts`), or throws
 *     `UnreadableRecord`.
 *  6. No walk is open when an environment closes, or when one is probed after a failure: a walk's own
 *     transaction would go on being readable, and hide the breakage. A walk that was open then throws at its
 *     next step.
 */
import { messageOf } from '../../errors/error-text.js';
import { assertKey, assertRange, assertWrites } from '../caller-rules.js';
import type { Entry, RangeOptions, Store, Table, Write } from '../store.js';
import { type ChecksumsOptions, countRecords, type Place, readBatch } from './add-checksums.js';
import { beginBatch, diskFailure, FIRST_WRITES } from './batch.js';
import { checkedValue } from './checksums.js';
import { type LmdbEnvironment, type LmdbStoreOptions, openEnvironment } from './environment.js';
import { type DatabaseUsage, databaseUsage, listsNoFreePages } from './usage.js';
import { LmdbValues } from './values.js';
import { LmdbWalk } from './walk.js';

export type { LmdbStoreOptions } from './environment.js';

/** Walks open at once. More of them can only be walks that somebody forgot to finish. */
const OPEN_WALKS_MAX = 100;

/**
 * Opens the store in the file `path`, and creates it if there is none.
 * Throws if the file cannot be opened or is no LMDB file.
 */
export function openLmdbStore(options: LmdbStoreOptions): DiskStore {
  return new LmdbStore(options);
}

export interface DiskStore extends Store {
  /**
   * How much of its file the database uses; undefined while it is out of order. Takes a tenth of a
   * millisecond.
   */
  usage(): DatabaseUsage | undefined;
  /**
   * Brings records up to date that were written before records had checksums; none of them can be read until
   * then.
   */
  addChecksums(options: ChecksumsOptions): Promise<void>;
}

class LmdbStore implements DiskStore {
  readonly #options: LmdbStoreOptions;
  readonly #walks = new Set<LmdbWalk>();
  readonly #values = new LmdbValues();
  /** Undefined only while a broken one is being reopened, and for as long as that fails. */
  #environment: LmdbEnvironment | undefined;
  /** The one that has committed. */
  #begun: LmdbEnvironment | undefined;
  /** Never rejects. */
  #underWay: Promise<unknown> | undefined;
  #closed = false;

  constructor(options: LmdbStoreOptions) {
    this.#options = options;
    this.#environment = openEnvironment(options);
  }

  get(table: Table, key: string): string | undefined {
    assertKey(key);
    const stored = this.#stored(table, key);
    return stored === undefined ? undefined : checkedValue(table, key, stored);
  }

  range(table: Table, options: RangeOptions): Iterable<Entry> {
    assertRange(options);
    this.#readable();
    return { [Symbol.iterator]: () => this.#walk(table, options) };
  }

  usage(): DatabaseUsage | undefined {
    return this.#closed || this.#environment === undefined ? undefined : databaseUsage(this.#environment);
  }

  commit(writes: readonly Write[]): Promise<void> {
    this.#assertNotClosed();
    if (this.#underWay !== undefined) throw new Error('a commit is under way already');
    assertWrites(writes);
    const settled = this.#write(writes.slice()).finally(() => {
      this.#underWay = undefined;
    });
    this.#underWay = settled.catch(() => undefined);
    return settled;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#underWay;
    await this.#closeEnvironment();
  }

  async addChecksums({ from, note, progress }: ChecksumsOptions): Promise<void> {
    const of = countRecords(this.#readable());
    let done = 0;
    for (let place: Place | undefined = from; place !== undefined; ) {
      const { writes, next } = readBatch(this.#readable(), place);
      await this.commit([...writes, note(next)]);
      done += writes.length;
      progress(done, of);
      place = next;
    }
  }

  async #write(writes: readonly Write[]): Promise<void> {
    const environment = this.#environment ?? this.#reopen();
    if (this.#begun !== environment && writes !== FIRST_WRITES && listsNoFreePages(environment.root)) {
      await this.#write(FIRST_WRITES);
    }
    const room = environment.room.reserve(writes);
    if (room !== undefined) await room;
    try {
      await beginBatch(environment, writes, this.#values);
      this.#begun = environment;
    } catch (failure) {
      const cause = await diskFailure(failure);
      this.#interruptWalks();
      if (isBroken(environment)) await this.#replaceEnvironment();
      throw new Error(`the commit failed: ${messageOf(cause)}`, { cause });
    }
  }

  #stored(table: Table, key: string): string | undefined {
    const { root, tables } = this.#readable();
    try {
      return tables[table].get(key);
    } catch (failure) {
      giveUpReadTransaction(root);
      throw failure;
    }
  }

  #walk(table: Table, options: RangeOptions): LmdbWalk {
    if (this.#walks.size >= OPEN_WALKS_MAX) throw new Error('too many unfinished walks over ranges');
    const { root, tables } = this.#readable();
    const walk = new LmdbWalk(tables, table, options, {
      ended: (one) => this.#walks.delete(one),
      failed: () => giveUpReadTransaction(root),
    });
    this.#walks.add(walk);
    return walk;
  }

  #readable(): LmdbEnvironment {
    this.#assertNotClosed();
    if (this.#environment === undefined) throw new Error('the store is out of order: its disk failed');
    return this.#environment;
  }

  #assertNotClosed(): void {
    if (this.#closed) throw new Error('the store is closed');
  }

  async #replaceEnvironment(): Promise<void> {
    await this.#closeEnvironment();
    try {
      this.#reopen();
    } catch {
      // The next commit tries again and reports what it meets; this one has its own failure to report.
    }
  }

  #reopen(): LmdbEnvironment {
    this.#environment = openEnvironment(this.#options);
    return this.#environment;
  }

  async #closeEnvironment(): Promise<void> {
    const environment = this.#environment;
    this.#environment = undefined;
    this.#interruptWalks();
    await environment?.room.settled();
    await environment?.root.close();
  }

  #interruptWalks(): void {
    for (const walk of this.#walks) walk.interrupt();
  }
}

function giveUpReadTransaction(root: LmdbEnvironment['root']): void {
  try {
    root.resetReadTxn();
  } catch {
    // Then it is no longer one that anything reads in.
  }
}

/** Whether LMDB has given the environment up: a fresh read transaction is refused. */
function isBroken({ root, tables }: LmdbEnvironment): boolean {
  try {
    root.resetReadTxn();
    tables.meta.get(' ');
    return false;
  } catch {
    return true;
  }
}
