/**
 * The gate: nothing goes out before what it rests on is on disk.
 *
 * Turns add to the *open* batch. As soon as no commit is under way, the open batch is *in flight* and is
 * committed as one transaction, while the next turns fill a new open batch: however many turns
 * an instant has, they share one fsync. When the commit is on disk, the states in the batch become the
 * committed ones, and only then do replies and effects go out.
 *
 * A commit that is rejected, or takes longer than the time limit, breaks the gate. Then nothing that waited
 * goes out; everybody waiting hears that it failed; the actors of the batch in flight and of the open one
 * (whose turns built on it) fall back to their committed states; and the gate is *refusing*: a turn that
 * writes is refused, reads go on.
 *
 * Recovery heals it: the refused batch must not take effect behind the back of those who were told it failed,
 * and a failed commit may be visible all the same, or land late. So readers never see it
 * (`committed-records.ts`), and as soon as the failed commit has come to an end it is undone, after which the
 * gate opens again (`disk-recovery.ts`).
 *
 * Invariants
 *  1. At most one commit is under way.
 *  2. A waiter of a batch is called exactly once; with `true` only after the commit resolved in time.
 *  3. Effects of a batch are released once, after its commit resolved in time, never otherwise.
 *  4. After recovery the store holds exactly what it held before the failed batch.
 *  5. `reader` never shows a value whose commit is not on disk.
 *
 * A caller may rely on this: refused means that nothing happened, while the process lives. A process killed
 * between a failed commit that is visible and its undoing may find the batch in force after restart, whole.
 */
import type { Limits } from '../../limits/limits.js';
import type { Entry, Store, StoreReader, Table } from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import { STOOD_STILL_MS } from '../../time/deadline-queue.js';
import type { CancelTimer, World } from '../../time/world.js';
import { Batch, PendingWrite } from './batch.js';
import { CommittedRecords } from './committed-records.js';
import { DiskRecovery } from './disk-recovery.js';
import type { CommitOutcome, Inspector, SystemMetrics } from './inspection.js';
import { readTallies, type Tallies, TallyBook } from './tallies.js';

export interface GateOptions<Effect> {
  readonly store: Store;
  readonly world: World;
  /** How long a commit may take before those who wait on it are refused, in ms. */
  readonly timeLimitMs: number;
  readonly limits: Limits;
  readonly metrics: SystemMetrics;
  readonly inspector: Inspector;
  readonly release: (effect: Effect) => void;
  /** Called when turns that had to wait may run. */
  readonly onRoom: () => void;
}

export class Gate<Effect> {
  readonly #committed: CommittedRecords;
  readonly #recovery: DiskRecovery;
  #open = new Batch<Effect>();
  #inFlight: Batch<Effect> | undefined;
  #inFlightSince = 0;
  /** When the time limit of the batch in flight is over. */
  #limitAt = 0 as SteadyMs;
  #cancelTimeLimit: CancelTimer | undefined;
  #startScheduled = false;
  readonly #tallies: TallyBook;
  #isRefusing = false;
  readonly #idle: (() => void)[] = [];
  readonly #options: GateOptions<Effect>;

  constructor(options: GateOptions<Effect>) {
    this.#options = options;
    this.#tallies = new TallyBook(readTallies(options.store));
    this.#committed = new CommittedRecords(options.store, options.limits);
    this.#recovery = new DiskRecovery(options.store, options.world, options.limits);
  }

  /** The committed records. */
  get reader(): StoreReader {
    return this.#committed;
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

  /** True if a commit has taken twice as long as it may and nobody was told: the limit does not work. */
  get isStalled(): boolean {
    const { world, timeLimitMs } = this.#options;
    return this.#liveInFlight() !== undefined && world.steadyMs() - this.#limitAt > timeLimitMs;
  }

  /** True if turns should wait for the batch under way before they add more. */
  get isFull(): boolean {
    return this.#open.writeCount >= this.#options.limits.writesInCommit;
  }

  /** A record as it will be once both batches are committed. */
  readWorking(table: Table, key: string): string | undefined {
    const batch = this.batchHolding(table, key);
    return batch === undefined ? this.#committed.get(table, key) : batch.find(table, key)?.value;
  }

  /** The batch that holds a record's latest uncommitted value; undefined if the disk has it. */
  batchHolding(table: Table, key: string): Batch<Effect> | undefined {
    if (this.#open.find(table, key) !== undefined) return this.#open;
    const inFlight = this.#liveInFlight();
    return inFlight?.find(table, key) === undefined ? undefined : inFlight;
  }

  /** Takes away what a process left that was killed while its disk failed. To be called once, at start. */
  start(): void {
    this.#remove(this.#recovery.ballastOnDisk());
  }

  /** To be called after a turn added to the open batch. */
  touched(): void {
    if (this.#open.isEmpty) return;
    this.#open.begunAtMs ??= this.#options.world.stopwatchMs();
    if (this.#inFlight !== undefined || this.#startScheduled) return;
    this.#startScheduled = true;
    this.#options.world.soon(() => {
      this.#startScheduled = false;
      this.#startCommit();
    });
  }

  /**
   * Resolves when nothing waits for the disk any more. If the disk fails or hangs, that is after two time
   * limits: one for the batch in flight and one for the open one, so everybody who waited was told. A failed
   * batch that could not be undone until then stays as it is.
   */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const close = () => {
        cancel();
        this.#recovery.stop();
        resolve();
      };
      const cancel = this.#options.world.after(2 * this.#options.timeLimitMs, close);
      this.#idle.push(close);
      this.#tellIdle();
    });
  }

  #liveInFlight(): Batch<Effect> | undefined {
    return this.#inFlight?.abandoned === true ? undefined : this.#inFlight;
  }

  #startCommit(): void {
    if (this.#inFlight !== undefined || this.#open.isEmpty) return;
    const batch = this.#open;
    this.#open = new Batch();
    this.#inFlight = batch;
    this.#writeTallies(batch);
    this.#inFlightSince = this.#options.world.stopwatchMs();
    this.#setTimeLimit(() => this.#onTimeLimit(batch));
    this.#commit(batch).then(
      () => this.#onCommitted(batch),
      (error: unknown) => this.#onRejected(batch, error),
    );
  }

  /** `async` so that what a broken store throws at once counts as a rejection. */
  async #commit(batch: Batch<Effect>): Promise<void> {
    this.#committed.shadow(batch);
    await this.#options.store.commit(batch.list());
  }

  #writeTallies(batch: Batch<Effect>): void {
    if (batch.tallied.size === 0) return;
    const { write, after } = this.#tallies.with(batch.tallied);
    batch.talliesAfter = after;
    batch.write(new PendingWrite(write.table, write.key, write.value, false));
  }

  #onCommitted(batch: Batch<Effect>): void {
    this.#cancelTimeLimit?.();
    if (batch.abandoned) {
      this.#undo(batch);
      return;
    }
    this.#report(batch, 'committed');
    this.#inFlight = undefined;
    this.#committed.publish(batch);
    if (batch.talliesAfter !== undefined) this.#tallies.committed(batch.talliesAfter);
    for (const [activation, state] of batch.states) {
      activation.committed = state;
      if (activation.dirtyIn === batch) activation.dirtyIn = undefined;
      if (state !== undefined) activation.behavior.committed?.(state);
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
    this.#undo(batch);
  }

  #setTimeLimit(over: () => void): void {
    const { world, timeLimitMs } = this.#options;
    this.#limitAt = later(world.steadyMs(), timeLimitMs);
    this.#cancelTimeLimit = world.after(timeLimitMs, over);
  }

  /**
   * A process that stood still gave the thread that commits no time either: the commit has its limit once
   * more. Once, so a loop that is late all the time does not hide a disk that hangs.
   */
  #onTimeLimit(batch: Batch<Effect>): void {
    const lateMs = this.#options.world.steadyMs() - this.#limitAt;
    if (lateMs < STOOD_STILL_MS) this.#onLate(batch);
    else this.#setTimeLimit(() => this.#onLate(batch));
  }

  #onLate(batch: Batch<Effect>): void {
    if (this.#inFlight !== batch || batch.abandoned) return;
    this.#report(batch, 'late');
    this.#abandon(batch, new Error(`a commit took longer than ${this.#options.timeLimitMs} ms`));
  }

  #abandon(inFlight: Batch<Effect>, error: unknown): void {
    const open = this.#open;
    this.#open = new Batch();
    this.#isRefusing = true;
    this.#committed.failed();
    this.#options.inspector.storage?.({ state: 'refusing', error });
    for (const batch of [inFlight, open]) {
      batch.abandoned = true;
      for (const activation of batch.states.keys()) {
        activation.working = activation.committed;
        activation.dirtyIn = undefined;
      }
    }
    for (const batch of [inFlight, open]) {
      for (const waiter of batch.waiting) waiter(false);
    }
    this.#options.onRoom();
  }

  #undo({ characters }: Batch<Effect>): void {
    this.#recovery.begin(this.#committed.undoing, characters, (ballast) => this.#reopen(ballast));
  }

  #remove(ballast: readonly Entry[]): void {
    for (const { key } of ballast) this.#open.write(new PendingWrite('meta', key, undefined, false));
    this.touched();
  }

  #reopen(ballast: readonly Entry[]): void {
    this.#inFlight = undefined;
    this.#committed.undone();
    this.#isRefusing = false;
    this.#options.inspector.storage?.({ state: 'taking', error: undefined });
    this.#remove(ballast);
    this.#options.onRoom();
  }

  #tellIdle(): void {
    if (this.#inFlight !== undefined || !this.#open.isEmpty) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #report(batch: Batch<Effect>, outcome: CommitOutcome): void {
    const { metrics, inspector, world } = this.#options;
    const now = world.stopwatchMs();
    const tookMs = now - this.#inFlightSince;
    metrics.commitDurations[outcome].observe(tookMs);
    if (outcome === 'committed') {
      metrics.commits += 1;
      metrics.gateWaits.observe(now - (batch.begunAtMs ?? this.#inFlightSince));
      metrics.turnsCommitted += batch.turns;
      metrics.writesCommitted += batch.writeCount;
    }
    inspector.commit?.({ turns: batch.turns, writes: batch.writeCount, tookMs, outcome });
  }
}
