/**
 * The version of everything on disk. A data folder of a newer version is refused; an older one is brought up
 * to date, one version at a time, before anything reads it.
 *
 * `meta/format` is a number, except while records get their checksums (`store/lmdb/checksums.ts`). Then it
 * says from which format to which, and the first record that has none yet; a start that is killed goes on
 * there. An older Tollgate takes that for the format of a newer one, and keeps off.
 */
import { recountActivity } from '../../actors/across-accounts/recount-activity.js';
import { recountKeys } from '../../actors/across-accounts/recount-keys.js';
import { recountTallies } from '../../actors/across-accounts/recount-tallies.js';
import { relistManagementKeys } from '../../actors/across-accounts/relist-management-keys.js';
import { talliesWrite } from '../../actors/runtime/tallies.js';
import { FIRST_PLACE, type Place } from '../../store/lmdb/add-checksums.js';
import type { DiskStore } from '../../store/lmdb/lmdb-store.js';
import { type Store, TABLES, type Table, type Write } from '../../store/store.js';
import { StartRefused } from '../config/start-refused.js';

/** Bumped with every change that an older Tollgate could misread; add the step to `MIGRATIONS`. */
export const FORMAT_VERSION = 7;
/** Records have checksums from this version on. */
const CHECKSUMS_SINCE = 4;
const WRITES_AT_A_TIME = 10_000;
const KEY = 'format';
const HALFWAY = /^(\d+) to (\d+)(?: at ([a-z_]+)\/(.+))?$/;

/** The step from version n to version n + 1, by n. By then the records have checksums. */
const MIGRATIONS: ReadonlyMap<number, (store: Store) => Promise<void>> = new Map([
  // Windows are noted otherwise from 2 on; records of the last minute before are read as they are.
  [1, async () => {}],
  // From 3 on sums over all records are kept with each commit.
  [2, (store: Store) => store.commit([talliesWrite(recountTallies(store))])],
  [3, async () => {}],
  // Jobs have routes from 5 on; records of jobs of before are read as those with one.
  [4, async () => {}],
  // Audit trails begin with 6; nothing of before is in them, and nothing of before
  // is marked as simulated credit. From 6 on an account knows how many keys it has,
  // what they were used for, and its management keys.
  [
    5,
    (store: Store) =>
      inSteps(store, [...recountKeys(store), ...recountActivity(store), ...relistManagementKeys(store)]),
  ],
  // Keys hold reservations of generations from 7 on; a folder of before has none.
  [6, async () => {}],
]);

/** Written again if a start is killed meanwhile: the writes are the same each time. */
async function inSteps(store: Store, writes: readonly Write[]): Promise<void> {
  for (let from = 0; from < writes.length; from += WRITES_AT_A_TIME)
    await store.commit(writes.slice(from, from + WRITES_AT_A_TIME));
}

/** A store in memory never had records without checksums. */
export type UpgradableStore = Store & Partial<Pick<DiskStore, 'addChecksums'>>;

/** The format of what the store holds; undefined if nobody has written to it. */
export function formatOf(store: Store): string | undefined {
  return store.get('meta', KEY);
}

interface FormatState {
  readonly version: number;
  /** The first record without a checksum; undefined if all records have one. */
  readonly checksumsFrom: Place | undefined;
}

function stateOf(format: string): FormatState {
  const [, from, to, table, key] = HALFWAY.exec(format) ?? [];
  if (from === undefined) {
    const version = Number(format);
    return { version, checksumsFrom: version < CHECKSUMS_SINCE ? FIRST_PLACE : undefined };
  }
  // A later version has to end its own upgrade.
  if (Number(to) !== CHECKSUMS_SINCE) return { version: Number(to), checksumsFrom: undefined };
  const isPlace = key !== undefined && (TABLES as readonly (string | undefined)[]).includes(table);
  return { version: Number(from), checksumsFrom: isPlace ? { table: table as Table, key } : undefined };
}

/** Which of the records of a folder of that format have checksums. */
export function checksumsIn(format: string | undefined): 'all' | 'none' | 'some' {
  if (format === undefined) return 'all';
  const { checksumsFrom } = stateOf(format);
  if (checksumsFrom === undefined) return 'all';
  return HALFWAY.test(format) ? 'some' : 'none';
}

/** The version that a Tollgate has to know to work on a folder of that format; 0 if it has none. */
export function versionIn(format: string | undefined): number {
  return Number.parseInt(HALFWAY.exec(format ?? '')?.[2] ?? format ?? '0', 10);
}

function formatWrite(value: string): Write {
  return { table: 'meta', key: KEY, value };
}

/**
 * Returns the format that was found if it was an older one.
 *
 * @param progress told how many records have got a checksum, of how many
 * @throws StartRefused on a folder that a newer Tollgate wrote
 */
export async function bringUpToDate(
  store: UpgradableStore,
  progress: (done: number, of: number) => void = () => {},
): Promise<number | undefined> {
  const found = formatOf(store);
  if (found === undefined) {
    await store.commit([formatWrite(String(FORMAT_VERSION))]);
    return undefined;
  }
  const { version, checksumsFrom } = stateOf(found);
  if (found === String(FORMAT_VERSION)) return undefined;
  if (!Number.isInteger(version) || version >= FORMAT_VERSION) {
    throw new StartRefused(
      `the data folder was written by a newer Tollgate (format ${found}; this one reads up to ${FORMAT_VERSION}): start that one`,
    );
  }
  const steps = Array.from({ length: FORMAT_VERSION - version }, (_, n) => MIGRATIONS.get(version + n));
  if (steps.includes(undefined)) {
    throw new StartRefused(
      `the data folder has format ${found}, which this Tollgate cannot bring up to date`,
    );
  }
  if (checksumsFrom !== undefined) {
    const halfway = `${version} to ${CHECKSUMS_SINCE}`;
    await store.addChecksums?.({
      from: checksumsFrom,
      note: (next) => formatWrite(next === undefined ? halfway : `${halfway} at ${next.table}/${next.key}`),
      progress,
    });
  }
  for (const step of steps) await step?.(store);
  await store.commit([formatWrite(String(FORMAT_VERSION))]);
  return version;
}
