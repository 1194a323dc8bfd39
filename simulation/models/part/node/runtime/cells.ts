/** Cells as actors: what a message says is done to the turn, and noted of the twin's. */
import type { Behavior, Turn } from '../../../../../src/actors/runtime/behavior.js';
import { later } from '../../../../../src/time/clock.js';
import type { Trial } from '../../trial.js';
import type { CellId, Op } from './cell-acts.js';
import { cellKey, type NaiveAsk, type NaiveTurn, noteKey, reminderOf } from './naive-batch.js';
import type { NaiveSystem } from './naive-system.js';

interface Cell {
  readonly id: CellId;
  readonly value: number;
}

/** From without, or a call of another cell. */
type Message = NaiveAsk | { readonly ops: readonly Op[] };
type CellTurn = Turn<Cell, number>;

export type CellBehavior = Behavior<Cell, Message, unknown, number>;

export interface CellWishes {
  readonly send: (to: CellId, ops: readonly Op[]) => void;
  readonly onReminder: () => readonly Op[];
}

const WRITING: readonly Op['op'][] = ['add', 'finish', 'note', 'effect', 'tally', 'remind', 'forget'];

export function cellBehavior(trial: Trial, naive: NaiveSystem, wishes: CellWishes): CellBehavior {
  const behavior: CellBehavior = {
    kind: 'cell',
    activate: (id, records) => {
      const value = records.get('accounts', id);
      return value === undefined ? undefined : { id, value: Number(value) };
    },
    receive(state, message, turn) {
      const { id } = turn;
      const isOutermost = 'to' in message;
      const joint = isOutermost ? naive.begins(message) : naive.turn;
      if (joint === undefined) throw new Error('a call outside of a turn');
      const value = naive.disk.working(cellKey(id), joint);
      trial.same('state', state, value === undefined ? undefined : { id, value: Number(value) });
      trial.same('time', [turn.now, turn.wall], [trial.now, trial.world.wallMs()]);
      if (state !== undefined) joint.unit ??= unitOf(id);
      joint.enlisted.add(id);
      joint.calls += 1;
      joint.inside.push(id);
      let isDone = false;
      try {
        for (const op of message.ops) new OpCall(trial, naive, behavior, joint, turn, wishes).do(op);
        isDone = true;
        return [id, ...joint.replies];
      } finally {
        joint.inside.pop();
        if (!isDone) joint.failedIn ??= id;
        if (isOutermost) naive.ends(isDone, [id, ...joint.replies]);
      }
    },
    reminded(name) {
      const [id = '', own = ''] = name.split('.');
      const ask = naive.reminders.comes(id, own, wishes.onReminder());
      naive.sent(ask);
      return ask;
    },
    unitOf: ({ id }) => unitOf(id),
    committed: ({ id, value }) => naive.disk.publishes(`${id} ${value}`),
  };
  return behavior;
}

class OpCall {
  readonly #trial: Trial;
  readonly #naive: NaiveSystem;
  readonly #behavior: CellBehavior;
  readonly #joint: NaiveTurn;
  readonly #turn: CellTurn;
  readonly #wishes: CellWishes;

  constructor(
    trial: Trial,
    naive: NaiveSystem,
    behavior: CellBehavior,
    joint: NaiveTurn,
    turn: CellTurn,
    wishes: CellWishes,
  ) {
    this.#trial = trial;
    this.#naive = naive;
    this.#behavior = behavior;
    this.#joint = joint;
    this.#turn = turn;
    this.#wishes = wishes;
  }

  do(op: Op): void {
    const joint = this.#joint;
    const isRefused = WRITING.includes(op.op) && this.#naive.disk.isRefusing;
    joint.why = isRefused ? 'storage_unavailable' : 'defect';
    this.#do(op);
    if (isRefused) this.#trial.broke('refusing', `${op.op} is taken while the disk takes no writes`);
  }

  #do(op: Op): void {
    const [joint, turn] = [this.#joint, this.#turn];
    switch (op.op) {
      case 'add':
        this.#add(op.by);
        return;
      case 'finish':
        turn.become(undefined);
        turn.remove('accounts', turn.id);
        joint.cells.add(turn.id);
        joint.records.set(cellKey(turn.id), undefined);
        return;
      case 'fail':
        throw new Error('a defect');
      case 'answer_now':
        turn.answerNow();
        joint.answersNow = true;
        return;
      case 'note':
        this.#note(op.key, op.text);
        return;
      case 'effect':
        turn.effect(op.effect);
        joint.effects.push(op.effect);
        return;
      case 'tally':
        turn.tally(op.name, op.by);
        joint.sums.push([op.name, op.by]);
        return;
      case 'remind':
        this.#remind(op.name, turn.now + op.inMs);
        return;
      case 'forget':
        turn.forget(`${turn.id}.${op.name}`);
        joint.records.set(reminderOf(turn.id, op.name), undefined);
        return;
      case 'look':
        this.#look(op.key);
        return;
      case 'send':
        this.#wishes.send(op.to, op.ops);
        return;
      case 'call':
        this.#call(op);
    }
  }

  #add(by: number): void {
    const [joint, { id }] = [this.#joint, this.#turn];
    const before = this.#naive.disk.working(cellKey(id), joint);
    const value = Number(before ?? 0) + by;
    this.#turn.become({ id, value });
    joint.unit ??= unitOf(id);
    if (joint.unit !== unitOf(id)) this.#trial.broke('unit', `${id} joins a turn of another unit`);
    if (before === undefined) this.#turn.insert('accounts', id, String(value));
    else this.#turn.put('accounts', id, String(value));
    joint.cells.add(id);
    joint.records.set(cellKey(id), String(value));
  }

  #note(key: string, text: string | null): void {
    const [joint, turn] = [this.#joint, this.#turn];
    if (text === null) turn.remove('orders', key);
    else if (this.#naive.disk.working(noteKey(key), joint) === undefined) turn.insert('orders', key, text);
    else turn.put('orders', key, text);
    joint.records.set(noteKey(key), text ?? undefined);
  }

  #remind(name: string, due: number): void {
    const [joint, turn] = [this.#joint, this.#turn];
    const [key, full] = [reminderOf(turn.id, name), `${turn.id}.${name}`];
    const at = later(turn.now, due - turn.now);
    if (this.#naive.disk.working(key, joint) === undefined) turn.remindFirstAt(full, at);
    else turn.remindAt(full, at);
    joint.records.set(key, String(due));
  }

  /** At a note, or at another cell's record. */
  #look(name: string): void {
    const [joint, { disk }] = [this.#joint, this.#naive];
    const isNote = name.length > 1;
    const [table, key] = isNote
      ? (['orders', noteKey(name)] as const)
      : (['accounts', cellKey(name)] as const);
    this.#trial.same('uncommitted', this.#turn.isUncommitted(table, name), disk.batchOf(key) !== undefined);
    const told = this.#turn.get(table, name);
    this.#trial.same('look', told, disk.working(key, joint));
    if (!joint.records.has(key)) joint.looked.push(key);
    joint.replies.push(told ?? null);
  }

  #call({ to, ops, catches }: Extract<Op, { readonly op: 'call' }>): void {
    const joint = this.#joint;
    const why = this.#whyNot(to);
    joint.why = why === 'quarantined' ? why : 'defect';
    const calls = joint.calls;
    this.#naive.memory.used(to);
    try {
      this.#turn.call(this.#behavior, to, { ops });
      if (why !== undefined) this.#trial.broke('call', `${to} is called, and is ${why}`);
      joint.replies.push(to);
    } catch (error) {
      if (why === undefined && joint.calls === calls)
        this.#trial.broke('call', `${to} is not called: ${error}`);
      if (!catches) throw error;
      joint.replies.push(null);
    }
  }

  #whyNot(to: CellId): string | undefined {
    const [joint, { disk }] = [this.#joint, this.#naive];
    if (this.#naive.isResting(to)) return 'quarantined';
    if (joint.inside.includes(to)) return 'in the turn already';
    const isThere = disk.working(cellKey(to), joint) !== undefined;
    return isThere && joint.unit !== undefined && joint.unit !== unitOf(to) ? 'of another unit' : undefined;
  }
}

/** Most are of one. */
function unitOf(id: CellId): string {
  return id === 'z' ? 'other' : 'one';
}
