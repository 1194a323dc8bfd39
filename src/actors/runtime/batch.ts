import type { Table, Write } from '../../store/store.js';
import type { Cell } from './cell.js';

export interface PendingWrite {
  readonly value: string | undefined;
  /** True where nothing stood at this key before the batch, so that undoing it is a removal. */
  readonly fresh: boolean;
}

/**
 * What the turns since the last commit wrote, became and want to say: one commit, whole or not at all.
 */
export class Batch<Effect> {
  readonly writes = new Map<Table, Map<string, PendingWrite>>();
  readonly states = new Map<Cell, unknown>();
  readonly effects: Effect[] = [];
  /** Called once, with whether the batch is on disk. */
  readonly waiting: ((onDisk: boolean) => void)[] = [];
  turns = 0;
  writeCount = 0;
  /** True once its waiters were told that it failed, whatever the disk does later. */
  abandoned = false;

  get isEmpty(): boolean {
    return this.writeCount === 0 && this.states.size === 0 && this.effects.length === 0;
  }

  find(table: Table, key: string): PendingWrite | undefined {
    return this.writes.get(table)?.get(key);
  }

  write(table: Table, key: string, value: string | undefined, fresh: boolean): void {
    let ofTable = this.writes.get(table);
    if (ofTable === undefined) {
      ofTable = new Map();
      this.writes.set(table, ofTable);
    }
    const before = ofTable.get(key);
    if (before === undefined) this.writeCount += 1;
    ofTable.set(key, { value, fresh: before === undefined ? fresh : before.fresh });
  }

  /** Length of all values together. */
  get characters(): number {
    let sum = 0;
    for (const writes of this.writes.values()) {
      for (const { value } of writes.values()) sum += value?.length ?? 0;
    }
    return sum;
  }

  list(): Write[] {
    const list: Write[] = [];
    for (const [table, writes] of this.writes) {
      for (const [key, write] of writes) list.push({ table, key, value: write.value });
    }
    return list;
  }
}
