/**
 * Opens the LMDB environment: one file, one named database per table, with the settings durability rests on.
 *
 *  - `overlappingSync: false`: LMDB's own order of a commit, data pages, `fdatasync`, then the root page
 *    through a descriptor opened with `O_DSYNC`; the write is settled after that. With overlapping sync a
 *    rejected write can be readable, and the promise of the flush may never settle.
 *  - `eventTurnBatching: false`: with it, a failed commit raises a rejection that no caller can handle.
 *  - `batchStartThreshold` out of reach: the writer thread starts on a batch when it is complete.
 *  - `txnStartThreshold: 1`: what comes after writes that wait to be begun has them begun (see `beginBatch`
 *    of the store).
 *  - No compression: values are short, and decompressing would cost each read.
 *
 * A map too small grows by itself while readers go on; a large one from the start spares the remapping.
 */
import { dirname } from 'node:path';
import { type Database, open, type RootDatabase, type RootDatabaseOptions } from 'lmdb';
import { syncFile } from '../../files/folders.js';
import { TABLES, type Table } from '../store.js';
import { preflight } from './preflight.js';
import { LmdbRoom } from './room.js';

/** Values are read as text and written as text or as its bytes. */
export type TableDatabase = Database<string, string> & {
  put(key: string, value: Uint8Array): Promise<boolean>;
};

export interface LmdbEnvironment {
  readonly root: RootDatabase<string, string>;
  readonly tables: Readonly<Record<Table, TableDatabase>>;
  readonly room: LmdbRoom;
}

export interface LmdbStoreOptions {
  /** The database file, in a folder that exists. A lock file stands beside it, `<path>-lock`. */
  readonly path: string;
  /** Address space to map from the start, in bytes. No bound on the data, and no use of memory or disk. */
  readonly mapSizeBytes?: number;
}

const MAP_SIZE_BYTES_DEFAULT = 16 * 2 ** 30;

/** Room for tables that a later version adds while this one has the file open. */
const SPARE_TABLES = 16;

/** `lmdb` takes these as well, and leaves them out of its types. */
interface UntypedOptions {
  readonly batchStartThreshold: number;
  readonly txnStartThreshold: number;
  readonly permissionsMode: number;
}

export function openEnvironment(options: LmdbStoreOptions): LmdbEnvironment {
  preflight(options.path);
  const settings: RootDatabaseOptions & UntypedOptions = {
    noSubdir: true,
    maxDbs: TABLES.length + SPARE_TABLES,
    mapSize: options.mapSizeBytes ?? MAP_SIZE_BYTES_DEFAULT,
    encoding: 'string',
    overlappingSync: false,
    eventTurnBatching: false,
    batchStartThreshold: Number.MAX_SAFE_INTEGER,
    txnStartThreshold: 1,
    permissionsMode: 0o600,
  };
  const root = open<string, string>(options.path, settings);
  const tables = TABLES.map((table) => [table, root.openDB(table, { encoding: 'string' })] as const);
  // Without it a power cut may take the whole new file away, its synced contents with it.
  syncFile(dirname(options.path));
  return {
    root,
    tables: Object.fromEntries(tables) as Record<Table, TableDatabase>,
    room: new LmdbRoom(options.path, root),
  };
}
