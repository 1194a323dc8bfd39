/** Batches of writes, as `lmdb` takes them. */
import { setImmediate } from 'node:timers/promises';
import type { Write } from '../store.js';
import type { LmdbEnvironment } from './environment.js';
import type { LmdbValues } from './values.js';

/** No caller may have it. */
const NOBODYS_KEY = '\u007f';

/**
 * Change nothing, and free a page. LMDB 0.9 as `lmdb` 3.5.6 has it ends the process if the commit that begins
 * the list of free pages frees 1 MiB of them, and a compacted copy has no such list.
 */
export const FIRST_WRITES: readonly Write[] = [
  { table: 'meta', key: NOBODYS_KEY, value: '' },
  { table: 'meta', key: NOBODYS_KEY, value: undefined },
];

/**
 * One batch, which the writer thread begins at once. By itself `lmdb` puts that off until the loop has
 * handled what else is at hand, and the disk rests meanwhile; not so where more comes after writes that wait
 * to be begun. An empty batch does, and is part of the same transaction, or of one that changes nothing.
 */
export function beginBatch(
  { root, tables }: LmdbEnvironment,
  writes: readonly Write[],
  values: LmdbValues,
): Promise<boolean> {
  const settled = root.batch(() => enqueue(tables, writes, values));
  root.batch(() => undefined).catch(() => undefined);
  return settled;
}

/** The promises of single writes are not waited for: in a batch they are all the batch's own. */
function enqueue(tables: LmdbEnvironment['tables'], writes: readonly Write[], values: LmdbValues): void {
  values.begin();
  for (const { table, key, value } of writes) {
    if (value === undefined) tables[table].remove(key);
    else tables[table].put(key, values.encode(table, key, value));
  }
}

/**
 * The error of the disk. `lmdb` rejects a batch with an error that carries a second promise, `commitError`,
 * and rejects that one in the same callback; unhandled it would end the process. The turn of the loop is for
 * a version that does not.
 */
export async function diskFailure(failure: unknown): Promise<unknown> {
  if (!(failure instanceof Error && 'commitError' in failure)) return failure;
  const said = Promise.resolve(failure.commitError).catch((cause: unknown) => cause);
  return Promise.race([said, setImmediate(failure)]);
}
