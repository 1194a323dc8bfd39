/**
 * One history of the store, run: LMDB in a folder of its own against the store in memory, which all simulated
 * nodes have.
 *
 * Rules
 *  - `reads`, `walks`: each answer is that of the store in memory; a walk shows the instant of its beginning.
 *  - `commits`: a commit shows in whole or not at all at every look, and in whole when it has resolved; one
 *    that fails leaves the store able to take the next, if need be once its file can be opened again.
 *  - `reopening`: a store that opens again, on a copy of its file, too, has all that was committed.
 *  - `snapshots`: a snapshot has the records of the file, and counts them.
 *  - `upgrades`: records of a version before checksums have them after two starts, once each.
 *  - `damage`: a record that the disk has changed is no value, and no other record is harmed.
 *  - `misuse`: a defect of a caller throws at once.
 *  - `leftovers`: a walk that was left holds nothing, and a store that was closed has no file open.
 *  - `room`: the file is longer than LMDB has use for, and has no holes.
 *  - `throws`: nothing else throws or is rejected.
 */
import { messageOf } from '../../../src/errors/error-text.js';
import type { DiskStore } from '../../../src/store/lmdb/lmdb-store.js';
import { TABLES, type Table, type Write } from '../../../src/store/store.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import { shownKey } from './describe-store-step.js';
import { ExpectedStore } from './expected-store.js';
import { commitWhileRootFails } from './failing-root.js';
import { HeldWalk } from './held-walk.js';
import { misuse } from './misuse.js';
import { partSeenMeanwhile, type SeenTables } from './read-meanwhile.js';
import { attempt, firstDifference, type Seen, seenIn, shown } from './seen-records.js';
import { StoreFile } from './store-file.js';
import type { CommitStep, StoreHistory, StoreStep } from './store-history.js';
import { keyOf, rangeOf, writesOf } from './store-records.js';
import { upgrade } from './upgrade.js';
import { WORN_KEY, wear } from './wear.js';

type StepThat<Does extends StoreStep['do']> = Extract<StoreStep, { readonly do: Does }>;

const MIB = 1024 * 1024;
/** The store has to take it, whatever came before. */
const LAST_COMMIT: CommitStep = { id: 0, at: 0, do: 'commit', meanwhile: 'nothing', writes: [] };

export const runStoreHistory = (history: StoreHistory, watch: Watch): Promise<Outcome> =>
  new StoreRun(history, watch).play();

class StoreRun {
  readonly #history: StoreHistory;
  readonly #record: RunRecord;
  readonly #file: StoreFile;
  readonly #expected = new ExpectedStore();
  readonly #walks = new Map<number, HeldWalk>();
  #real: DiskStore;
  #step = '';
  #isSound = true;

  constructor(history: StoreHistory, watch: Watch) {
    this.#history = history;
    this.#record = new RunRecord(new VirtualWorld({ seed: history.seed }), watch);
    this.#file = new StoreFile(history.setup.mapMib * MIB);
    this.#real = this.#file.open();
  }

  async play(): Promise<Outcome> {
    try {
      for (const step of this.#history.steps) await this.#do(`step ${step.id}`, () => this.#take(step));
      await this.#do('the end', () => this.#commit(LAST_COMMIT));
      await this.#do('the end', () => this.#reopen('reopening'));
    } finally {
      await this.#real.close();
      this.#file.remove();
    }
    return this.#record.outcome();
  }

  /** After the first thing that is wrong, everything may be. */
  async #do(step: string, act: () => Promise<void> | void): Promise<void> {
    if (!this.#isSound) return;
    this.#step = step;
    try {
      await act();
    } catch (error) {
      this.#broke('throws', messageOf(error));
    }
  }

  async #take(step: StoreStep): Promise<void> {
    this.#record.trace(step.do, { step: step.id });
    this.#record.count(step.do);
    switch (step.do) {
      case 'commit':
        return this.#commit(step);
      case 'commit_without_room':
        return this.#commitWithoutRoom(step);
      case 'commit_that_breaks':
        return this.#commitThatBreaks(step);
      case 'read':
        return this.#read(step.table, keyOf(step));
      case 'walk':
        return this.#walk(step);
      case 'go_on':
        return this.#goOn(step.walk, step.take);
      case 'leave':
        return this.#leave(step.walk);
      case 'misuse':
        return this.#tell('misuse', misuse(this.#real, step.how));
      case 'reopen':
        return this.#reopen('reopening', () => this.#look(step));
      case 'upgrade':
        // With a checksum, a record that is damaged would be another one.
        if (this.#expected.hasDamage) return;
        return this.#reopen('upgrades', () => upgrade(this.#file, step.commits));
      case 'damage':
        return this.#reopen('damage', () => this.#damage(step));
      case 'wear':
        return this.#wear(step);
    }
  }

  async #commit({ writes: groups, id, meanwhile }: CommitStep): Promise<void> {
    const writes = writesOf(groups, id);
    const before = this.#seenIn(writes);
    const given = [...writes];
    const commit = this.#real.commit(given);
    // They are the caller's again.
    given.length = 0;
    await this.#expected.commit(writes);
    if (meanwhile === 'reads') {
      const seen = { before, after: this.#seenIn(writes) };
      const part = await partSeenMeanwhile(commit, (table) => this.#found(table), seen);
      this.#tell('commits', part, 'while it was under way, ');
    }
    if (meanwhile === 'another' && attempt(() => void this.#real.commit([])).name === '')
      this.#broke('misuse', 'another commit was taken while one was under way');
    if (meanwhile === 'closes') await this.#reopen('commits');
    await commit;
    this.#sameIn(before.keys(), 'commits');
    this.#tell('room', this.#file.roomLacking(this.#real.usage()));
  }

  /** It may fail, and show all the same. LMDB itself must not have made the file longer. */
  async #commitWithoutRoom({ writes: groups, how, id }: StepThat<'commit_without_room'>): Promise<void> {
    const writes = writesOf(groups, id);
    const before = this.#seenIn(writes);
    const commit = () => this.#real.commit(writes);
    const isDone = await this.#file.withoutRoom(commit, how).then(
      () => true,
      () => false,
    );
    for (const walk of this.#walks.values()) walk.mayBeInterrupted ||= !isDone;
    const isShown = [...before].some(
      ([table, then]) => firstDifference(this.#found(table), then) !== undefined,
    );
    if (isDone || isShown) await this.#expected.commit(writes);
    this.#sameIn(before.keys(), 'commits');
    if (isDone) this.#tell('room', this.#file.roomLacking(this.#real.usage()));
  }

  async #commitThatBreaks({ writes: groups, id, refused }: StepThat<'commit_that_breaks'>): Promise<void> {
    if (!this.#file.failRoot()) return;
    const writes = writesOf(groups, id);
    for (const walk of this.#walks.values()) walk.mayBeInterrupted = true;
    const commit = () => this.#real.commit(writes);
    const wrong = await commitWhileRootFails(this.#file, commit, refused);
    if (wrong !== undefined) return this.#broke('commits', wrong);
    await this.#expected.commit(writes);
    this.#sameIn(TABLES, 'commits');
  }

  #read(table: Table, key: string): void {
    const found = attempt(() => this.#real.get(table, key));
    const expected = this.#expected.get(table, key);
    if (found.name === expected.name && found.value === expected.value) return;
    const of = `${shownKey(key)} of ${table}`;
    this.#broke('reads', `${of} is ${shown(found)}, and had to be ${shown(expected)}`);
  }

  #walk({ walk, table, range, take }: StepThat<'walk'>): void {
    this.#leave(walk);
    this.#walks.set(walk, new HeldWalk(this.#real, this.#expected, table, rangeOf(range)));
    this.#goOn(walk, take);
  }

  #goOn(id: number, take: number): void {
    const walk = this.#walks.get(id);
    this.#tell('walks', walk?.take(take), `walk ${id}: `);
    if (walk?.isOver) this.#walks.delete(id);
  }

  #leave(id: number): void {
    this.#walks.get(id)?.leave();
    this.#walks.delete(id);
  }

  async #wear({ table }: StepThat<'wear'>): Promise<void> {
    for (const walk of [...this.#walks.keys()]) this.#leave(walk);
    const commit = async (value: string) => {
      const writes = [{ table, key: WORN_KEY, value }];
      await Promise.all([this.#real.commit(writes), this.#expected.commit(writes)]);
    };
    this.#tell('leftovers', await wear(this.#real, table, commit));
  }

  /** @param meanwhile may change the file, which nobody has open */
  async #reopen(rule: string, meanwhile: () => Promise<void> | void = () => {}): Promise<void> {
    await this.#real.close();
    this.#tell('leftovers', this.#file.stillOpen());
    await this.#expected.reopen();
    await meanwhile();
    this.#real = this.#file.open();
    this.#sameIn(TABLES, rule);
  }

  async #look({ look }: StepThat<'reopen'>): Promise<void> {
    if (look !== 'nothing') this.#tell('snapshots', await this.#file.look(this.#expected, look));
  }

  /** A value of some length says which write it is of, so that it is found in the file. */
  #damage({ nth, how }: StepThat<'damage'>): void {
    const records = [...this.#expected.soundRecords()].filter(({ value }) => value.includes('|'));
    const record = this.#file.damage(records, nth, how);
    if (record !== undefined) this.#expected.damage(record);
  }

  #seenIn(writes: readonly Write[]): SeenTables {
    const tables = new Set(writes.map(({ table }) => table));
    return new Map([...tables].map((table) => [table, this.#expected.seen(table)]));
  }

  #found(table: Table): readonly Seen[] {
    return seenIn(this.#real.range(table, {}));
  }

  #sameIn(tables: Iterable<Table>, rule: string): void {
    for (const table of tables) {
      this.#tell(rule, firstDifference(this.#found(table), this.#expected.seen(table)), `${table}: `);
    }
  }

  #tell(rule: string, difference: string | undefined, about = ''): void {
    if (difference !== undefined) this.#broke(rule, `${about}${difference}`);
  }

  #broke(rule: string, message: string): void {
    this.#isSound = false;
    this.#record.broke(rule, `${this.#step}: ${message}`);
  }
}
