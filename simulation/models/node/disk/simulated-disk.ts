/**
 * The disk of a simulated node: it outlives processes, and treats commits as the history says.
 *
 * Invariant: one process at a time has it open; `crash` takes it from the process that had.
 */
import { type CommitFault, MemoryStore } from '../../../../src/store/memory/memory-store.js';
import type { Entry, RangeOptions, Store, StoreReader, Table, Write } from '../../../../src/store/store.js';
import type { World } from '../../../../src/time/world.js';
import type { DiskFault } from '../../../history/node-history.js';
import type { OlderFormat } from '../../../history/start-changes.js';
import { sometimes } from '../../../moments/sometimes.js';
import type { Random } from '../../../world/random.js';
import { type DerivedRecords, derivedRecords, differences, olderShape } from './older-shape.js';

const MANY_WRITES = 20;
/** For its row and for its actor, and once before it is made. */
const KEY_READS_USUAL = 3;

export interface DiskWatch {
  /** A commit is about to begin. */
  failing(fault: DiskFault): void;
  commitBegan(): void;
  /** A commit is settled at the disk, and whoever waits for it has not heard yet. */
  commitEnded(): void;
  /** A process did with its store what it may not do. */
  misused(about: string): void;
}

export class SimulatedDisk {
  readonly #random: Random;
  readonly #commitMsMax: number;
  readonly #watch: DiskWatch;
  /** The fate of the commits to come; `none` if they succeed. */
  readonly #faults: CommitFault[] = [];
  #store: MemoryStore;
  #isMended = false;
  #commitsUnderWay = 0;
  /** The format before the records were put back into that of an older one. */
  #format: string | undefined;
  /** All that an older format lacks, as it was before; undefined once it has been looked at again. */
  #before: DerivedRecords | undefined;
  /** Time of the process that has the disk open; undefined between two. */
  #world: World | undefined;

  constructor(random: Random, commitMsMax: number, watch: DiskWatch) {
    this.#random = random;
    this.#commitMsMax = commitMsMax;
    this.#watch = watch;
    this.#store = new MemoryStore({
      faults: { next: () => this.#nextFault() },
      schedule: (task) => this.#schedule(task),
    });
  }

  /** The state that readers see now; after `crash` or `closed`, what stands on disk. */
  get records(): StoreReader {
    return this.#store;
  }

  /** The disk as a store of a process that lives in `world`. */
  open(world: World): Store {
    this.#world = world;
    return new WatchedStore(this.#store, this.#watch);
  }

  /**
   * After `skip` commits that go well, `commits` meet this fault; all after those that are spoken for
   * already.
   */
  fail(fault: DiskFault, skip: number, commits: number): void {
    for (let n = 0; n < skip; n++) this.#faults.push('none');
    for (let n = 0; n < commits; n++) this.#faults.push(fault);
  }

  /** From now on commits succeed; what hangs is let go, and so is what was about to hang. */
  mend(): void {
    this.#isMended = true;
    this.#faults.length = 0;
    this.#store.releaseHung();
  }

  /** Puts its records back into the shape of that format, between two processes; nothing if undefined. */
  age(format: OlderFormat | undefined): void {
    if (format === undefined || !this.isUpToDate) return;
    this.#format = this.#store.get('meta', 'format');
    this.#before = derivedRecords(this.#store);
    void this.#store.commit(olderShape(this.#store, format));
  }

  /** False from `age` until a process has brought all of it up to date. */
  get isUpToDate(): boolean {
    return this.#format === undefined || this.#store.get('meta', 'format') === this.#format;
  }

  /** False if nothing hung. */
  releaseHung(): boolean {
    return this.#store.releaseHung();
  }

  /** The process is gone. */
  crash(undecided: 'lost' | 'kept'): void {
    if (this.#commitsUnderWay > 0)
      sometimes(undecided === 'lost' ? 'crash-lost-a-commit' : 'crash-kept-a-commit');
    this.#commitsUnderWay = 0;
    this.#store = this.#store.crash(undecided);
    this.#world = undefined;
    this.#lookAtUpgrade();
  }

  #nextFault(): CommitFault {
    if (this.#world === undefined) return 'none';
    const fault = this.#faults.shift();
    if (fault === undefined || fault === 'none') return 'none';
    this.#watch.failing(fault);
    return fault;
  }

  /** Nothing else is written before all of it is up to date. */
  #lookAtUpgrade(): void {
    const before = this.#before;
    if (before === undefined || !this.isUpToDate) return;
    this.#before = undefined;
    for (const about of differences(before, derivedRecords(this.#store)))
      this.#watch.misused(`an upgrade: ${about} is not as it was before`);
  }

  #schedule(task: () => void): void {
    const world = this.#world;
    if (world === undefined) {
      task();
      return;
    }
    this.#commitsUnderWay += 1;
    const ended = () => {
      this.#commitsUnderWay -= 1;
      task();
      this.#lookAtUpgrade();
      if (this.#isMended) this.#store.releaseHung();
      this.#watch.commitEnded();
    };
    const tookMs = this.#random.between(0, this.#commitMsMax);
    if (tookMs === 0) world.soon(ended);
    else world.after(tookMs, ended);
  }
}

class WatchedStore implements Store {
  readonly #store: MemoryStore;
  readonly #watch: DiskWatch;
  /** How often its process has read each key. */
  readonly #keyReads = new Map<string, number>();
  #openWalks = 0;

  constructor(store: MemoryStore, watch: DiskWatch) {
    this.#store = store;
    this.#watch = watch;
  }

  get(table: Table, key: string): string | undefined {
    if (table === 'keys') {
      const reads = (this.#keyReads.get(key) ?? 0) + 1;
      if (reads > KEY_READS_USUAL) sometimes('key-came-back-to-memory');
      this.#keyReads.set(key, reads);
    }
    return this.#store.get(table, key);
  }

  range(table: Table, options: RangeOptions): Iterable<Entry> {
    const entries = this.#store.range(table, options);
    return { [Symbol.iterator]: () => this.#walk(entries[Symbol.iterator]()) };
  }

  commit(writes: readonly Write[]): Promise<void> {
    if (writes.length >= MANY_WRITES) sometimes('commit-of-many-writes');
    const committed = this.#store.commit(writes);
    this.#watch.commitBegan();
    return committed;
  }

  /** The disk stays for the next process. LMDB has room for some hundred walks that nobody ended. */
  close(): Promise<void> {
    if (this.#openWalks > 0) this.#watch.misused(`${this.#openWalks} walks were left open`);
    return Promise.resolve();
  }

  #walk(steps: Iterator<Entry>): Iterator<Entry> {
    let left = 1;
    const end = () => {
      this.#openWalks -= left;
      left = 0;
    };
    this.#openWalks += left;
    return {
      next() {
        const step = steps.next();
        if (step.done === true) end();
        return step;
      },
      return() {
        end();
        return steps.return?.() ?? { done: true, value: undefined };
      },
    };
  }
}
