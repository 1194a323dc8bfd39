/**
 * A node does things in steps, again and again, also beside a disk that fails. These are records that are
 * kept for a while, files of jobs that are gone, reminders, and orders that a start
 * takes up. Each has a time by which it must have come, whatever failed before it.
 */
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { KeptThings } from './kept-things.js';
import { type SweepAct, type SweepLimits, sweepAct, sweepLimits } from './sweep-acts.js';
import { SweptNode } from './swept-node.js';
import { jobRecords, noteRecords, textRecords } from './swept-records.js';

/** The longest time to an end of what is kept, and the longest rest of an actor. */
const SWEPT_BY_MS = 60_000 + 76_000;
/** A file goes at the second round after its job. */
const FILES_GONE_BY_MS = 1_202_000;

export function sweepsPart(): Part<SweepLimits, SweepAct> {
  return {
    name: 'sweeps',
    limits: sweepLimits,
    act: sweepAct,
    pauseMs: (random) =>
      random.weighted([
        [6, random.pick([0, 1, 400, 3_000])],
        [6, random.pick([9_999, 10_000, 10_001, 30_000])],
        [2, 100_000],
        [1, random.pick([599_999, 610_000, 1_210_000])],
      ]),
    begin: (trial, limits) => new SweepsCourse(trial, limits),
  };
}

class SweepsCourse implements Course<SweepAct> {
  readonly #trial: Trial;
  readonly #node: SweptNode;
  readonly #things: KeptThings;
  #made = 0;

  constructor(trial: Trial, limits: SweepLimits) {
    this.#trial = trial;
    this.#node = new SweptNode(trial, limits);
    this.#things = new KeptThings(trial, this.#node);
    for (let n = 0; n < limits.unreadable; n++) this.#keepUnreadable(`broken_${n}`);
  }

  async take(act: SweepAct): Promise<void> {
    const node = this.#node;
    switch (act.do) {
      case 'keep':
        this.#keep(act);
        break;
      case 'renew':
        await this.#renew(act);
        break;
      case 'ring':
        this.#things.ring(`bell_${this.#made++}`, act.inMs);
        break;
      case 'disk':
        node.disk.fate = act.fate;
        break;
      case 'reads':
        node.disk.reads = act.fail;
        break;
      case 'release':
        node.disk.release();
        break;
      case 'wall':
        this.#trial.world.stepWall(act.ms);
        break;
      case 'restart':
        await node.restart(act.undecided, act.isOrderly);
        this.#things.restarted();
    }
    node.disk.noteTrouble();
  }

  compare(): void {
    this.#node.disk.noteTrouble();
    this.#things.compare();
  }

  async end(): Promise<void> {
    const { disk } = this.#node;
    disk.heal();
    await this.#trial.world.settle();
    for (const ms of [SWEPT_BY_MS, FILES_GONE_BY_MS]) {
      await this.#trial.world.advance(ms);
      this.#things.compare();
    }
  }

  #keep({ kind, inMs, isFailed, remembers, hasFile }: Extract<SweepAct, { do: 'keep' }>): void {
    const due = this.#trial.now + inMs;
    const id = `${{ job: 'video', generation: 'req', idempotency: 'note' }[kind]}_${this.#made++}`;
    const isNote = kind === 'idempotency';
    const kept = { id, due, isFailed, remembers };
    const rows = isNote ? noteRecords(id, due) : kind === 'job' ? jobRecords(kept) : textRecords(kept);
    const file = kind !== 'job' || !hasFile ? 'none' : isFailed ? 'of_failed' : 'of_completed';
    this.#things.keep({ id, due, rows, isNote, file });
  }

  async #renew({ which, inMs, hangs }: Extract<SweepAct, { do: 'renew' }>): Promise<void> {
    const notes = this.#things.notes;
    const note = notes[which % Math.max(1, notes.length)];
    if (note === undefined) return;
    const due = this.#trial.now + inMs;
    const { disk } = this.#node;
    const { fate } = disk;
    if (hangs) disk.fate = 'hang_then_commit';
    disk.noteTrouble();
    this.#things.renew(note, due, noteRecords(note.id, due));
    await this.#trial.world.settle();
    disk.fate = fate;
  }

  /** Somebody else has to see to it: it stays, and is in the way of nobody. */
  #keepUnreadable(id: string): void {
    const rows = jobRecords({ id, due: this.#trial.now, isFailed: false, remembers: 'none' });
    this.#node.disk.lay([{ ...rows.main, value: '{' }, ...rows.along]);
    this.#things.addUnreadable(id);
  }
}
