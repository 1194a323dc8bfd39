/**
 * Records as versions of Tollgate before format 4 left them, without checksums (`checksums.ts`): read a batch
 * at a time, to be written anew.
 */
import { TABLES, type Table, type Write } from '../store.js';
import { hasChecksum } from './checksums.js';
import type { LmdbEnvironment } from './environment.js';
import { statsOf } from './usage.js';

const BATCH_RECORDS_MAX = 5_000;
const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** A record in the order of tables, then of keys. */
export interface Place {
  readonly table: Table;
  readonly key: string;
}

export const FIRST_PLACE: Place = { table: TABLES[0], key: ' ' };

export interface ChecksumsOptions {
  /** The first record without a checksum. */
  readonly from: Place;
  /** The write of each batch that notes the first record after it; undefined after the last one. */
  readonly note: (next: Place | undefined) => Write;
  /** Told after each batch how many records have got a checksum, of how many there are. */
  readonly progress: (done: number, of: number) => void;
}

/**
 * The records from a place on; `next` is the first record after them, undefined if they are the last ones.
 */
export function readBatch(
  { tables }: LmdbEnvironment,
  from: Place,
): { readonly writes: readonly Write[]; readonly next: Place | undefined } {
  const writes: Write[] = [];
  let units = 0;
  for (const table of TABLES.slice(TABLES.indexOf(from.table))) {
    const start = table === from.table ? from.key : FIRST_PLACE.key;
    for (const { key, value } of tables[table].getRange({ start })) {
      if (writes.length === BATCH_RECORDS_MAX || units > BATCH_UNITS_MAX)
        return { writes, next: { table, key } };
      if (hasChecksum(table, key)) writes.push({ table, key, value });
      units += value.length;
    }
  }
  return { writes, next: undefined };
}

export function countRecords({ tables }: LmdbEnvironment): number {
  return TABLES.reduce((sum, table) => sum + statsOf(tables[table]).entryCount, 0);
}
