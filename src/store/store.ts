/**
 * The demands of a node on its disk: ordered tables of text, read synchronously, written in atomic commits.
 *
 * Rules every implementation keeps (one suite of cases, `test/store/`, runs against each)
 *  1. `get` and `range` see exactly the commits that took effect, each whole or not at all.
 *  2. `commit` resolves only when its writes are on disk (fsync) and visible; it rejects otherwise.
 *     A rejected commit may still be visible, and a commit may take arbitrarily long: the gate in
 *     `src/actors/runtime/gate.ts` is built for both.
 *  3. At most one commit is under way at a time; a caller that starts a second one has a defect.
 *  4. Keys are ordered by their UTF-8 bytes. A key is 1 to 1,000 bytes of printable ASCII. A value is
 *     well-formed Unicode of at most 4 Mi UTF-16 units.
 *  5. `range` is a snapshot of one instant; a commit during the walk does not show in it. The instant is
 *     the beginning of the walk (`for…of`), and each walk over the same range has its own. A walk left
 *     before its end must be returned (`for…of` does it): an abandoned one holds on to its snapshot.
 *  6. A defect of the caller (against 3 or 4, or use after `close`) throws at once, before any effect;
 *     a rejected commit is the disk's doing. Writes of one commit apply in order: the last one of a key wins.
 *  7. A record that a disk has changed is no value: `get` throws `UnreadableRecord`, and so does asking an
 *     entry of a range for its value. Its key can be read.
 */
import { messageOf } from '../errors/error-text.js';

/** Every table there is. Which module owns the records of a table is said in `docs/records.md`. */
export const TABLES = [
  'meta',
  'accounts',
  'account_order',
  'credentials',
  'management_keys',
  'account_management_keys',
  'keys',
  'account_keys',
  'audit',
  'users',
  'user_names',
  'account_users',
  'account_people',
  'invitations',
  'account_invitations',
  'sessions',
  'user_sessions',
  'ledger',
  'references',
  'jobs',
  'job_inputs',
  'key_jobs',
  'unfinished',
  'generations',
  'open_generations',
  'orders',
  'account_orders',
  'open_orders',
  'set_aside_orders',
  'order_rooms',
  'idempotency',
  'activity',
  'account_activity',
  'reminders',
  'expiry',
  'windows',
] as const;

export type Table = (typeof TABLES)[number];

/** One record to be written; `value: undefined` removes the key (removing an absent key is fine). */
export interface Write {
  readonly table: Table;
  readonly key: string;
  readonly value: string | undefined;
}

export interface RangeOptions {
  /** First key, included. */
  readonly from?: string;
  /** End of the range, not included. */
  readonly to?: string;
  /** Walk from the end to the beginning. */
  readonly reverse?: boolean;
  /** Most entries to yield. */
  readonly limit?: number;
}

export interface Entry {
  readonly key: string;
  readonly value: string;
}

export interface StoreReader {
  get(table: Table, key: string): string | undefined;
  range(table: Table, options: RangeOptions): Iterable<Entry>;
}

export interface Store extends StoreReader {
  commit(writes: readonly Write[]): Promise<void>;
  /** Waits for the commit under way, then closes. Reading or writing afterwards is a defect. */
  close(): Promise<void>;
}

/**
 * A record is there and cannot be read. The message names it, and says where more is to be learnt. It has
 * nothing of the record: V8 quotes a text that is not JSON, and the record of a person is for no log.
 */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';

  constructor(table: Table, key: string, cause: unknown) {
    const isQuoted = cause instanceof SyntaxError;
    const why = isQuoted ? 'it is not JSON' : messageOf(cause);
    super(
      `record ${key} of table ${table} cannot be read: ${why}; "tollgate verify" names all that are so`,
      isQuoted ? {} : { cause },
    );
  }
}

/** The range of all keys that begin with `prefix`. `prefix` ends in a character below `~`. */
export function withPrefix(prefix: string): { readonly from: string; readonly to: string } {
  const last = prefix.charCodeAt(prefix.length - 1);
  return { from: prefix, to: prefix.slice(0, -1) + String.fromCharCode(last + 1) };
}
