/**
 * The actor system: hosts behaviors, one message at a time per actor, everything on one event loop.
 *
 * `ask` runs a turn and answers when all it rests on is on disk; `view` reads the committed state without a
 * turn and without waiting. The two differ in what they see: a turn decides on the working state, which
 * includes what is not on disk yet; a view never does.
 *
 * Invariants
 *  1. Turns do not overlap; a message that arrives during a turn waits for its end.
 *  2. A turn that throws leaves no trace: no write, no state, no effect, no reply but its refusal.
 *  3. The messages of one actor are handled in the order in which they were asked.
 *  4. Every `ask` gets exactly one outcome.
 *  5. A mailbox holds at most `mailboxMax` messages; the next one is refused as `overloaded`, and so is one that waited
 *     for longer than its asker has patience, before anything was done for it.
 *  6. Dropping a clean actor from memory at any instant changes no answer.
 */
import { assertWrites } from '../../store/caller-rules.js';
import type { Store, StoreReader, Table, Write } from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import { PendingWrite } from './batch.js';
import type { AnyBehavior, Behavior, Outcome, Refusal } from './behavior.js';
import type { Cell, Envelope } from './cell.js';
import { Gate } from './gate.js';
import { type Inspector, SystemFigures } from './inspection.js';
import { type DueReminder, Reminders, reminderKey } from './reminders.js';
import { Residents } from './residents.js';
import type { Tallies } from './tallies.js';
import { JointTurn, StorageRefuses, type TurnHost } from './turn.js';

export interface SystemOptions<Effect> {
  readonly world: World;
  readonly store: Store;
  readonly behaviors: readonly AnyBehavior<Effect>[];
  /** Carries out what turns want of the outside; called after the commit, must not throw. */
  readonly perform: (effect: Effect) => void;
  /** How long a commit may take, in ms. */
  readonly gateTimeLimitMs: number;
  /** Messages an actor may have waiting. */
  readonly mailboxMax: number;
  /** Actors in memory beyond which unused ones are passivated early. */
  readonly residentMax: number;
  /** An actor unused for about this long is passivated, in ms. */
  readonly passivateAfterMs: number;
  readonly inspector?: Inspector;
}

/** Failures in a row after which an actor is set aside. */
const FAILURES_BEFORE_ASIDE = 3;
const ASIDE_FIRST_MS = 1_000;
const ASIDE_MAX_MS = 60_000;

export class ActorSystem<Effect> {
  readonly figures = new SystemFigures();
  readonly #world: World;
  readonly #options: SystemOptions<Effect>;
  readonly #inspector: Inspector;
  readonly #gate: Gate<Effect>;
  readonly #residents: Residents;
  readonly #reminders: Reminders;
  readonly #behaviors = new Map<string, AnyBehavior<Effect>>();
  readonly #host: TurnHost<Effect>;
  /** Cells with mail, in the order in which their mail is to be handled. */
  #mailed: Cell[] = [];
  #inTurn = false;
  #closing = false;

  constructor(options: SystemOptions<Effect>) {
    this.#options = options;
    this.#world = options.world;
    this.#inspector = options.inspector ?? {};
    this.#gate = new Gate({
      store: options.store,
      world: options.world,
      timeLimitMs: options.gateTimeLimitMs,
      figures: this.figures,
      inspector: this.#inspector,
      release: (effect) => this.#release(effect),
      onRoom: () => this.#deliverMail(),
    });
    for (const behavior of options.behaviors) this.#behaviors.set(behavior.kind, behavior);
    this.#residents = new Residents({
      world: options.world,
      reader: this.#gate.reader,
      residentMax: options.residentMax,
      passivateAfterMs: options.passivateAfterMs,
      figures: this.figures,
      inspector: this.#inspector,
    });
    this.#reminders = new Reminders(options.world, this.#gate.reader, (due) => this.#remind(due));
    this.#host = { gate: this.#gate, cellFor: (behavior, id) => this.#residents.take(behavior, id) };
  }

  /** The committed records, for lists and look-ups. */
  get records(): StoreReader {
    return this.#gate.reader;
  }

  /** The sums that turns added to, as committed. */
  get tallies(): Tallies {
    return this.#gate.tallies;
  }

  /** False while the disk does not take writes. */
  get takesWrites(): boolean {
    return this.#gate.takesWrites;
  }

  /** True where commits are neither done nor given up any more, and only a restart would help. */
  get isStalled(): boolean {
    return this.#gate.isStalled;
  }

  get residentCount(): number {
    return this.#residents.count;
  }

  /** Actors in memory, by kind. */
  get residentsByKind(): ReadonlyMap<string, number> {
    const counts = [...this.#behaviors.values()].map(
      (behavior) => [behavior.kind, this.#residents.countOf(behavior)] as const,
    );
    return new Map(counts);
  }

  get waitingMessages(): number {
    return this.#mailed.reduce((sum, cell) => sum + (cell.mailbox?.length ?? 0), 0);
  }

  /** Messages in the mailbox that has most. */
  get deepestMailbox(): number {
    return this.#mailed.reduce((most, cell) => Math.max(most, cell.mailbox?.length ?? 0), 0);
  }

  /** Reminders that have not come due. */
  get remindersSet(): number {
    return this.#reminders.count;
  }

  /** For how long the oldest message has been waiting for room in a batch, in ms; 0 where none waits. */
  mailWaitMs(now: SteadyMs): number {
    const oldest = this.#mailed[0]?.mailbox?.[0];
    return oldest === undefined ? 0 : Math.max(0, now - oldest.queuedAt);
  }

  /** While memory is short, what is idle leaves it early, as with too many actors. */
  set isMemoryShort(isShort: boolean) {
    this.#residents.isMemoryShort = isShort;
  }

  /** Takes up the reminders in the store and begins to passivate. */
  start(): void {
    this.#gate.start();
    this.#reminders.load();
    this.#residents.startSweeping();
  }

  /**
   * Refuses new and waiting messages, waits until what was handled is on disk or refused, and stops all timers.
   * Takes at most two gate time limits, whatever the disk does.
   */
  async close(): Promise<void> {
    this.#closing = true;
    this.#reminders.stop();
    this.#residents.stop();
    this.#deliverMail();
    await this.#gate.close();
  }

  /** The committed state of an actor; undefined where it does not exist. */
  view<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string): S | undefined {
    const cell = this.#residents.take(behavior, id);
    this.#residents.dropIfNobody(cell);
    return cell.committed as S | undefined;
  }

  /** The committed state of an actor that is in memory; undefined for all others. Takes any text for an id. */
  peek<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string): S | undefined {
    return this.#residents.find(behavior, id)?.committed as S | undefined;
  }

  /** True while the disk does not have a record's latest value: who removes records aside leaves such a one alone. */
  isUncommitted(table: Table, key: string): boolean {
    return this.#gate.batchHolding(table, key) !== undefined;
  }

  /** Tells the inspector of a defect outside of any turn. */
  reportDefect(kind: string, error: unknown): void {
    this.#inspector.defect?.({ kind, id: '', error });
  }

  /** Commits writes that belong to no actor, with whatever else is due; tells whether they are on disk. */
  commitAside(writes: readonly Write[]): Promise<boolean> {
    assertWrites(writes);
    if (writes.length === 0) return Promise.resolve(true);
    if (!this.#gate.takesWrites) return Promise.resolve(false);
    const batch = this.#gate.open;
    for (const { table, key, value } of writes) batch.write(new PendingWrite(table, key, value, false));
    return new Promise((resolve) => {
      batch.waiting.push(resolve);
      this.#gate.touched();
    });
  }

  /**
   * Sends a message; `reply` gets its outcome when that may be told.
   *
   * @param patienceMs for how long it may wait in a mailbox; without end where left out
   */
  ask<S, M, R>(
    behavior: Behavior<S, M, R, Effect>,
    id: string,
    message: M,
    reply?: (outcome: Outcome<R>) => void,
    patienceMs = Number.POSITIVE_INFINITY,
  ): void {
    this.#dispatch(behavior, id, { message, reply, reminder: undefined, patienceMs, queuedAt: 0 });
  }

  #dispatch(behavior: AnyBehavior<Effect>, id: string, envelope: Envelope): void {
    if (this.#closing) {
      this.#refuse(envelope, 'shutting_down');
      return;
    }
    let cell: Cell;
    try {
      cell = this.#residents.take(behavior, id);
    } catch (error) {
      this.#inspector.defect?.({ kind: behavior.kind, id, error });
      this.#refuse(envelope, 'defect', ASIDE_MAX_MS);
      return;
    }
    if (this.#inTurn || this.#mustWait || cell.mailbox !== undefined) this.#enqueue(cell, envelope);
    else this.#runTurn(cell, envelope);
  }

  #enqueue(cell: Cell, envelope: Envelope): void {
    if (cell.mailbox === undefined) {
      cell.mailbox = [];
      this.#mailed.push(cell);
    }
    if (cell.mailbox.length >= this.#options.mailboxMax) {
      this.figures.refusedOverloaded += 1;
      this.#refuse(envelope, 'overloaded');
      return;
    }
    envelope.queuedAt = this.#world.steadyMs();
    cell.mailbox.push(envelope);
    if (!this.#mustWait) this.#world.soon(() => this.#deliverMail());
  }

  /** True while mail waits for the batch under way; a system that closes refuses it at once. */
  get #mustWait(): boolean {
    return this.#gate.isFull && !this.#closing;
  }

  #deliverMail(): void {
    if (this.#inTurn) return;
    while (this.#mailed.length > 0 && !this.#mustWait) {
      const waiting = this.#mailed;
      this.#mailed = [];
      for (const cell of waiting) this.#emptyMailbox(cell);
    }
  }

  #emptyMailbox(cell: Cell): void {
    const mail = cell.mailbox ?? [];
    let handled = 0;
    for (const envelope of mail) {
      if (this.#mustWait) break;
      handled += 1;
      this.#runTurn(cell, envelope);
    }
    const left = mail.slice(handled);
    cell.mailbox = left.length === 0 ? undefined : left;
    if (left.length > 0) this.#mailed.push(cell);
    else this.#residents.dropIfNobody(cell);
  }

  #runTurn(cell: Cell, envelope: Envelope): void {
    const now = this.#world.steadyMs();
    const refusal = this.#refusalBeforeTurn(cell, envelope, now);
    if (refusal !== undefined) {
      this.#residents.dropIfNobody(cell);
      this.#refuse(envelope, refusal);
      return;
    }
    if (envelope.reminder !== undefined && !this.#isStillDue(envelope.reminder, now)) {
      this.#residents.dropIfNobody(cell);
      this.#reminders.judgeAgain(envelope.reminder);
      return;
    }
    const joint = new JointTurn<Effect>(this.#host, now, this.#world.wallMs());
    this.figures.turns += 1;
    this.#inTurn = true;
    let reply: unknown;
    try {
      if (envelope.reminder !== undefined) joint.forget(envelope.reminder);
      reply = joint.run(cell, envelope.message);
      if (joint.answersNow && joint.changesAnything)
        throw new Error('a turn that wrote may not answer at once');
    } catch (error) {
      joint.rollBack();
      this.#inTurn = false;
      this.#turnFailed(cell, joint, envelope, error);
      return;
    }
    // Merged before anybody hears of the turn: who asks from within a reply or an inspector builds on it.
    if (joint.changesAnything) this.#merge(joint);
    for (const one of joint.enlisted) {
      one.cell.failures = 0;
      one.cell.asideUntil = undefined;
    }
    this.#inTurn = false;
    const { kind } = cell.behavior;
    this.#inspector.turn?.({ kind, id: cell.id, message: envelope.message, outcome: 'done' });
    this.#answer(joint, envelope, reply);
    this.#dropNobodies(joint);
    this.#gate.touched();
  }

  #refusalBeforeTurn(cell: Cell, { queuedAt, patienceMs }: Envelope, now: SteadyMs): Refusal | undefined {
    if (this.#closing) return 'shutting_down';
    if (queuedAt > 0 && now - queuedAt > patienceMs) {
      this.figures.refusedStale += 1;
      return 'overloaded';
    }
    return cell.asideUntil !== undefined && now < cell.asideUntil ? 'set_aside' : undefined;
  }

  /** False where a turn since has handled, moved or forgotten the reminder, though that may not be on disk yet. */
  #isStillDue(reminder: string, now: SteadyMs): boolean {
    try {
      const due = this.#gate.readWorking('reminders', reminder);
      return due !== undefined && Number(due) <= now;
    } catch {
      return false;
    }
  }

  #merge(joint: JointTurn<Effect>): void {
    const batch = this.#gate.open;
    joint.mergeInto(batch);
    const { reminders } = joint;
    if (reminders === undefined) return;
    batch.waiting.push((onDisk) => {
      if (onDisk) for (const [key, due] of reminders) this.#reminders.committed(key, due);
    });
  }

  #answer(joint: JointTurn<Effect>, envelope: Envelope, reply: unknown): void {
    if (envelope.reply === undefined && envelope.reminder === undefined) return;
    const restsOn = joint.changesAnything ? this.#gate.open : joint.restsOn;
    if (restsOn === undefined || joint.answersNow) {
      this.#send(envelope, { ok: true, reply });
      return;
    }
    restsOn.waiting.push((onDisk) => {
      if (onDisk) this.#send(envelope, { ok: true, reply });
      else this.#refuse(envelope, 'storage_unavailable');
    });
  }

  /** An actor that was asked about but neither existed nor was made leaves no cell behind, nor does one that ended. */
  #dropNobodies(joint: JointTurn<Effect>): void {
    for (const { cell, before, changed } of joint.enlisted) {
      if (before !== undefined && cell.working !== undefined) continue;
      if (changed) this.#gate.open.waiting.push(() => this.#residents.dropIfNobody(cell));
      else this.#residents.dropIfNobody(cell);
    }
  }

  #turnFailed(cell: Cell, joint: JointTurn<Effect>, envelope: Envelope, error: unknown): void {
    this.figures.turnsFailed += 1;
    const { kind } = cell.behavior;
    this.#inspector.turn?.({ kind, id: cell.id, message: envelope.message, outcome: 'failed' });
    const isDefect = !(error instanceof StorageRefuses);
    if (isDefect) {
      const culprit = joint.failedIn ?? cell;
      this.#inspector.defect?.({ kind: culprit.behavior.kind, id: culprit.id, error });
      this.#countFailure(culprit);
    }
    this.#residents.dropIfNobody(cell);
    for (const one of joint.enlisted) this.#residents.dropIfNobody(one.cell);
    this.#refuse(envelope, isDefect ? 'defect' : 'storage_unavailable');
  }

  #countFailure(cell: Cell): void {
    cell.failures += 1;
    if (cell.failures < FAILURES_BEFORE_ASIDE) return;
    const forMs = Math.min(ASIDE_FIRST_MS * 2 ** (cell.failures - FAILURES_BEFORE_ASIDE), ASIDE_MAX_MS);
    cell.asideUntil = later(this.#world.steadyMs(), forMs);
    this.figures.setAsides += 1;
    this.#inspector.setAside?.({ kind: cell.behavior.kind, id: cell.id, forMs });
  }

  #refuse(envelope: Envelope, refusal: Refusal, reminderAgainAfterMs?: number): void {
    if (envelope.reminder !== undefined) this.#reminders.judgeAgain(envelope.reminder, reminderAgainAfterMs);
    this.#send(envelope, { ok: false, refusal });
  }

  #send(envelope: Envelope, outcome: Outcome<unknown>): void {
    try {
      envelope.reply?.(outcome);
    } catch (error) {
      this.reportDefect('reply', error);
    }
  }

  #remind(due: DueReminder): void {
    const behavior = this.#behaviors.get(due.kind);
    if (behavior?.reminded === undefined) {
      const error = new Error(`a reminder for an actor of unknown kind ${due.kind}`);
      this.#inspector.defect?.({ kind: due.kind, id: due.id, error });
      return;
    }
    this.figures.remindersFired += 1;
    this.#dispatch(behavior, due.id, {
      message: behavior.reminded(due.name),
      reply: undefined,
      reminder: reminderKey(due.kind, due.id, due.name),
      patienceMs: Number.POSITIVE_INFINITY,
      queuedAt: 0,
    });
  }

  #release(effect: Effect): void {
    try {
      this.#options.perform(effect);
    } catch (error) {
      this.reportDefect('effect', error);
    }
  }
}
