/**
 * Runs a message as a turn, joins the turn to the open batch, and tells its asker what became of it.
 *
 * Invariants
 *  1. Turns do not overlap.
 *  2. A turn that throws leaves no trace: no write, no state, no effect, no reply but its refusal.
 *  3. A message that was run or refused gets exactly one outcome, when all it rests on is on disk.
 *  4. A message that waited for longer than its asker has patience is refused as `overloaded`, before
 *     anything was done for it.
 *  5. A reminder whose turn is refused is judged again.
 */
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { Activation, Envelope } from './activation.js';
import type { Activations } from './activations.js';
import type { Outcome, Refusal } from './behavior.js';
import type { Gate } from './gate.js';
import type { Inspector, SystemMetrics } from './inspection.js';
import type { Reminders } from './reminders.js';
import type { Supervisor } from './supervisor.js';
import { JointTurn } from './turn.js';
import { type TurnHost, TurnRefused } from './turn-host.js';

interface TurnRunnerOptions<Effect> {
  readonly world: World;
  readonly gate: Gate<Effect>;
  readonly activations: Activations;
  readonly reminders: Reminders;
  readonly supervisor: Supervisor;
  readonly metrics: SystemMetrics;
  readonly inspector: Inspector;
  readonly isClosing: () => boolean;
}

export class TurnRunner<Effect> {
  readonly #world: World;
  readonly #gate: Gate<Effect>;
  readonly #activations: Activations;
  readonly #reminders: Reminders;
  readonly #supervisor: Supervisor;
  readonly #metrics: SystemMetrics;
  readonly #inspector: Inspector;
  readonly #isClosing: () => boolean;
  readonly #host: TurnHost<Effect>;
  #isInTurn = false;

  constructor(options: TurnRunnerOptions<Effect>) {
    this.#world = options.world;
    this.#gate = options.gate;
    this.#activations = options.activations;
    this.#reminders = options.reminders;
    this.#supervisor = options.supervisor;
    this.#metrics = options.metrics;
    this.#inspector = options.inspector;
    this.#isClosing = options.isClosing;
    this.#host = {
      gate: this.#gate,
      supervisor: this.#supervisor,
      activationOf: (behavior, id) => this.#activations.take(behavior, id),
    };
  }

  get isInTurn(): boolean {
    return this.#isInTurn;
  }

  /** Not to be called within a turn. */
  run(activation: Activation, envelope: Envelope): void {
    const now = this.#world.steadyMs();
    const refusal = this.#refusalBeforeTurn(activation, envelope, now);
    if (refusal !== undefined) {
      this.#activations.dropIfNobody(activation);
      this.refuse(envelope, refusal);
      return;
    }
    if (envelope.reminder !== undefined && !this.#isStillDue(envelope.reminder, now)) {
      this.#activations.dropIfNobody(activation);
      this.#reminders.judgeAgain(envelope.reminder);
      return;
    }
    const joint = new JointTurn<Effect>(this.#host, now, this.#world.wallMs());
    this.#metrics.turns += 1;
    this.#isInTurn = true;
    let reply: unknown;
    try {
      if (envelope.reminder !== undefined) joint.remind(envelope.reminder, undefined);
      reply = joint.run(activation, envelope.message);
      if (joint.answersNow && joint.changesAnything)
        throw new Error('a turn that wrote may not answer at once');
    } catch (error) {
      joint.rollBack();
      this.#isInTurn = false;
      this.#turnFailed(activation, joint, envelope, error);
      return;
    }
    // Merged before anybody hears of the turn: who asks from within a reply or an inspector builds on it.
    if (joint.changesAnything) this.#merge(joint);
    for (const one of joint.enlisted) this.#supervisor.succeeded(one.activation);
    this.#isInTurn = false;
    const { kind } = activation.behavior;
    this.#inspector.turn?.({ kind, id: activation.id, message: envelope.message, outcome: 'done' });
    this.#answer(joint, envelope, reply);
    this.#dropNobodies(joint);
    this.#gate.touched();
  }

  /** @param reminderAgainAfterMs when a reminder is judged again, in ms; soon if left out */
  refuse(envelope: Envelope, refusal: Refusal, reminderAgainAfterMs?: number): void {
    if (envelope.reminder !== undefined) this.#reminders.judgeAgain(envelope.reminder, reminderAgainAfterMs);
    this.#send(envelope, { ok: false, refusal });
  }

  #refusalBeforeTurn(
    activation: Activation,
    { queuedAt, patienceMs }: Envelope,
    now: SteadyMs,
  ): Refusal | undefined {
    if (this.#isClosing()) return 'shutting_down';
    if (queuedAt > 0 && now - queuedAt > patienceMs) {
      this.#metrics.refusedStale += 1;
      return 'overloaded';
    }
    return this.#supervisor.isQuarantined(activation, now) ? 'quarantined' : undefined;
  }

  /**
   * False if a turn since has handled, moved or forgotten the reminder, though that may not be on disk yet.
   */
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
      else this.refuse(envelope, 'storage_unavailable');
    });
  }

  /** An actor that neither existed nor was made leaves no activation behind, nor does one that ended. */
  #dropNobodies(joint: JointTurn<Effect>): void {
    for (const { activation, before, changed } of joint.enlisted) {
      if (before !== undefined && activation.working !== undefined) continue;
      if (changed) this.#gate.open.waiting.push(() => this.#activations.dropIfNobody(activation));
      else this.#activations.dropIfNobody(activation);
    }
  }

  #turnFailed(activation: Activation, joint: JointTurn<Effect>, envelope: Envelope, error: unknown): void {
    this.#metrics.turnsFailed += 1;
    const { kind } = activation.behavior;
    this.#inspector.turn?.({ kind, id: activation.id, message: envelope.message, outcome: 'failed' });
    const refusal = error instanceof TurnRefused ? error.refusal : 'defect';
    if (refusal === 'defect') this.#supervisor.failed(joint.failedIn ?? activation, error);
    this.#activations.dropIfNobody(activation);
    for (const one of joint.enlisted) this.#activations.dropIfNobody(one.activation);
    this.refuse(envelope, refusal);
  }

  #send(envelope: Envelope, outcome: Outcome<unknown>): void {
    try {
      envelope.reply?.(outcome);
    } catch (error) {
      this.#inspector.defect?.({ kind: 'reply', id: '', error });
    }
  }
}
