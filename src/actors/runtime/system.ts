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
 *  5. A mailbox holds at most `mailboxMax` messages; the next one is refused as `overloaded`.
 *  6. Dropping a clean actor from memory at any instant changes no answer.
 */
import type { Store, StoreReader, Write } from '../../store/store.js';
import { later } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { AnyBehavior, Behavior, Outcome, Refusal } from './behavior.js';
import type { Cell, Envelope } from './cell.js';
import { Gate } from './gate.js';
import type { Inspector, SystemFigures } from './inspection.js';
import { type DueReminder, Reminders, reminderKey } from './reminders.js';
import { Residents } from './residents.js';
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
const REMINDER_RETRY_MS = 1_000;

export class ActorSystem<Effect> {
  readonly figures: SystemFigures = {
    turns: 0,
    turnsFailed: 0,
    commits: 0,
    commitsFailed: 0,
    commitMsTotal: 0,
    activations: 0,
    passivations: 0,
    refusedOverloaded: 0,
    setAsides: 0,
    remindersFired: 0,
  };
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

  /** False while the disk does not take writes. */
  get takesWrites(): boolean {
    return this.#gate.takesWrites;
  }

  get residentCount(): number {
    return this.#residents.count;
  }

  get waitingMessages(): number {
    return this.#mailed.reduce((sum, cell) => sum + (cell.mailbox?.length ?? 0), 0);
  }

  /** Takes up the reminders in the store and begins to passivate. */
  start(): void {
    this.#reminders.load();
    this.#residents.startSweeping();
  }

  /** Refuses new messages, waits until everything said so far is on disk or refused, and stops all timers. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#reminders.stop();
    this.#residents.stop();
    await this.#gate.whenIdle();
  }

  /** The committed state of an actor; undefined where it does not exist. */
  view<S, M, R, V>(behavior: Behavior<S, M, R, Effect, V>, id: string): S | undefined {
    return this.cell(behavior, id)?.committed;
  }

  /**
   * The cell of an actor that exists on disk, for callers that keep it: while `alive`, its `committed` is what
   * `view` would answer. A caller that reads from a kept cell marks it used with `use`.
   */
  cell<S, M, R, V>(behavior: Behavior<S, M, R, Effect, V>, id: string): Cell<S, V> | undefined {
    const cell = this.#residents.take(behavior, id);
    this.#residents.dropIfNobody(cell);
    return cell.committed === undefined ? undefined : (cell as Cell<S, V>);
  }

  use(cell: { usedInSweep: number }): void {
    cell.usedInSweep = this.#residents.sweep;
  }

  /** Commits writes that belong to no actor, with whatever else is due; tells whether they are on disk. */
  commitAside(writes: readonly Write[]): Promise<boolean> {
    if (!this.#gate.takesWrites) return Promise.resolve(false);
    const batch = this.#gate.open;
    for (const { table, key, value } of writes) batch.write(table, key, value, false);
    return new Promise((resolve) => {
      batch.waiting.push(resolve);
      this.#gate.touched();
    });
  }

  /** Sends a message; `reply` gets its outcome when that may be told. */
  ask<S, M, R, V>(
    behavior: Behavior<S, M, R, Effect, V>,
    id: string,
    message: M,
    reply?: (outcome: Outcome<R>) => void,
  ): void {
    this.#dispatch(behavior, id, { message, reply, reminder: undefined });
  }

  #dispatch(behavior: AnyBehavior<Effect>, id: string, envelope: Envelope): void {
    if (this.#closing) {
      envelope.reply?.({ ok: false, refusal: 'shutting_down' });
      return;
    }
    let cell: Cell;
    try {
      cell = this.#residents.take(behavior, id);
    } catch (error) {
      this.#inspector.defect?.({ kind: behavior.kind, id, error });
      envelope.reply?.({ ok: false, refusal: 'defect' });
      return;
    }
    if (this.#inTurn || this.#gate.isFull || cell.mailbox !== undefined) this.#enqueue(cell, envelope);
    else this.#runTurn(cell, envelope);
  }

  #enqueue(cell: Cell, envelope: Envelope): void {
    if (cell.mailbox === undefined) {
      cell.mailbox = [];
      this.#mailed.push(cell);
    }
    if (cell.mailbox.length >= this.#options.mailboxMax) {
      this.figures.refusedOverloaded += 1;
      envelope.reply?.({ ok: false, refusal: 'overloaded' });
      return;
    }
    cell.mailbox.push(envelope);
    if (!this.#gate.isFull) this.#world.soon(() => this.#deliverMail());
  }

  #deliverMail(): void {
    if (this.#inTurn) return;
    while (this.#mailed.length > 0 && !this.#gate.isFull) {
      const waiting = this.#mailed;
      this.#mailed = [];
      for (const cell of waiting) this.#emptyMailbox(cell);
    }
  }

  #emptyMailbox(cell: Cell): void {
    const mail = cell.mailbox ?? [];
    let handled = 0;
    for (const envelope of mail) {
      if (this.#gate.isFull) break;
      handled += 1;
      this.#runTurn(cell, envelope);
    }
    const left = mail.slice(handled);
    cell.mailbox = left.length === 0 ? undefined : left;
    if (left.length > 0) this.#mailed.push(cell);
  }

  #runTurn(cell: Cell, envelope: Envelope): void {
    const now = this.#world.steadyMs();
    if (cell.asideUntil !== undefined && now < cell.asideUntil) {
      this.#refuse(cell, envelope, 'set_aside');
      return;
    }
    const joint = new JointTurn<Effect>(this.#host, now, this.#world.wallMs());
    this.figures.turns += 1;
    this.#inTurn = true;
    let reply: unknown;
    try {
      if (envelope.reminder !== undefined) joint.write('reminders', envelope.reminder, undefined, false);
      reply = joint.handle(cell, envelope.message);
      if (joint.answersNow && joint.changesAnything)
        throw new Error('a turn that wrote may not answer at once');
    } catch (error) {
      joint.rollBack();
      this.#inTurn = false;
      this.#turnFailed(cell, joint, envelope, error);
      return;
    }
    this.#inTurn = false;
    cell.failures = 0;
    cell.asideUntil = undefined;
    this.#inspector.turn?.({
      kind: cell.behavior.kind,
      id: cell.id,
      message: envelope.message,
      outcome: 'done',
    });
    this.#finishTurn(joint, envelope, reply);
  }

  #finishTurn(joint: JointTurn<Effect>, envelope: Envelope, reply: unknown): void {
    const batch = this.#gate.open;
    if (joint.changesAnything) {
      joint.mergeInto(batch);
      if (joint.remindersSet.length > 0) {
        batch.waiting.push((onDisk) => {
          if (onDisk) for (const { key, due } of joint.remindersSet) this.#reminders.add(key, due);
        });
      }
    }
    this.#answer(joint, envelope, reply);
    this.#dropNobodies(joint, batch);
    this.#gate.touched();
  }

  #answer(joint: JointTurn<Effect>, envelope: Envelope, reply: unknown): void {
    const send = envelope.reply;
    if (send === undefined && envelope.reminder === undefined) return;
    const restsOn = joint.changesAnything ? this.#gate.open : joint.restsOn;
    if (restsOn === undefined || joint.answersNow) {
      send?.({ ok: true, reply });
      return;
    }
    restsOn.waiting.push((onDisk) => {
      if (onDisk) send?.({ ok: true, reply });
      else this.#refuseEnvelope(envelope, 'storage_unavailable');
    });
  }

  /** An actor that was asked about but neither existed nor was made leaves no cell behind. */
  #dropNobodies(joint: JointTurn<Effect>, batch: { waiting: ((onDisk: boolean) => void)[] }): void {
    for (const { cell } of joint.enlisted) {
      if (cell.working !== undefined) continue;
      if (cell.dirtyIn === undefined) this.#residents.dropIfNobody(cell);
      else batch.waiting.push(() => this.#residents.dropIfNobody(cell));
    }
    for (const { cell, before } of joint.enlisted) {
      // A creation that the disk then refuses leaves a cell without a state.
      if (before === undefined && cell.dirtyIn === batch) {
        batch.waiting.push((onDisk) => {
          if (!onDisk) this.#residents.dropIfNobody(cell);
        });
      }
    }
  }

  #turnFailed(cell: Cell, joint: JointTurn<Effect>, envelope: Envelope, error: unknown): void {
    this.figures.turnsFailed += 1;
    const { kind } = cell.behavior;
    this.#inspector.turn?.({ kind, id: cell.id, message: envelope.message, outcome: 'failed' });
    if (error instanceof StorageRefuses) {
      this.#refuse(cell, envelope, 'storage_unavailable');
    } else {
      const culprit = joint.failedIn ?? cell;
      this.#inspector.defect?.({ kind: culprit.behavior.kind, id: culprit.id, error });
      this.#countFailure(culprit);
      this.#refuse(cell, envelope, 'defect');
    }
    for (const one of joint.enlisted) this.#residents.dropIfNobody(one.cell);
  }

  #countFailure(cell: Cell): void {
    cell.failures += 1;
    if (cell.failures < FAILURES_BEFORE_ASIDE) return;
    const forMs = Math.min(ASIDE_FIRST_MS * 2 ** (cell.failures - FAILURES_BEFORE_ASIDE), ASIDE_MAX_MS);
    cell.asideUntil = later(this.#world.steadyMs(), forMs);
    this.figures.setAsides += 1;
    this.#inspector.setAside?.({ kind: cell.behavior.kind, id: cell.id, forMs });
  }

  #refuse(cell: Cell, envelope: Envelope, refusal: Refusal): void {
    this.#residents.dropIfNobody(cell);
    this.#refuseEnvelope(envelope, refusal);
  }

  #refuseEnvelope(envelope: Envelope, refusal: Refusal): void {
    if (envelope.reminder !== undefined) {
      this.#reminders.add(envelope.reminder, later(this.#world.steadyMs(), REMINDER_RETRY_MS));
    }
    envelope.reply?.({ ok: false, refusal });
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
    });
  }

  #release(effect: Effect): void {
    try {
      this.#options.perform(effect);
    } catch (error) {
      this.#inspector.defect?.({ kind: 'effect', id: '', error });
    }
  }
}
