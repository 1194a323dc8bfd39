/**
 * Keeps one state of an LMDB file readable while a node writes to it, from another process than the node's.
 *
 * A read transaction is all it takes: LMDB reuses no page that was freed since it began. It takes a slot in the table of
 * readers, once, and no lock that a writer waits for. While it lasts, the node takes new pages instead of freed ones, so
 * its file grows by what it rewrites in that time; afterwards these pages are used again. A process that dies with its
 * transaction open leaves its slot; the node clears such slots before it makes its file longer (`lmdb-room.ts`).
 */
import { open, type RootDatabase, type RootDatabaseOptions, type Transaction } from 'lmdb';
import { TABLES } from '../store.js';
import { preflightLock } from './preflight.js';

const MAP_SIZE_BYTES = 16 * 2 ** 30;

/** `lmdb` takes these as well, and leaves them out of its types. */
interface UntypedOptions {
  readonly permissionsMode: number;
}

export class LmdbPin {
  readonly #root: RootDatabase<string, string>;
  readonly #transaction: Transaction;

  /**
   * Throws where the file is none of LMDB's, or may not be written, or its lock file. Nothing of it but the meta pages is
   * looked at. Not to be used on a file that this process has open.
   */
  constructor(path: string) {
    preflightLock(path);
    const settings: RootDatabaseOptions & UntypedOptions = {
      readOnly: true,
      noSubdir: true,
      overlappingSync: false,
      maxDbs: TABLES.length,
      mapSize: MAP_SIZE_BYTES,
      encoding: 'string',
      permissionsMode: 0o600,
    };
    this.#root = open<string, string>(path, settings);
    this.#transaction = this.#root.useReadTransaction();
  }

  /**
   * Writes a copy of the file's newest state to a path where there is nothing. LMDB does that on a thread of its own, in
   * one read transaction; where it compacts, it holds no lock that a writer waits for, else it keeps writers out while it
   * writes the first two pages. What it writes is not synced.
   */
  async copyTo(path: string, { compacted }: { readonly compacted: boolean }): Promise<void> {
    await this.#root.backup(path, compacted);
  }

  /** To be called once. */
  async release(): Promise<void> {
    this.#transaction.done();
    await this.#root.close();
  }
}
