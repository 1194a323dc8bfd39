/**
 * One state of an LMDB file, read or copied from another process than the node's, while a node writes to it
 * or not.
 *
 * A read transaction is all it takes: LMDB reuses no page that was freed since it began. It takes a slot in
 * the table of readers, once, and no lock that a writer waits for. While it lasts, the node takes new pages
 * instead of freed ones, so its file grows by what it rewrites in that time; afterwards these pages are used
 * again. A process that dies with its transaction open leaves its slot; the node clears such slots before it
 * makes its file longer (`room.ts`).
 *
 * LMDB follows what stands on a page blindly. With a damaged one it may end the process, or never return: a
 * snapshot is for a process that nobody else depends on. It reads what stands in the file, checksums
 * included.
 */
import {
  type Database,
  type GetOptions,
  open,
  type RootDatabase,
  type RootDatabaseOptions,
  type Transaction,
} from 'lmdb';
import { type Entry, TABLES, type Table } from '../store.js';
import { preflightLock } from './preflight.js';
import { type DatabaseUsage, pageUsage, statsOf } from './usage.js';

const MAP_SIZE_BYTES = 16 * 2 ** 30;
/** Beside the tables of this version, those of others. */
const TABLES_MAX = 128;

/** `lmdb` takes these as well, and leaves them out of its types. */
interface UntypedOptions {
  readonly permissionsMode: number;
}

type TableDatabase = Database<string, string> & {
  getBinaryFast(key: string, options: GetOptions): Uint8Array | undefined;
};

export class LmdbSnapshot {
  readonly #root: RootDatabase<string, string>;
  /** An older version left a file without the tables that came later. */
  readonly #tables: ReadonlyMap<Table, TableDatabase>;
  readonly #counts: ReadonlyMap<Table, number>;
  readonly #transaction: Transaction;

  /**
   * Makes the lock file beside the file if there is none. Not to be used on a file that this process has
   * open.
   *
   * @throws Error if LMDB cannot open the file
   */
  constructor(path: string) {
    preflightLock(path);
    const settings: RootDatabaseOptions & UntypedOptions = {
      readOnly: true,
      noSubdir: true,
      overlappingSync: false,
      maxDbs: TABLES_MAX,
      mapSize: MAP_SIZE_BYTES,
      encoding: 'string',
      permissionsMode: 0o600,
    };
    this.#root = open<string, string>(path, settings);
    this.#tables = new Map(
      TABLES.flatMap((table): [Table, TableDatabase][] => {
        const database: TableDatabase | undefined = this.#root.openDB(table, { encoding: 'string' });
        return database === undefined ? [] : [[table, database]];
      }),
    );
    this.#transaction = this.#root.useReadTransaction();
    // In the same turn of the loop, LMDB's figures are those of that transaction.
    this.#counts = new Map(
      [...this.#tables].map(([table, database]) => [table, statsOf(database).entryCount]),
    );
  }

  /** Records that the table has by LMDB's own count. */
  count(table: Table): number {
    return this.#counts.get(table) ?? 0;
  }

  pages(): Omit<DatabaseUsage, 'fileBytes'> {
    return pageUsage(this.#root, [...this.#tables.values()]);
  }

  get(table: Table, key: string): string | undefined {
    return this.#tables.get(table)?.get(key, { transaction: this.#transaction });
  }

  has(table: Table, key: string): boolean {
    return this.#tables.get(table)?.getBinaryFast(key, { transaction: this.#transaction }) !== undefined;
  }

  /** A whole table, in the order in which it stands in the file. */
  entries(table: Table): Iterable<Entry> {
    return this.#tables.get(table)?.getRange({ transaction: this.#transaction }) ?? [];
  }

  /**
   * Writes a copy of the file's newest state to a path that is free. LMDB does that on a thread of its own,
   * in one read transaction; if it compacts, it holds no lock that a writer waits for; else it keeps writers
   * out while it writes the first two pages. The copy is not synced.
   */
  async copyTo(path: string, { compacted }: { readonly compacted: boolean }): Promise<void> {
    await this.#root.backup(path, compacted);
  }

  /** To be called once. */
  async close(): Promise<void> {
    this.#transaction.done();
    await this.#root.close();
  }
}
