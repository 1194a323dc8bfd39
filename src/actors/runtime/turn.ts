import type { Table } from '../../store/store.js';
import type { SteadyMs, WallMs } from '../../time/clock.js';
import type { Activation } from './activation.js';
import { type Batch, PendingWrite } from './batch.js';
import type { Behavior, Turn } from './behavior.js';
import { reminderKey } from './reminders.js';
import { type TurnHost, TurnRefused } from './turn-host.js';

interface Enlisted {
  readonly activation: Activation;
  readonly before: unknown;
  changed: boolean;
}

/**
 * A message and all it causes, across every actor it calls. Writes are buffered here until the outermost
 * handler returned; a throw anywhere restores every enlisted actor and forgets the buffer.
 *
 * Invariant: the actors of a turn belong to one unit of consistency, before and after it.
 */
export class JointTurn<Effect> {
  readonly now: SteadyMs;
  readonly wall: WallMs;
  readonly enlisted: Enlisted[] = [];
  readonly #host: TurnHost<Effect>;
  readonly #writes: PendingWrite[] = [];
  readonly #effects: Effect[] = [];
  #tallied: { readonly name: string; readonly by: number }[] | undefined;
  #reminders: Map<string, SteadyMs | undefined> | undefined;
  /** The actor whose handler threw, innermost. */
  failedIn: Activation | undefined;
  answersNow = false;
  #unit: string | undefined;
  #restsOn: Batch<Effect> | undefined;

  constructor(host: TurnHost<Effect>, now: SteadyMs, wall: WallMs) {
    this.#host = host;
    this.now = now;
    this.wall = wall;
  }

  /** Reminders that this turn set, by when they are due, or forgot; undefined if it did neither. */
  get reminders(): ReadonlyMap<string, SteadyMs | undefined> | undefined {
    return this.#reminders;
  }

  /** True if this turn has writes, new states or effects. */
  get changesAnything(): boolean {
    if (this.#writes.length > 0 || this.#effects.length > 0 || this.#tallied !== undefined) return true;
    return this.enlisted.some((one) => one.changed);
  }

  /** Has the first actor of the turn handle the message. */
  run(activation: Activation, message: unknown): unknown {
    const reply = this.handle(activation, message);
    // The buffer holds writes of the failed actor: no caller may pass over that.
    if (this.failedIn !== undefined) throw new Error('a turn went on after an actor in it had failed');
    return reply;
  }

  handle(activation: Activation, message: unknown): unknown {
    if (activation.inTurn)
      throw new Error(`${activation.behavior.kind} ${activation.id} was called from within its own turn`);
    this.#assertUnit(activation, activation.working);
    activation.inTurn = true;
    const enlisted: Enlisted = { activation, before: activation.working, changed: false };
    this.enlisted.push(enlisted);
    try {
      return activation.behavior.receive(activation.working, message, new ActorTurn(this, enlisted));
    } catch (error) {
      this.failedIn ??= activation;
      throw error;
    } finally {
      activation.inTurn = false;
    }
  }

  call(behavior: Behavior<unknown, unknown, unknown, Effect>, id: string, message: unknown): unknown {
    const called = this.#host.activationOf(behavior, id);
    if (this.#host.supervisor.isQuarantined(called, this.now)) throw new TurnRefused('quarantined');
    return this.handle(called, message);
  }

  write(table: Table, key: string, value: string | undefined, fresh: boolean): void {
    this.#assertTakesWrites();
    this.#writes.push(new PendingWrite(table, key, value, fresh));
  }

  become(enlisted: Enlisted, next: unknown): void {
    this.#assertTakesWrites();
    this.#assertUnit(enlisted.activation, next);
    enlisted.activation.working = next;
    enlisted.changed = true;
  }

  read(table: Table, key: string): string | undefined {
    for (let i = this.#writes.length - 1; i >= 0; i--) {
      const write = this.#writes[i];
      if (write?.key === key && write.table === table) return write.value;
    }
    const batch = this.#host.gate.batchHolding(table, key);
    if (batch !== undefined) this.#restOn(batch);
    return this.#host.gate.readWorking(table, key);
  }

  isUncommitted(table: Table, key: string): boolean {
    return this.#host.gate.batchHolding(table, key) !== undefined;
  }

  /** The youngest uncommitted batch that this turn's outcome rests on; undefined if it rests on none. */
  get restsOn(): Batch<Effect> | undefined {
    for (const { activation } of this.enlisted) {
      if (activation.dirtyIn !== undefined) this.#restOn(activation.dirtyIn as Batch<Effect>);
    }
    return this.#restsOn;
  }

  #restOn(batch: Batch<Effect>): void {
    if (this.#restsOn !== this.#host.gate.open) this.#restsOn = batch;
  }

  effect(effect: Effect): void {
    this.#assertTakesWrites();
    this.#effects.push(effect);
  }

  tally(name: string, by: number): void {
    this.#assertTakesWrites();
    this.#tallied ??= [];
    this.#tallied.push({ name, by });
  }

  /** @param due undefined forgets the reminder */
  remind(key: string, due: SteadyMs | undefined, isFirst = false): void {
    this.write('reminders', key, due === undefined ? undefined : String(due), isFirst);
    this.#reminders ??= new Map();
    this.#reminders.set(key, due);
  }

  /** Moves what the turn did into the open batch. */
  mergeInto(batch: Batch<Effect>): void {
    for (const write of this.#writes) batch.write(write);
    for (const effect of this.#effects) batch.effects.push(effect);
    for (const { name, by } of this.#tallied ?? []) batch.tally(name, by);
    for (const { activation, changed } of this.enlisted) {
      if (!changed) continue;
      batch.states.set(activation, activation.working);
      activation.dirtyIn = batch;
    }
    batch.turns += 1;
  }

  rollBack(): void {
    for (let i = this.enlisted.length - 1; i >= 0; i--) {
      const one = this.enlisted[i];
      if (one !== undefined) one.activation.working = one.before;
    }
  }

  #assertTakesWrites(): void {
    if (!this.#host.gate.takesWrites) throw new TurnRefused('storage_unavailable');
  }

  #assertUnit({ behavior, id }: Activation, state: unknown): void {
    if (state === undefined || behavior.unitOf === undefined) return;
    const unit = behavior.unitOf(state);
    this.#unit ??= unit;
    if (unit !== this.#unit)
      throw new Error(`a turn of ${this.#unit} touched ${behavior.kind} ${id} of ${unit}`);
  }
}

/** One actor's view of a joint turn. */
class ActorTurn<State, Effect> implements Turn<State, Effect> {
  readonly #joint: JointTurn<Effect>;
  readonly #enlisted: Enlisted;

  constructor(joint: JointTurn<Effect>, enlisted: Enlisted) {
    this.#joint = joint;
    this.#enlisted = enlisted;
  }

  get id(): string {
    return this.#enlisted.activation.id;
  }

  get now(): SteadyMs {
    return this.#joint.now;
  }

  get wall(): WallMs {
    return this.#joint.wall;
  }

  become(next: State | undefined): void {
    this.#joint.become(this.#enlisted, next);
  }

  insert(table: Table, key: string, value: string): void {
    this.#joint.write(table, key, value, true);
  }

  put(table: Table, key: string, value: string): void {
    this.#joint.write(table, key, value, false);
  }

  remove(table: Table, key: string): void {
    this.#joint.write(table, key, undefined, false);
  }

  get(table: Table, key: string): string | undefined {
    return this.#joint.read(table, key);
  }

  isUncommitted(table: Table, key: string): boolean {
    return this.#joint.isUncommitted(table, key);
  }

  call<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string, message: M): R {
    return this.#joint.call(behavior as Behavior<unknown, unknown, unknown, Effect>, id, message) as R;
  }

  effect(effect: Effect): void {
    this.#joint.effect(effect);
  }

  tally(name: string, by: number): void {
    this.#joint.tally(name, by);
  }

  remindAt(name: string, due: SteadyMs): void {
    this.#joint.remind(this.#reminder(name), due);
  }

  remindFirstAt(name: string, due: SteadyMs): void {
    this.#joint.remind(this.#reminder(name), due, true);
  }

  forget(name: string): void {
    this.#joint.remind(this.#reminder(name), undefined);
  }

  answerNow(): void {
    this.#joint.answersNow = true;
  }

  #reminder(name: string): string {
    return reminderKey(this.#enlisted.activation.behavior.kind, this.id, name);
  }
}
