/** Records in maps, which are sorted anew at each walk. */
import type { Entry, RangeOptions, StoreReader, Table } from '../../../src/store/store.js';

export class PlainRecords implements StoreReader {
  readonly #tables = new Map<Table, Map<string, string>>();

  put(table: Table, key: string, value: string): void {
    const records = this.#tables.get(table) ?? new Map<string, string>();
    this.#tables.set(table, records.set(key, value));
  }

  remove(table: Table, key: string): void {
    this.#tables.get(table)?.delete(key);
  }

  get(table: Table, key: string): string | undefined {
    return this.#tables.get(table)?.get(key);
  }

  keys(table: Table): readonly string[] {
    return [...(this.#tables.get(table)?.keys() ?? [])].toSorted();
  }

  range(table: Table, { from = '', to, reverse = false, limit }: RangeOptions): readonly Entry[] {
    const all = [...(this.#tables.get(table)?.keys() ?? [])];
    const keys = all.filter((key) => key >= from && (to === undefined || key < to)).toSorted();
    const walked = (reverse ? keys.toReversed() : keys).slice(0, limit);
    return walked.map((key) => ({ key, value: this.get(table, key) ?? '' }));
  }
}
