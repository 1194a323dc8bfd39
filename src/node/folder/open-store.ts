import { messageOf } from '../../errors/error-text.js';
import { type DiskStore, openLmdbStore } from '../../store/lmdb/lmdb-store.js';
import type { NodeConfig } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { DataFolder } from './data-folder.js';
import { DATABASE_FILE } from './folder-files.js';

const MIB = 1_048_576;

/** The database in a folder that is taken. Throws `StartRefused` if it cannot be opened. */
export function openStore(folder: DataFolder, config: NodeConfig): DiskStore {
  const path = folder.file(DATABASE_FILE);
  try {
    return openLmdbStore({ path, mapSizeBytes: config.lmdbMapMib * MIB });
  } catch (error) {
    throw new StartRefused(`cannot open the database ${path}: ${messageOf(error)}`, { cause: error });
  }
}
