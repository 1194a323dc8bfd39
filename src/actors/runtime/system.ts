/**
 * The actor system: hosts behaviors, one message at a time per actor, everything on one event loop.
 *
 * `ask` runs a turn and answers when all it rests on is on disk; `view` reads the committed state without a
 * turn and without waiting. The two differ in what they see: a turn decides on the working state, which
 * includes what is not on disk yet; a view never does.
 *
 * Invariants
 *  1. A message that arrives during a turn waits for its end.
 *  2. The messages of one actor are handled in the order in which they were asked.
 *  3. Every `ask` gets exactly one outcome.
 *  4. Dropping a clean actor from memory at any instant changes no answer.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import { assertWrites } from '../../store/caller-rules.js';
import type { Store, StoreReader, Table, Write } from '../../store/store.js';
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { Activation, Envelope } from './activation.js';
import { Activations } from './activations.js';
import { PendingWrite } from './batch.js';
import type { AnyBehavior, Behavior, Outcome } from './behavior.js';
import { Gate } from './gate.js';
import { type Inspector, SystemMetrics } from './inspection.js';
import { Mailboxes } from './mailboxes.js';
import { type DueReminder, Reminders, reminderKey } from './reminders.js';
import { QUARANTINE_MAX_MS, Supervisor } from './supervisor.js';
import type { Tallies } from './tallies.js';
import { TurnRunner } from './turn-runner.js';

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
  /** The usual ones if left out. */
  readonly limits?: Limits;
  readonly inspector?: Inspector;
}

export class ActorSystem<Effect> {
  readonly metrics = new SystemMetrics();
  readonly #options: SystemOptions<Effect>;
  readonly #inspector: Inspector;
  readonly #gate: Gate<Effect>;
  readonly #activations: Activations;
  readonly #reminders: Reminders;
  readonly #behaviors = new Map<string, AnyBehavior<Effect>>();
  readonly #turns: TurnRunner<Effect>;
  readonly #mail: Mailboxes;
  #closing = false;

  constructor(options: SystemOptions<Effect>) {
    this.#options = options;
    const { limits = USUAL_LIMITS } = options;
    this.#inspector = options.inspector ?? {};
    this.#gate = new Gate({
      store: options.store,
      world: options.world,
      timeLimitMs: options.gateTimeLimitMs,
      limits,
      metrics: this.metrics,
      inspector: this.#inspector,
      release: (effect) => this.#release(effect),
      onRoom: () => this.#mail.deliver(),
    });
    for (const behavior of options.behaviors) this.#behaviors.set(behavior.kind, behavior);
    this.#activations = new Activations({
      world: options.world,
      reader: this.#gate.reader,
      residentMax: options.residentMax,
      passivateAfterMs: options.passivateAfterMs,
      limits,
      metrics: this.metrics,
      inspector: this.#inspector,
    });
    this.#reminders = new Reminders(options.world, this.#gate, (due) => this.#remind(due), limits);
    this.#turns = new TurnRunner({
      world: options.world,
      gate: this.#gate,
      activations: this.#activations,
      reminders: this.#reminders,
      supervisor: new Supervisor(options.world, this.metrics, this.#inspector),
      metrics: this.metrics,
      inspector: this.#inspector,
      isClosing: () => this.#closing,
    });
    this.#mail = new Mailboxes({
      world: options.world,
      mailboxMax: options.mailboxMax,
      limits,
      metrics: this.metrics,
      isInTurn: () => this.#turns.isInTurn,
      mustWait: () => this.#mustWait,
      handle: (activation, envelope) => this.#turns.run(activation, envelope),
      refuse: (envelope, refusal) => this.#turns.refuse(envelope, refusal),
      onEmptied: (activation) => this.#activations.dropIfNobody(activation),
    });
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

  /** True if commits are neither done nor given up any more, and only a restart would help. */
  get isStalled(): boolean {
    return this.#gate.isStalled;
  }

  get residentCount(): number {
    return this.#activations.count;
  }

  /** Actors in memory, by kind. */
  get residentsByKind(): ReadonlyMap<string, number> {
    const counts = [...this.#behaviors.values()].map(
      (behavior) => [behavior.kind, this.#activations.countOf(behavior)] as const,
    );
    return new Map(counts);
  }

  get waitingMessages(): number {
    return this.#mail.count;
  }

  /** Messages in the mailbox that has most. */
  get deepestMailbox(): number {
    return this.#mail.deepest;
  }

  /** Reminders that have not come due. */
  get remindersSet(): number {
    return this.#reminders.count;
  }

  /** For how long the oldest message has been waiting for room in a batch, in ms; 0 if none waits. */
  mailWaitMs(now: SteadyMs): number {
    return this.#mail.waitMs(now);
  }

  /** While memory is short, what is idle leaves it early, as with too many actors. */
  set isMemoryShort(isShort: boolean) {
    this.#activations.isMemoryShort = isShort;
  }

  /** Takes up the reminders in the store and begins to passivate. */
  start(): void {
    this.#gate.start();
    this.#reminders.load();
    this.#activations.startSweeping();
  }

  /**
   * Refuses new and waiting messages, waits until what was handled is on disk or refused, and stops all
   * timers. Takes at most two gate time limits, whatever the disk does.
   */
  async close(): Promise<void> {
    this.#closing = true;
    this.#reminders.stop();
    this.#activations.stop();
    this.#mail.deliver();
    await this.#gate.close();
  }

  /** The committed state of an actor; undefined if it does not exist. */
  view<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string): S | undefined {
    const activation = this.#activations.take(behavior, id);
    this.#activations.dropIfNobody(activation);
    return activation.committed as S | undefined;
  }

  /**
   * The committed state of an actor that is in memory; undefined for all others. Takes any text for an id.
   */
  peek<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string): S | undefined {
    return this.#activations.find(behavior, id)?.committed as S | undefined;
  }

  /**
   * True while the disk does not have a record's latest value: the retention sweep leaves such a record
   * alone.
   */
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
   * @param patienceMs for how long it may wait in a mailbox; without end if left out
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
      this.#turns.refuse(envelope, 'shutting_down');
      return;
    }
    let activation: Activation;
    try {
      activation = this.#activations.take(behavior, id);
    } catch (error) {
      this.#inspector.defect?.({ kind: behavior.kind, id, error });
      this.#turns.refuse(envelope, 'defect', QUARANTINE_MAX_MS);
      return;
    }
    const waits = this.#turns.isInTurn || this.#mustWait || activation.mailbox !== undefined;
    if (waits) this.#mail.post(activation, envelope);
    else this.#turns.run(activation, envelope);
  }

  /** True while mail waits for the batch under way; a system that closes refuses it at once. */
  get #mustWait(): boolean {
    return this.#gate.isFull && !this.#closing;
  }

  #remind(due: DueReminder): void {
    const behavior = this.#behaviors.get(due.kind);
    if (behavior?.reminded === undefined) {
      const error = new Error(`a reminder for an actor of unknown kind ${due.kind}`);
      this.#inspector.defect?.({ kind: due.kind, id: due.id, error });
      return;
    }
    this.metrics.remindersFired += 1;
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
