/**
 * A store in memory that fails on demand: for tests and for the simulator.
 *
 * Each commit asks `faults` what shall become of it, so every way in which a disk may treat a commit can be
 * had at will; `crash` ends the store as a power cut would and hands over what was on disk. There is no
 * ambient time and no chance in here: completion comes when `schedule` runs the task, and never otherwise.
 *
 * Invariants
 *  1. A commit takes effect at its completion, whole or not at all, never before.
 *  2. The writes of a completed durable commit are in every store that `crash` returns from then on.
 *  3. A visible but undecided commit (`reject_yet_visible`) becomes durable with the next durable one, as
 *     the pages of a real store would.
 *  4. Once crashed, a store settles nothing, answers nothing, and changes nothing.
 */
import { assertKey, assertRange, assertWrites } from '../caller-rules.js';
import type { Entry, RangeOptions, Store, Table, Write } from '../store.js';
import { OrderedTable } from './ordered-table.js';

/** The fate of one commit. */
export type CommitFault =
  /** Written, then resolved. */
  | 'none'
  /** Not written, rejected. */
  | 'reject'
  /** Visible to readers, rejected; whether a crash keeps it is decided at the crash. */
  | 'reject_yet_visible'
  /** Not written and not settled; rejected when released. */
  | 'hang'
  /** Not settled; written and resolved when released. */
  | 'hang_then_commit'
  /** Written, but not settled; resolved when released. */
  | 'commit_then_hang';

export interface StoreFaults {
  /** @param commitNumber 1 for the first commit; the count goes on across `crash` */
  next(commitNumber: number): CommitFault;
}

export interface MemoryStoreOptions {
  /** Default: every commit succeeds. */
  readonly faults?: StoreFaults;
  /** Runs the completion of a commit, once, later than the call. Default: `queueMicrotask`. */
  readonly schedule?: (task: () => void) => void;
}

interface CommitUnderWay {
  readonly writes: readonly Write[];
  readonly fault: CommitFault;
  readonly settled: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (failure: Error) => void;
  hung: boolean;
}

/** How to take back one write of an undecided commit. */
type Undo = Write;

/** Faults under which a commit still under way at a crash may have reached the disk. */
const MAY_REACH_DISK: readonly CommitFault[] = [
  'none',
  'reject_yet_visible',
  'hang_then_commit',
  'commit_then_hang',
];

export class MemoryStore implements Store {
  readonly #options: MemoryStoreOptions;
  readonly #tables = new Map<Table, OrderedTable>();
  #undo: Undo[] = [];
  #underWay: CommitUnderWay | undefined;
  #commitCount = 0;
  #state: 'open' | 'closed' | 'crashed' = 'open';

  constructor(options: MemoryStoreOptions = {}) {
    this.#options = options;
  }

  get(table: Table, key: string): string | undefined {
    this.#assertOpen();
    assertKey(key);
    return this.#tables.get(table)?.get(key);
  }

  range(table: Table, options: RangeOptions): Iterable<Entry> {
    this.#assertOpen();
    assertRange(options);
    return { [Symbol.iterator]: () => this.#walk(this.#snapshot(table, options)) };
  }

  commit(writes: readonly Write[]): Promise<void> {
    this.#assertOpen();
    if (this.#underWay !== undefined) throw new Error('a commit is under way already');
    assertWrites(writes);
    this.#commitCount += 1;
    const fault = this.#options.faults?.next(this.#commitCount) ?? 'none';
    const { promise, resolve, reject } = deferred();
    const underWay = { writes: writes.slice(), fault, settled: promise, resolve, reject, hung: false };
    this.#underWay = underWay;
    (this.#options.schedule ?? queueMicrotask)(() => this.#complete(underWay));
    return promise;
  }

  async close(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'closed';
    await this.#underWay?.settled.catch(() => undefined);
  }

  /** Settles the commit that hangs, as its fault says; false if none does. */
  releaseHung(): boolean {
    const underWay = this.#underWay;
    if (underWay === undefined || !underWay.hung) return false;
    if (underWay.fault === 'hang_then_commit') this.#applyDurably(underWay.writes);
    if (underWay.fault === 'hang') this.#fail(underWay);
    else this.#succeed(underWay);
    return true;
  }

  /**
   * Ends this store at once and returns the one that a restart would find on disk, with the same options.
   *
   * @param undecided what becomes of commits that were not acknowledged and may have reached the disk: one
   *   rejected yet visible, one under way
   */
  crash(undecided: 'lost' | 'kept' = 'lost'): MemoryStore {
    const restarted = new MemoryStore(this.#options);
    restarted.#commitCount = this.#commitCount;
    for (const [name, table] of this.#tables) restarted.#tables.set(name, new OrderedTable(table));
    if (undecided === 'lost') restarted.#apply(this.#undo.toReversed());
    else if (this.#underWay !== undefined && MAY_REACH_DISK.includes(this.#underWay.fault)) {
      restarted.#apply(this.#underWay.writes);
    }
    this.#state = 'crashed';
    this.#underWay = undefined;
    return restarted;
  }

  #complete(underWay: CommitUnderWay): void {
    if (this.#state === 'crashed') return;
    switch (underWay.fault) {
      case 'none':
        this.#applyDurably(underWay.writes);
        this.#succeed(underWay);
        break;
      case 'reject':
        this.#fail(underWay);
        break;
      case 'reject_yet_visible':
        this.#applyUndecided(underWay.writes);
        this.#fail(underWay);
        break;
      case 'commit_then_hang':
        this.#applyDurably(underWay.writes);
        underWay.hung = true;
        break;
      case 'hang':
      case 'hang_then_commit':
        underWay.hung = true;
        break;
    }
  }

  #succeed(underWay: CommitUnderWay): void {
    this.#underWay = undefined;
    underWay.resolve();
  }

  #fail(underWay: CommitUnderWay): void {
    this.#underWay = undefined;
    underWay.reject(new Error('the commit failed (fault on demand)'));
  }

  #applyDurably(writes: readonly Write[]): void {
    this.#apply(writes);
    this.#undo = [];
  }

  #applyUndecided(writes: readonly Write[]): void {
    for (const { table, key, value } of writes) {
      this.#undo.push({ table, key, value: this.#tables.get(table)?.get(key) });
      this.#table(table).write(key, value);
    }
  }

  #apply(writes: readonly Write[]): void {
    for (const { table, key, value } of writes) this.#table(table).write(key, value);
  }

  #table(name: Table): OrderedTable {
    const found = this.#tables.get(name);
    if (found !== undefined) return found;
    const made = new OrderedTable();
    this.#tables.set(name, made);
    return made;
  }

  #snapshot(table: Table, options: RangeOptions): readonly Entry[] {
    this.#assertOpen();
    return this.#tables.get(table)?.entries(options) ?? [];
  }

  *#walk(entries: readonly Entry[]): Generator<Entry> {
    for (const entry of entries) {
      this.#assertOpen();
      yield entry;
    }
    this.#assertOpen();
  }

  #assertOpen(): void {
    if (this.#state !== 'open') throw new Error(`the store is ${this.#state}`);
  }
}

function deferred(): Pick<CommitUnderWay, 'resolve' | 'reject'> & { promise: Promise<void> } {
  let resolve: CommitUnderWay['resolve'] = () => undefined;
  let reject: CommitUnderWay['reject'] = () => undefined;
  const promise = new Promise<void>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}
