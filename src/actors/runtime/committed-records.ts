/**
 * The committed records: what is on disk, with the batch whose commit is under way, or failed, left out.
 *
 * A commit that is under way may be visible on disk before it is known to have landed, and one that failed
 * may stay visible. So each batch is *shadowed* before it is committed: the pre-images of what it overwrites
 * are taken, and shown in place of whatever the disk has, until the batch is published or undone. The same
 * pre-images undo it.
 *
 * Invariants
 *  1. No answer shows a value whose commit is not known to be on disk.
 *  2. At most one batch is shadowed.
 *  3. `undoing` puts back exactly what stood before the shadowed batch.
 */
import type { Limits } from '../../limits/limits.js';
import type { Entry, RangeOptions, Store, StoreReader, Table, Write } from '../../store/store.js';
import type { Batch, PendingWrite, PendingWrites } from './batch.js';

export class CommittedRecords implements StoreReader {
  readonly #store: Store;
  readonly #limits: Limits;
  #shadowed: PendingWrites | undefined;
  /** The writes of the last commit, as on disk; undefined if that is not known, or if they are long. */
  #justWritten: PendingWrites | undefined;

  constructor(store: Store, limits: Limits) {
    this.#store = store;
    this.#limits = limits;
  }

  get(table: Table, key: string): string | undefined {
    const pending = this.#shadowed?.get(table)?.get(key);
    return pending === undefined ? this.#store.get(table, key) : pending.before;
  }

  /** As in a store, the instant that a walk shows is that of its beginning. */
  range(table: Table, range: RangeOptions): Iterable<Entry> {
    return { [Symbol.iterator]: () => this.#walk(table, range)[Symbol.iterator]() };
  }

  /**
   * Takes the pre-images of a batch that is about to be committed. @throws if the disk cannot be read; then
   * nothing is shadowed
   */
  shadow({ writes }: Batch<unknown>): void {
    for (const ofTable of writes.values()) {
      for (const write of ofTable.values()) write.before = write.fresh ? undefined : this.#standing(write);
    }
    this.#shadowed = writes;
  }

  /** The shadowed batch is on disk. */
  publish(batch: Batch<unknown>): void {
    this.#shadowed = undefined;
    this.#justWritten = batch.characters <= this.#limits.charactersRemembered ? batch.writes : undefined;
  }

  /** The shadowed batch failed: what it made of the disk is not known. */
  failed(): void {
    this.#justWritten = undefined;
  }

  /** The writes that undo the shadowed batch; none if no batch is shadowed. */
  get undoing(): Write[] {
    const writes: Write[] = [];
    for (const pending of this.#shadowed?.values() ?? []) {
      for (const { table, key, before } of pending.values()) writes.push({ table, key, value: before });
    }
    return writes;
  }

  /** The writes that undo the shadowed batch are on disk. */
  undone(): void {
    this.#shadowed = undefined;
  }

  /**
   * A record as it stands on disk. A record that one turn wrote is often overwritten by the actor's next
   * turn.
   */
  #standing({ table, key }: PendingWrite): string | undefined {
    const written = this.#justWritten?.get(table)?.get(key);
    return written === undefined ? this.#store.get(table, key) : written.value;
  }

  #walk(table: Table, range: RangeOptions): Iterable<Entry> {
    const ofTable = this.#shadowed?.get(table);
    if (ofTable === undefined) return this.#store.range(table, range);
    return overlaid(this.#store.range(table, { ...range, limit: Number.MAX_SAFE_INTEGER }), ofTable, range);
  }
}

/**
 * A range as it was before the batch in flight: what that batch inserted is left out, the rest as it stood.
 */
function* overlaid(
  onDisk: Iterable<Entry>,
  pending: ReadonlyMap<string, PendingWrite>,
  range: RangeOptions,
): Iterable<Entry> {
  const isInRange = (key: string) =>
    (range.from === undefined || key >= range.from) && (range.to === undefined || key < range.to);
  const comesBefore = (a: string, b: string) => (range.reverse === true ? a > b : a < b);
  const restored: Entry[] = [];
  for (const { key, before } of pending.values()) {
    if (before !== undefined && isInRange(key)) restored.push({ key, value: before });
  }
  restored.sort((a, b) => (comesBefore(a.key, b.key) ? -1 : 1));
  let left = range.limit ?? Number.POSITIVE_INFINITY;
  let next = 0;
  for (const entry of onDisk) {
    for (
      let image = restored[next];
      image !== undefined && comesBefore(image.key, entry.key);
      image = restored[++next]
    ) {
      if (left-- <= 0) return;
      yield image;
    }
    if (pending.has(entry.key)) continue;
    if (left-- <= 0) return;
    yield entry;
  }
  for (; next < restored.length && left-- > 0; next++) {
    const image = restored[next];
    if (image !== undefined) yield image;
  }
}
