/** Reads what a process left in its data folder, without a change to it. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import type { StoreReader } from '../../../src/store/store.js';

const DATABASE_FILE = 'tollgate.mdb';

/**
 * No process may have the folder open. The reader gets a copy: opening a database may write to it, and the
 * next start has to find the file as the last process left it.
 */
export async function readDisk(dataFolder: string, read: (records: StoreReader) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
  try {
    const path = join(folder, DATABASE_FILE);
    copyFileSync(join(dataFolder, DATABASE_FILE), path);
    const store = openLmdbStore({ path });
    try {
      read(store);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
