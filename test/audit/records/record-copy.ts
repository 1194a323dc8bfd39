/** Records in memory that a test damages. */
import { OrderedTable } from '../../../src/store/memory/ordered-table.js';
import {
  type Entry,
  type RangeOptions,
  type StoreReader,
  TABLES,
  type Table,
} from '../../../src/store/store.js';

export class RecordCopy implements StoreReader {
  readonly #tables: Map<Table, OrderedTable>;

  constructor(original: StoreReader) {
    this.#tables = new Map(
      TABLES.map((table) => {
        const copy = new OrderedTable();
        for (const { key, value } of original.range(table, {})) copy.write(key, value);
        return [table, copy];
      }),
    );
  }

  get(table: Table, key: string): string | undefined {
    return this.#tables.get(table)?.get(key);
  }

  range(table: Table, options: RangeOptions): Iterable<Entry> {
    return this.#tables.get(table)?.entries(options) ?? [];
  }

  write(table: Table, key: string, value: string | undefined): void {
    this.#tables.get(table)?.write(key, value);
  }

  entries(table: Table): Entry[] {
    return [...this.range(table, {})];
  }
}
