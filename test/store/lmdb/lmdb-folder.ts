/** A folder of its own for one LMDB store in a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LmdbFolder {
  readonly folder: string;
  /** The database file. */
  readonly path: string;
  remove(): Promise<void>;
}

export async function makeLmdbFolder(): Promise<LmdbFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-store-'));
  return {
    folder,
    path: join(folder, 'store.mdb'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
