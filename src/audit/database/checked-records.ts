/**
 * The records of a snapshot, each held to its checksum and to its place while a table is walked over.
 *
 * A record whose checksum is wrong is reported and left out. Disorder between records, or more of them than
 * could be, is damage to what leads to them: the walk might go in circles, and ends.
 */
import { messageOf } from '../../errors/error-text.js';
import { checkedValue } from '../../store/lmdb/checksums.js';
import type { LmdbSnapshot } from '../../store/lmdb/snapshot.js';
import type { Entry, RangeOptions, StoreReader, Table } from '../../store/store.js';
import { UnreadableRecord } from '../../store/store.js';
import type { Discrepancy } from '../records/discrepancy.js';

const DAMAGED_RECORDS_MAX = 10_000;

/** A table cannot be read any further. */
export class DamagedTable extends Error {
  override readonly name = 'DamagedTable';
  readonly table: Table;

  constructor(table: Table, what: string, cause?: unknown) {
    super(what, { cause });
    this.table = table;
  }
}

export interface CheckedRecordsOptions {
  /** False for a folder of a format in which records have none. */
  readonly withChecksums: boolean;
  readonly report: (discrepancy: Discrepancy) => void;
  /** Called for each record of a walk. */
  readonly step: () => void;
}

export class CheckedRecords implements StoreReader {
  readonly #snapshot: LmdbSnapshot;
  readonly #options: CheckedRecordsOptions;
  readonly #walkedBefore = new Set<Table>();
  #damaged = 0;

  constructor(snapshot: LmdbSnapshot, options: CheckedRecordsOptions) {
    this.#snapshot = snapshot;
    this.#options = options;
  }

  /** Undefined as well for a record that the walk over its table reports. */
  get(table: Table, key: string): string | undefined {
    let stored: string | undefined;
    try {
      stored = this.#snapshot.get(table, key);
    } catch (error) {
      throw new DamagedTable(table, `${messageOf(error)}, in search of record ${key}`, error);
    }
    return stored === undefined ? undefined : this.#valueOf(table, key, stored);
  }

  /** A whole table, or its first records. The first walk over all of it reports what is wrong. */
  *range(table: Table, { limit = Number.POSITIVE_INFINITY }: Pick<RangeOptions, 'limit'>): Iterable<Entry> {
    const isFirst = limit === Number.POSITIVE_INFINITY && !this.#walkedBefore.has(table);
    if (isFirst) this.#walkedBefore.add(table);
    const report = (kind: string, key: string, what: string) => {
      if (isFirst) this.#options.report({ kind, table, key, what });
    };
    let walked = 0;
    let before = '';
    try {
      for (const { key, value: stored } of this.#snapshot.entries(table)) {
        if (walked++ >= limit) return;
        this.#options.step();
        // A damaged key can be one that LMDB's binding takes for a number.
        const value = typeof key === 'string' ? this.#valueOf(table, key, stored) : undefined;
        if (value === undefined) {
          if (++this.#damaged > DAMAGED_RECORDS_MAX)
            throw new Error(`over ${DAMAGED_RECORDS_MAX} records are damaged`);
          report('damaged_record', String(key), `${table}/${key}: its checksum is that of another record`);
          continue;
        }
        if (key <= before) throw new Error(`record ${key} is out of order`);
        before = key;
        if (isFirst && !this.#snapshot.has(table, key))
          report('unreachable_record', key, `${table}/${key}: it is there, and is not found by its key`);
        yield { key, value };
      }
    } catch (error) {
      throw new DamagedTable(
        table,
        before === '' ? messageOf(error) : `${messageOf(error)}, after ${before}`,
        error,
      );
    }
    const counted = this.#snapshot.count(table);
    if (walked === counted) return;
    report(
      'record_count',
      table,
      `${table}: it has ${walked} records, and had ${counted} when LMDB wrote it`,
    );
  }

  #valueOf(table: Table, key: string, stored: string): string | undefined {
    if (!this.#options.withChecksums) return stored;
    try {
      return checkedValue(table, key, stored);
    } catch (error) {
      if (error instanceof UnreadableRecord) return undefined;
      throw error;
    }
  }
}
