import { CheckedWrite } from '../../store/caller-rules.js';
import type { Table } from '../../store/store.js';
import type { Activation } from './activation.js';
import { added, type Sum, type TalliesAfter } from './tallies.js';

/** One record as a turn, and then its batch, is to write it. */
export class PendingWrite extends CheckedWrite {
  /** True if nothing stood at this key before the batch, so that undoing it is a removal. */
  readonly fresh: boolean;
  /** The pre-image: what stood there before the batch. Set when the batch is about to be committed. */
  before: string | undefined = undefined;

  /** @throws if the store would refuse the write: a bad one in a batch would fail everybody in it */
  constructor(table: Table, key: string, value: string | undefined, fresh: boolean) {
    super(table, key, value);
    this.fresh = fresh;
  }
}

export type PendingWrites = ReadonlyMap<Table, ReadonlyMap<string, PendingWrite>>;

/**
 * The writes, states and effects of the turns since the last commit: one commit, whole or not at all.
 */
export class Batch<Effect> {
  readonly #writes = new Map<Table, Map<string, PendingWrite>>();
  readonly states = new Map<Activation, unknown>();
  readonly effects: Effect[] = [];
  /** The additions of its turns to sums. */
  readonly tallied = new Map<string, Sum>();
  /** The sums after this batch; set when it is about to be committed. */
  talliesAfter: TalliesAfter | undefined;
  /** Called once, with whether the batch is on disk. */
  readonly waiting: ((onDisk: boolean) => void)[] = [];
  turns = 0;
  /** By the stopwatch, when the first turn or write came in; undefined before. */
  begunAtMs: number | undefined;
  writeCount = 0;
  /** True once its waiters were told that it failed, whatever the disk does later. */
  abandoned = false;

  get isEmpty(): boolean {
    return this.writeCount + this.states.size + this.effects.length + this.tallied.size === 0;
  }

  get writes(): PendingWrites {
    return this.#writes;
  }

  find(table: Table, key: string): PendingWrite | undefined {
    return this.#writes.get(table)?.get(key);
  }

  /** Takes `write` over: it is the batch's from now on. */
  write(write: PendingWrite): void {
    const { table, key } = write;
    let ofTable = this.#writes.get(table);
    if (ofTable === undefined) {
      ofTable = new Map();
      this.#writes.set(table, ofTable);
    }
    const before = ofTable.get(key);
    if (before === undefined) {
      this.writeCount += 1;
      ofTable.set(key, write);
    } else {
      before.supersede(write);
    }
  }

  tally(name: string, by: number): void {
    this.tallied.set(name, added(this.tallied.get(name) ?? 0, by));
  }

  /** Length of all values together. */
  get characters(): number {
    let sum = 0;
    for (const writes of this.#writes.values()) {
      for (const { value } of writes.values()) sum += value?.length ?? 0;
    }
    return sum;
  }

  list(): PendingWrite[] {
    const list: PendingWrite[] = [];
    for (const writes of this.#writes.values()) {
      for (const write of writes.values()) list.push(write);
    }
    return list;
  }
}
