/** The store that readers have to find: the one in memory, without the records that the disk has changed. */
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { type Entry, type RangeOptions, TABLES, type Table, type Write } from '../../../src/store/store.js';
import { type Attempt, attempt, type Seen, seenIn } from './seen-records.js';

export interface ExpectedWalk {
  next(): Attempt<IteratorResult<Entry>>;
  seen(entries: Iterable<Entry>): readonly Seen[];
}

export interface StoredRecord {
  readonly table: Table;
  readonly key: string;
  readonly value: string;
}

export class ExpectedStore {
  #store = new MemoryStore();
  /** By table and key, those that were not written since. */
  #damaged: ReadonlySet<string> = new Set();

  async commit(writes: readonly Write[]): Promise<void> {
    await this.#store.commit(writes);
    const written = new Set(writes.map(nameOf));
    this.#damaged = new Set([...this.#damaged].filter((name) => !written.has(name)));
  }

  get(table: Table, key: string): Attempt<string | undefined> {
    return this.isDamaged(table, key)
      ? { name: 'UnreadableRecord', value: undefined }
      : attempt(() => this.#store.get(table, key));
  }

  seen(table: Table): readonly Seen[] {
    return seenIn(this.#store.range(table, {}), (key) => this.isDamaged(table, key));
  }

  /** Of the present instant. */
  walk(table: Table, range: RangeOptions): ExpectedWalk {
    const walk = this.#store.range(table, range)[Symbol.iterator]();
    const damaged = this.#damaged;
    return {
      next: () => attempt(() => walk.next()),
      seen: (entries) => seenIn(entries, (key) => damaged.has(nameOf({ table, key }))),
    };
  }

  /** Its walks are over. */
  async reopen(): Promise<void> {
    await this.#store.close();
    this.#store = this.#store.crash();
  }

  isDamaged(table: Table, key: string): boolean {
    return this.#damaged.size > 0 && this.#damaged.has(nameOf({ table, key }));
  }

  get hasDamage(): boolean {
    return this.#damaged.size > 0;
  }

  damage(record: StoredRecord): void {
    this.#damaged = new Set([...this.#damaged, nameOf(record)]);
  }

  /** Those with checksums that are not damaged. */
  *soundRecords(): Generator<StoredRecord> {
    for (const table of TABLES) {
      for (const { key, value } of this.#store.range(table, {})) {
        const hasChecksum = table !== 'meta' || key !== 'format';
        if (hasChecksum && !this.isDamaged(table, key)) yield { table, key, value };
      }
    }
  }
}

function nameOf({ table, key }: Pick<StoredRecord, 'table' | 'key'>): string {
  return `${table}/${key}`;
}
