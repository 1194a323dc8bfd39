/**
 * Sums over all actors, kept in one record.
 *
 * What a turn adds to a sum is committed with the turn: each commit that moves a sum writes the record as it stands after
 * it. So the sums are exact at every commit and after every restart, and nobody needs to look at all records to know them.
 *
 * Invariant
 *  1. The record holds, for every name, what the committed turns since the folder was made have added.
 */
import type { StoreReader, Write } from '../../store/store.js';

/** By name. A name that nothing was added to is absent. */
export type Tallies = ReadonlyMap<string, bigint>;

const TABLE = 'meta';
const KEY = 'tallies';

interface TalliesRecord {
  readonly v: 1;
  /** In decimal digits: sums over keys exceed 2^53. */
  readonly sums: Readonly<Record<string, string>>;
}

/** The record of these sums. Names are of lower-case letters, `_` and `/`. */
export function talliesWrite(tallies: Tallies): Write {
  let sums = '';
  for (const [name, sum] of tallies) sums += `${sums === '' ? '' : ','}"${name}":"${sum}"`;
  return { table: TABLE, key: KEY, value: `{"v":1,"sums":{${sums}}}` };
}

/** The sums on disk. @throws where another version wrote them */
export function readTallies(records: Pick<StoreReader, 'get'>): Tallies {
  const text = records.get(TABLE, KEY);
  if (text === undefined) return new Map();
  const { v, sums } = JSON.parse(text) as TalliesRecord;
  if (v !== 1) throw new Error(`the record of sums was written by another version (${v})`);
  return new Map(Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)]));
}

export function addedTo(tallies: Tallies, added: Tallies): Tallies {
  const after = new Map(tallies);
  for (const [name, by] of added) after.set(name, (after.get(name) ?? 0n) + by);
  return after;
}
