/**
 * The version of everything on disk. A data folder of a newer version is refused; an older one is brought up
 * to date, one version at a time, before anything reads it.
 */

import { recountTallies } from '../../actors/across-accounts/recount-tallies.js';
import { talliesWrite } from '../../actors/runtime/tallies.js';
import type { Store } from '../../store/store.js';
import { StartRefused } from '../config/start-refused.js';

/** Bumped with every change that an older Tollgate could misread; add the step to `MIGRATIONS`. */
export const FORMAT_VERSION = 3;
const KEY = 'format';

/** The step from version n to version n + 1, by n. */
const MIGRATIONS: ReadonlyMap<number, (store: Store) => Promise<void>> = new Map([
  // Windows are noted otherwise from 2 on; records of the last minute before are read as they are.
  [1, async () => {}],
  // From 3 on sums over all records are kept with each commit.
  [2, (store: Store) => store.commit([talliesWrite(recountTallies(store))])],
]);

/** The format of what the store holds; undefined if nobody has written to it. */
export function formatOf(store: Store): string | undefined {
  return store.get('meta', KEY);
}

/**
 * Returns the format that was found if it was an older one.
 *
 * @throws StartRefused on a folder that a newer Tollgate wrote
 */
export async function bringUpToDate(store: Store): Promise<number | undefined> {
  const found = formatOf(store);
  let version = found === undefined ? FORMAT_VERSION : Number(found);
  if (!Number.isInteger(version) || version > FORMAT_VERSION) {
    throw new StartRefused(
      `the data folder was written by a newer Tollgate (format ${found}; this one reads up to ${FORMAT_VERSION}): start that one`,
    );
  }
  for (; version < FORMAT_VERSION; version++) {
    const migrate = MIGRATIONS.get(version);
    if (migrate === undefined)
      throw new StartRefused(
        `the data folder has format ${version}, which this Tollgate cannot bring up to date`,
      );
    await migrate(store);
  }
  if (found !== String(FORMAT_VERSION)) {
    await store.commit([{ table: 'meta', key: KEY, value: String(FORMAT_VERSION) }]);
  }
  return found === undefined || found === String(FORMAT_VERSION) ? undefined : Number(found);
}
