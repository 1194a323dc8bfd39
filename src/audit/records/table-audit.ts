/** How one table is gone through. */
import type { ClipOwner } from '../../results/store/clip-files.js';
import type { StoreReader, Table } from '../../store/store.js';
import type { Side } from './claims.js';
import type { RelationName } from './relations.js';

/** As `findClip` of the results, for the folder at hand. */
export type FindClip = (owner: ClipOwner) => number | 'evicted' | undefined;

export interface AuditContext {
  /** For single look-ups, where what belongs together is in one order in both tables or seldom asked for. */
  readonly records: StoreReader;
  post(relation: RelationName, side: Side, group: string, label: string, amount: number | bigint): void;
  /** Looks for the file of a kept result; left out if nobody says where they are. */
  readonly findClip?: FindClip | undefined;
  /** Tells what is wrong with a record by itself. */
  report(kind: string, table: Table, key: string, what: string): void;
}

/** Sees the records of its table in the order of their keys. */
export interface TableAudit {
  record(key: string, value: string): void;
  end?(): void;
}

export type MakeTableAudit = (context: AuditContext) => TableAudit;

/** The sums of the node stand in one record, which counts for one group. */
export const NODE = 'node';
export const RECEIVED = 'moved/credit less moved/debit';
export const TRANSFERRED = 'moved/transfer_in less moved/transfer_out';
export const HELD = 'moved/reserve less moved/charge and moved/release';

/** Adds to what the sums of the node are to be; to nothing where an older Tollgate left none. */
export function tallier({ records, post }: AuditContext): (name: string, amount: number | bigint) => void {
  if (records.get('meta', 'tallies') === undefined) return () => {};
  return (name, amount) => post('tallies', 'right', NODE, name, amount);
}

/**
 * Whether accounts know the number of their keys, and their activity: those of a folder of an older format do
 * not.
 */
export function knowsAccountSums({ records }: Pick<AuditContext, 'records'>): boolean {
  return Number(records.get('meta', 'format')) >= 6;
}

/** Whether a record is there, for keys that come several times in a row. */
export function lookUp(records: StoreReader, table: Table): (key: string) => boolean {
  let lastKey: string | undefined;
  let isThere = false;
  return (key) => {
    if (key === lastKey) return isThere;
    lastKey = key;
    isThere = /^[\x20-\x7e]{1,1000}$/.test(key) && records.get(table, key) !== undefined;
    return isThere;
  };
}
