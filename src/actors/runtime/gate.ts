/**
 * The gate: nothing goes out before what it rests on is on disk.
 *
 * Turns add to the *open* batch. As soon as no commit is under way, the open batch becomes the *flying*
 * one and is committed as one transaction, while the next turns fill a new open batch: however many turns
 * an instant has, they share one fsync. When the commit is on disk, the states in the batch become the
 * committed ones, and only then do replies and effects go out.
 *
 * What breaks it: a commit that is rejected, or one that takes longer than the time limit. Then nothing
 * that waited goes out; everybody waiting hears that it failed; the actors of the flying and of the open
 * batch (whose turns built on the flying one) fall back to their committed states; and the gate is
 * *refusing*: a turn that writes is refused, reads go on.
 *
 * What heals it: the refused batch must not take effect behind the back of those who were told it failed,
 * and a failed commit may be visible all the same, or land late. So every batch carries the *pre-images*
 * of what it overwrites. Readers see the pre-images in place of whatever the disk shows, from the moment
 * the batch flies until it is published or undone; and as soon as a failed commit has come to an end the
 * gate commits them back. The restoring commit is repeated with back-off; it also writes ballast, twice as
 * much as the failed batch, so that a disk with room for a handful of bytes is not declared healthy.
 *
 * Invariants
 *  1. At most one commit is under way.
 *  2. A waiter of a batch is called exactly once; with `true` only after the commit resolved in time.
 *  3. Effects of a batch are released once, after its commit resolved in time, never otherwise.
 *  4. After recovery the store holds exactly what it held before the failed batch.
 *  5. `reader` never shows a value whose commit is not on disk.
 *
 * What a caller may rely on: refused means that nothing happened, while the process lives. A process killed
 * between a failed commit that is visible and its undoing may find the batch in force after restart, whole.
 */
import {
  type Entry,
  type RangeOptions,
  type Store,
  type StoreReader,
  type Table,
  type Write,
  withPrefix,
} from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import { STOOD_STILL_MS } from '../../time/deadline-queue.js';
import type { CancelTimer, World } from '../../time/world.js';
import { Batch, PendingWrite, type PendingWrites } from './batch.js';
import type { CommitOutcome, Inspector, SystemFigures } from './inspection.js';
import { readTallies, type Tallies, TallyBook } from './tallies.js';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;
const BALLAST_PART_CHARACTERS = 64 * 1024;
const BALLAST_PARTS_MAX = 256;
const BALLAST_PREFIX = 'room_probe/';

/**
 * A batch this large is not added to; further turns wait in their mailboxes for the next one. The store may write
 * zeros for up to 32 KiB a write beforehand, and that must be done well within the gate's time limit.
 */
const WRITES_PER_BATCH_MAX = 8_192;

/** What a commit wrote is kept for the pre-images of the next one, unless it is longer than this. */
const KEPT_CHARACTERS_MAX = 1024 * 1024;

export interface GateOptions<Effect> {
  readonly store: Store;
  readonly world: World;
  /** How long a commit may take before those who wait on it are refused, in ms. */
  readonly timeLimitMs: number;
  readonly figures: SystemFigures;
  readonly inspector: Inspector;
  readonly release: (effect: Effect) => void;
  /** Called when turns that had to wait may run. */
  readonly onRoom: () => void;
}

export class Gate<Effect> {
  readonly reader: StoreReader;
  #open = new Batch<Effect>();
  #flying: Batch<Effect> | undefined;
  #flyingSince = 0;
  /** When the time limit of the flying batch is over. */
  #limitAt = 0 as SteadyMs;
  #cancelTimeLimit: CancelTimer | undefined;
  #startScheduled = false;
  /** The batch whose pre-images are shown to readers in place of the disk, and written back to undo it. */
  #shadowed: Batch<Effect> | undefined;
  /** What the commit before the one under way wrote, as it stands on disk; undefined where that is not known. */
  #justWritten: PendingWrites | undefined;
  readonly #tallies: TallyBook;
  #isRefusing = false;
  /** Parts of ballast that a disk must have room for before the gate opens again. */
  #ballastParts = 0;
  #retryMs = RETRY_FIRST_MS;
  #isClosed = false;
  readonly #idle: (() => void)[] = [];
  readonly #options: GateOptions<Effect>;

  constructor(options: GateOptions<Effect>) {
    this.#options = options;
    this.#tallies = new TallyBook(readTallies(options.store));
    this.reader = {
      get: (table, key) => this.#readCommitted(table, key),
      range: (table, range) => this.#rangeCommitted(table, range),
    };
  }

  /** The batch that the current turn adds to. */
  get open(): Batch<Effect> {
    return this.#open;
  }

  /** The sums that turns added to, as committed. */
  get tallies(): Tallies {
    return this.#tallies.tallies;
  }

  /** False while the disk does not take writes: a turn that writes must be refused. */
  get takesWrites(): boolean {
    return !this.#isRefusing;
  }

  /** True where a commit has been waited for twice as long as it may take and nobody was told: the limit does not work. */
  get isStalled(): boolean {
    const { world, timeLimitMs } = this.#options;
    return this.#liveFlying() !== undefined && world.steadyMs() - this.#limitAt > timeLimitMs;
  }

  /** True where turns should wait for the batch under way before they add more. */
  get isFull(): boolean {
    return this.#open.writeCount >= WRITES_PER_BATCH_MAX;
  }

  /** A record as it will be once both batches are committed. */
  readWorking(table: Table, key: string): string | undefined {
    const batch = this.batchHolding(table, key);
    return batch === undefined ? this.#readCommitted(table, key) : batch.find(table, key)?.value;
  }

  /** The batch that holds a record's latest uncommitted value; undefined where the disk has it. */
  batchHolding(table: Table, key: string): Batch<Effect> | undefined {
    if (this.#open.find(table, key) !== undefined) return this.#open;
    const flying = this.#liveFlying();
    return flying?.find(table, key) === undefined ? undefined : flying;
  }

  /** Takes away what a process left that was killed while its disk failed. To be called once, at start. */
  start(): void {
    this.#remove(this.#ballastOnDisk());
  }

  /** To be called after a turn added to the open batch. */
  touched(): void {
    if (this.#open.isEmpty) return;
    this.#open.begunAtMs ??= this.#options.world.stopwatchMs();
    if (this.#flying !== undefined || this.#startScheduled) return;
    this.#startScheduled = true;
    this.#options.world.soon(() => {
      this.#startScheduled = false;
      this.#startCommit();
    });
  }

  /**
   * Resolves when nothing waits for the disk any more. Where the disk fails or hangs, that is after two time
   * limits: one for the flying and one for the open batch, so everybody who waited was told. A failed batch
   * that could not be undone until then stays as it is.
   */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const close = () => {
        cancel();
        this.#isClosed = true;
        resolve();
      };
      const cancel = this.#options.world.after(2 * this.#options.timeLimitMs, close);
      this.#idle.push(close);
      this.#tellIdle();
    });
  }

  #liveFlying(): Batch<Effect> | undefined {
    return this.#flying?.abandoned === true ? undefined : this.#flying;
  }

  #startCommit(): void {
    if (this.#flying !== undefined || this.#open.isEmpty) return;
    const batch = this.#open;
    this.#open = new Batch();
    this.#flying = batch;
    this.#writeTallies(batch);
    this.#flyingSince = this.#options.world.stopwatchMs();
    const { world, timeLimitMs } = this.#options;
    this.#limitAt = later(world.steadyMs(), timeLimitMs);
    this.#cancelTimeLimit = world.after(timeLimitMs, () => this.#onTimeLimit(batch));
    this.#commit(batch).then(
      () => this.#onCommitted(batch),
      (error: unknown) => this.#onRejected(batch, error),
    );
  }

  /** `async` so that what a broken store throws at once counts as a rejection. */
  async #commit(batch: Batch<Effect>): Promise<void> {
    this.#takePreImages(batch);
    this.#shadowed = batch;
    await this.#options.store.commit(batch.list());
  }

  #writeTallies(batch: Batch<Effect>): void {
    if (batch.tallied.size === 0) return;
    const { write, after } = this.#tallies.with(batch.tallied);
    batch.talliesAfter = after;
    batch.write(new PendingWrite(write.table, write.key, write.value, false));
  }

  #takePreImages(batch: Batch<Effect>): void {
    for (const writes of batch.writes.values()) {
      for (const write of writes.values()) write.before = write.fresh ? undefined : this.#standing(write);
    }
  }

  /** A record as it stands on disk. What one turn wrote, the next one of the same actor often overwrites. */
  #standing({ table, key }: PendingWrite): string | undefined {
    const written = this.#justWritten?.get(table)?.get(key);
    return written === undefined ? this.#options.store.get(table, key) : written.value;
  }

  #onCommitted(batch: Batch<Effect>): void {
    this.#cancelTimeLimit?.();
    if (batch.abandoned) {
      this.#undo();
      return;
    }
    this.#report(batch, 'committed');
    this.#flying = undefined;
    this.#shadowed = undefined;
    if (batch.talliesAfter !== undefined) this.#tallies.committed(batch.talliesAfter);
    this.#justWritten = batch.characters <= KEPT_CHARACTERS_MAX ? batch.writes : undefined;
    for (const [cell, state] of batch.states) {
      cell.committed = state;
      if (cell.dirtyIn === batch) cell.dirtyIn = undefined;
      if (state !== undefined) cell.behavior.committed?.(state);
    }
    // The next commit starts before the replies go out: the disk works while they are written.
    this.#startCommit();
    for (const effect of batch.effects) this.#options.release(effect);
    for (const waiter of batch.waiting) waiter(true);
    this.#options.onRoom();
    this.#tellIdle();
  }

  #onRejected(batch: Batch<Effect>, error: unknown): void {
    this.#cancelTimeLimit?.();
    if (!batch.abandoned) {
      this.#report(batch, 'rejected');
      this.#abandon(batch, error);
    }
    this.#undo();
  }

  /** A process that stood still may find its commit on disk among the events that wait: these come first. */
  #onTimeLimit(batch: Batch<Effect>): void {
    const { world } = this.#options;
    if (world.steadyMs() - this.#limitAt < STOOD_STILL_MS) this.#onLate(batch);
    else world.soon(() => this.#onLate(batch));
  }

  #onLate(batch: Batch<Effect>): void {
    if (this.#flying !== batch || batch.abandoned) return;
    this.#report(batch, 'late');
    this.#abandon(batch, new Error(`a commit took longer than ${this.#options.timeLimitMs} ms`));
  }

  #abandon(flying: Batch<Effect>, error: unknown): void {
    const open = this.#open;
    this.#open = new Batch();
    this.#isRefusing = true;
    this.#justWritten = undefined;
    this.#ballastParts = ballastPartsFor(flying.characters);
    this.#options.inspector.storage?.({ state: 'refusing', error });
    for (const batch of [flying, open]) {
      batch.abandoned = true;
      for (const cell of batch.states.keys()) {
        cell.working = cell.committed;
        cell.dirtyIn = undefined;
      }
    }
    for (const batch of [flying, open]) {
      for (const waiter of batch.waiting) waiter(false);
    }
    this.#options.onRoom();
  }

  #undo(): void {
    if (this.#isClosed) return;
    this.#restorePreImages().then(
      (ballast) => this.#reopen(ballast),
      () => {
        this.#options.world.after(this.#retryMs, () => this.#undo());
        this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
      },
    );
  }

  /** Resolves with the ballast that is then on disk. */
  async #restorePreImages(): Promise<Entry[]> {
    const writes = ballast(this.#ballastParts);
    for (const pending of this.#shadowed?.writes.values() ?? []) {
      for (const { table, key, before } of pending.values()) writes.push({ table, key, value: before });
    }
    await this.#options.store.commit(writes);
    return this.#ballastOnDisk();
  }

  /** All there is: a batch that was to remove some may have failed, a process may have been killed before. */
  #ballastOnDisk(): Entry[] {
    return [...this.#options.store.range('meta', withPrefix(BALLAST_PREFIX))];
  }

  #remove(ballast: readonly Entry[]): void {
    for (const { key } of ballast) this.#open.write(new PendingWrite('meta', key, undefined, false));
    this.touched();
  }

  #reopen(ballast: readonly Entry[]): void {
    this.#flying = undefined;
    this.#shadowed = undefined;
    this.#isRefusing = false;
    this.#retryMs = RETRY_FIRST_MS;
    this.#options.inspector.storage?.({ state: 'taking', error: undefined });
    this.#remove(ballast);
    this.#options.onRoom();
  }

  #tellIdle(): void {
    if (this.#flying !== undefined || !this.#open.isEmpty) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #report(batch: Batch<Effect>, outcome: CommitOutcome): void {
    const { figures, inspector, world } = this.#options;
    const now = world.stopwatchMs();
    const tookMs = now - this.#flyingSince;
    figures.commitDurations[outcome].observe(tookMs);
    if (outcome === 'committed') {
      figures.commits += 1;
      figures.gateWaits.observe(now - (batch.begunAtMs ?? this.#flyingSince));
      figures.turnsCommitted += batch.turns;
      figures.writesCommitted += batch.writeCount;
    }
    inspector.commit?.({ turns: batch.turns, writes: batch.writeCount, tookMs, outcome });
  }

  #readCommitted(table: Table, key: string): string | undefined {
    const pending = this.#shadowed?.find(table, key);
    return pending === undefined ? this.#options.store.get(table, key) : pending.before;
  }

  /** As in a store, the instant that a walk shows is that of its beginning. */
  #rangeCommitted(table: Table, range: RangeOptions): Iterable<Entry> {
    return { [Symbol.iterator]: () => this.#walk(table, range)[Symbol.iterator]() };
  }

  #walk(table: Table, range: RangeOptions): Iterable<Entry> {
    const ofTable = this.#shadowed?.writes.get(table);
    if (ofTable === undefined) return this.#options.store.range(table, range);
    return overlaid(
      this.#options.store.range(table, { ...range, limit: Number.MAX_SAFE_INTEGER }),
      ofTable,
      range,
    );
  }
}

function ballastPartsFor(failedCharacters: number): number {
  return Math.min(Math.ceil((2 * failedCharacters) / BALLAST_PART_CHARACTERS) + 1, BALLAST_PARTS_MAX);
}

function ballast(parts: number): Write[] {
  const value = '.'.repeat(BALLAST_PART_CHARACTERS);
  return Array.from({ length: parts }, (_, part) => ({ table: 'meta', key: BALLAST_PREFIX + part, value }));
}

/** A range as it was before the flying batch: what that batch inserted is left out, the rest as it stood. */
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
