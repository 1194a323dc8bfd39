/**
 * Brings a file up to date whose records have no checksums, as versions before format 4 left them, in two
 * starts: the first one ends after so many commits.
 */
import { FIRST_PLACE, type Place } from '../../../src/store/lmdb/add-checksums.js';
import { CHECKSUM_BYTES, hasChecksum } from '../../../src/store/lmdb/checksums.js';
import { type LmdbStoreOptions, openEnvironment } from '../../../src/store/lmdb/environment.js';
import { type DiskStore, openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { TABLES, type Table } from '../../../src/store/store.js';

/** The record of the notes of an upgrade, which has no checksum. */
const NOTE = { table: 'meta', key: 'format' } as const;
const AT = 'at ';

/**
 * Takes the checksums of all records away, in a file that nobody has open, and has them added again.
 *
 * @param commits of the first start
 */
export async function upgrade(
  { options }: { readonly options: LmdbStoreOptions },
  commits: number,
): Promise<void> {
  const format = await takeChecksums(options);
  for (const left of [commits, Number.POSITIVE_INFINITY]) {
    const store = openLmdbStore(options);
    await start(store, left, format);
    await store.close();
  }
}

/** Notes that they are to come. @returns what stood for the format */
async function takeChecksums(options: LmdbStoreOptions): Promise<string | undefined> {
  const store = openLmdbStore(options);
  const format = store.get(NOTE.table, NOTE.key);
  // The first commit of a compacted copy has to be the store's.
  await store.commit([{ ...NOTE, value: noteOf(FIRST_PLACE) }]);
  await store.close();
  const { root, tables } = openEnvironment(options);
  root.transactionSync(() => {
    for (const table of TABLES) {
      for (const { key, value } of [...tables[table].getRange({})])
        if (hasChecksum(table, key)) tables[table].putSync(key, value.slice(0, -CHECKSUM_BYTES));
    }
  });
  await root.close();
  return format;
}

/** Goes on where the start before ended, for so many commits. */
async function start(store: DiskStore, commits: number, format: string | undefined): Promise<void> {
  const from = placeIn(store.get(NOTE.table, NOTE.key));
  if (from === undefined) return;
  const commit = store.commit.bind(store);
  let left = commits;
  store.commit = async (writes) => {
    if (left === 0) throw new StartEnded();
    left -= 1;
    await commit(writes);
  };
  const note = (next: Place | undefined) => ({
    ...NOTE,
    value: next === undefined ? format : noteOf(next),
  });
  try {
    await store.addChecksums({ from, note, progress: () => undefined });
  } catch (error) {
    if (!(error instanceof StartEnded)) throw error;
  }
}

class StartEnded extends Error {}

function noteOf({ table, key }: Place): string {
  return `${AT}${table}/${key}`;
}

function placeIn(note: string | undefined): Place | undefined {
  if (note === undefined || !note.startsWith(AT)) return undefined;
  const [table = '', ...key] = note.slice(AT.length).split('/');
  return { table: table as Table, key: key.join('/') };
}
