/** A small file of LMDB's own with several commits behind it: as it was after each of them. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbStore } from '../../../../../src/store/lmdb/lmdb-store.js';
import { madeFolder } from './made-folder.js';

export interface DatabaseState {
  readonly bytes: Buffer;
  /** So much of the file LMDB uses; what is behind it are zeros ahead of need. */
  readonly neededBytes: number;
  readonly pageBytes: number;
}

const COMMITS = 4;
const RECORDS = 40;

let made: Promise<readonly DatabaseState[]> | undefined;

export function databaseStates(): Promise<readonly DatabaseState[]> {
  made ??= makeStates();
  return made;
}

async function makeStates(): Promise<readonly DatabaseState[]> {
  const folder = madeFolder('states');
  const path = join(folder, 'tollgate.mdb');
  const states: DatabaseState[] = [];
  try {
    for (let commit = 0; commit < COMMITS; commit++) {
      const store = openLmdbStore({ path, mapSizeBytes: 2 ** 26 });
      await store.commit(
        Array.from({ length: RECORDS }, (_, nth) => ({
          table: 'jobs' as const,
          key: `video_${commit}_${nth}`,
          value: 'x'.repeat(300),
        })),
      );
      const usage = store.usage();
      await store.close();
      if (usage === undefined) throw new Error('a new store is out of order');
      const { pageBytes, usedPages, freePages } = usage;
      const neededBytes = (usedPages + freePages) * pageBytes;
      states.push({ bytes: readFileSync(path), neededBytes, pageBytes });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return states;
}
