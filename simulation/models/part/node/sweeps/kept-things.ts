/** All that goes or comes at its time: not before, and not much later, whatever failed in between. */
import type { Write } from '../../../../../src/store/store.js';
import type { Trial } from '../../trial.js';
import type { SweptNode } from './swept-node.js';
import { noteRecords, type Rows } from './swept-records.js';

/** How long after its time a thing may still be there, on a disk that has been well. */
const SWEPT_WITHIN_MS = 10_100;
/** An actor that failed beside a broken disk may rest for a minute. */
const AFTER_TROUBLE_MS = 75_000;
const FILES_EVERY_MS = 600_000;
const TAKEN_AGAIN_MS = 1_000;

interface Thing {
  readonly id: string;
  due: number;
  rows: Rows;
  readonly isNote: boolean;
  /** Undefined as long as nobody knows. */
  stands: boolean | undefined;
  hasStood: boolean;
  /** A change of it may come to light at a start. */
  isUnsure: boolean;
}

interface Kept {
  readonly id: string;
  readonly due: number;
  readonly rows: Rows;
  readonly isNote: boolean;
  readonly file: 'none' | 'of_failed' | 'of_completed';
}

interface File {
  readonly id: string;
  /** Its job was not over before. */
  readonly overFrom: number;
  /** Since then it was seen to be over. */
  seenAt: number | undefined;
}

interface Bell {
  readonly id: string;
  readonly due: number;
  isSure: boolean;
}

export class KeptThings {
  readonly #trial: Trial;
  readonly #node: SweptNode;
  readonly #things: Thing[] = [];
  readonly #files: File[] = [];
  readonly #bells: Bell[] = [];
  readonly #unreadable: string[] = [];

  constructor(trial: Trial, node: SweptNode) {
    this.#trial = trial;
    this.#node = node;
  }

  get notes(): readonly Thing[] {
    return this.#things.filter(({ isNote, stands }) => isNote && stands === true);
  }

  keep({ id, due, rows, isNote, file }: Kept): void {
    const thing: Thing = { id, due, rows, isNote, stands: undefined, hasStood: false, isUnsure: true };
    this.#things.push(thing);
    void this.#node.system.commitAside([rows.main, ...rows.along, ...rows.beside]).then((isDone) => {
      if (!isDone) return;
      thing.stands = true;
      thing.isUnsure = false;
      if (file !== 'none') this.#addFile(id, file === 'of_failed' ? this.#trial.now : due);
    });
  }

  renew(thing: Thing, due: number, rows: Rows): void {
    const before = thing.rows.along.map(({ table, key }): Write => ({ table, key, value: undefined }));
    if (due === thing.due) return;
    thing.stands = undefined;
    thing.isUnsure = true;
    void this.#node.system.commitAside([...before, rows.main, ...rows.along]).then((isDone) => {
      if (isDone) [thing.due, thing.rows, thing.isUnsure] = [due, rows, false];
      if (isDone) thing.stands = true;
    });
  }

  /** It is in the way of nobody, and its file stays, too. */
  addUnreadable(id: string): void {
    this.#unreadable.push(id);
    this.#node.addFile(id);
  }

  #addFile(id: string, overFrom: number): void {
    this.#node.addFile(id);
    this.#files.push({ id, overFrom, seenAt: undefined });
  }

  ring(id: string, inMs: number): void {
    const bell = { id, due: this.#trial.now + inMs, isSure: false };
    this.#bells.push(bell);
    void this.#node.ring(id, bell.due).then((isDone) => {
      bell.isSure = isDone;
    });
  }

  /** A thing that nobody knew of is as the disk has it. */
  restarted(): void {
    for (const thing of this.#things) {
      if (!thing.isUnsure) continue;
      const text = this.#read(thing.rows.main);
      thing.stands = text !== undefined;
      thing.isUnsure = false;
      if (!thing.isNote || text === undefined) continue;
      thing.due = JSON.parse(text).expires;
      thing.rows = noteRecords(thing.id, thing.due);
    }
  }

  compare(): void {
    for (const thing of this.#things) this.#compareThing(thing);
    for (const id of this.#unreadable) {
      const isThere = this.#isThere({ table: 'jobs', key: id }) && this.#node.files.has(id);
      if (!isThere) this.#trial.broke('unreadable', `${id} is gone, or its file`);
    }
    for (const file of this.#files) this.#compareFile(file);
    this.#compareBells();
    this.#compareTaken();
  }

  #compareThing(thing: Thing): void {
    const [trial, { id, due, rows, stands }] = [this.#trial, thing];
    if (stands === undefined) return;
    const isThere = this.#isThere(rows.main);
    if (stands && !isThere) {
      thing.stands = false;
      if (trial.now < due) trial.broke('early', `${id} is gone at ${trial.now}, and due at ${due}`);
    } else if (stands && trial.now > this.#latest(due))
      trial.broke('late', `${id} is there at ${trial.now}, and was due at ${due}`);
    else if (!stands && isThere) trial.broke('back', `${id} is there again`);
    for (const row of rows.along)
      if (this.#isThere(row) !== isThere) trial.broke('along', `${id} without its ${row.table} ${row.key}`);
    if (isThere) thing.hasStood = true;
    for (const row of rows.beside)
      if (thing.hasStood && !this.#isThere(row))
        trial.broke('beside', `${id} has taken ${row.table} ${row.key} along`);
  }

  #compareFile(file: File): void {
    const { trial, isKept } = { trial: this.#trial, isKept: this.#node.files.has(file.id) };
    const thing = this.#things.find(({ id }) => id === file.id);
    if (thing === undefined) return;
    const text = this.#read(thing.rows.main);
    const isOver = text === undefined || text.includes('"status":"failed"');
    if (isOver) file.seenAt ??= trial.now;
    if (!isKept && trial.now < file.overFrom + FILES_EVERY_MS)
      trial.broke('file-early', `${file.id}: over from ${file.overFrom} on, and its file gone`);
    const since = file.seenAt && Math.max(file.seenAt, this.#node.disk.calmSince);
    if (isKept && since !== undefined && trial.now > since + 2 * FILES_EVERY_MS + 1_000)
      trial.broke('file-late', `${file.id}: over since ${since}, and its file there at ${trial.now}`);
  }

  #compareBells(): void {
    const trial = this.#trial;
    for (const { id, due, isSure } of this.#bells) {
      const isSet = this.#isThere({ table: 'reminders', key: `bell/${id}/ring` });
      const hasRung = this.#isThere({ table: 'orders', key: id });
      if (hasRung && trial.now < due) trial.broke('bell-early', `${id} rang before ${due}`);
      if (isSure && !hasRung && !isSet) trial.broke('bell-lost', `${id} has not rung, and is not set`);
      if (isSet && trial.now > this.#latest(due)) trial.broke('bell-late', `${id} has not rung since ${due}`);
    }
  }

  #compareTaken(): void {
    const [{ now }, { taken, toTake, disk, startedAt }] = [this.#trial, this.#node];
    this.#trial.same('taken', taken, toTake.slice(0, taken.length));
    const isHeldUp = disk.failedReads ? now <= disk.calmSince + TAKEN_AGAIN_MS : now === startedAt;
    if (!isHeldUp) this.#trial.same('taken-all', taken, toTake);
  }

  #latest(due: number): number {
    const { calmSince } = this.#node.disk;
    if (due > calmSince + AFTER_TROUBLE_MS) return due + SWEPT_WITHIN_MS;
    return Math.max(due, calmSince) + AFTER_TROUBLE_MS;
  }

  #isThere(row: Pick<Write, 'table' | 'key'>): boolean {
    return this.#read(row) !== undefined;
  }

  #read({ table, key }: Pick<Write, 'table' | 'key'>): string | undefined {
    const { disk, system } = this.#node;
    return disk.honestly(() => system.records.get(table, key));
  }
}
