/** The disk of a system of actors: records that are on it, those on their way, and those who wait for it. */
import type { Write } from '../../../../../src/store/store.js';
import type { Trial } from '../../trial.js';
import { cellKey, type NaiveAsk, NaiveBatch, type NaiveTurn, type RecordMap } from './naive-batch.js';

const SUMS_KEY = 'meta tallies';
const BALLAST = 'meta room_probe/';
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

/** The part that tells whether it knows already that a commit is late. */
export interface NaiveDiskParts {
  readonly trial: Trial;
  readonly timeLimitMs: number;
  readonly takesWrites: () => boolean;
  /** All there is, by table and key. */
  readonly onDisk: () => RecordMap;
  readonly told: (ask: NaiveAsk, outcome: object) => void;
}

export class NaiveDisk {
  readonly committed: RecordMap = new Map();
  readonly sums = new Map<string, bigint>();
  open = new NaiveBatch();
  inFlight: NaiveBatch | undefined;
  /** The last one that failed, until it is undone. */
  failed: NaiveBatch | undefined;
  isRefusing = false;
  /** When something last went wrong. */
  troubleAt = Number.NEGATIVE_INFINITY;
  /** May be carried out by now; and states that may be told. */
  effects: number[] = [];
  published: string[] = [];
  /** By record. */
  readonly landedAt = new Map<string, number>();
  counts = { commits: 0, turnsCommitted: 0, writesCommitted: 0 };
  readonly #parts: NaiveDiskParts;
  #isUndoing = false;
  /** When the next try at undoing begins; undefined while the commit that failed is under way. */
  #undoesAt: number | undefined;
  #backOffMs = RETRY_FIRST_MS;

  constructor(parts: NaiveDiskParts) {
    this.#parts = parts;
  }

  batchOf(key: string): NaiveBatch | undefined {
    if (this.open.records.has(key)) return this.open;
    return this.inFlight?.records.has(key) === true ? this.inFlight : undefined;
  }

  /** With all that is on its way, and what the turn wrote. */
  working(key: string, turn?: NaiveTurn): string | undefined {
    if (turn?.records.has(key)) return turn.records.get(key);
    return (this.batchOf(key)?.records ?? this.committed).get(key);
  }

  isDirty(id: string): boolean {
    return this.open.cells.has(id) || this.inFlight?.cells.has(id) === true;
  }

  passTime(): void {
    const { trial, takesWrites } = this.#parts;
    const limitAt = this.inFlight?.limitAt ?? Number.POSITIVE_INFINITY;
    if (trial.now > limitAt || (trial.now === limitAt && !takesWrites())) this.#fail();
  }

  begins(writes: readonly Write[]): void {
    this.passTime();
    const { trial, timeLimitMs } = this.#parts;
    if (this.isRefusing) {
      if (this.#undoesAt === undefined || trial.now !== this.#undoesAt)
        trial.broke('undo', `it begins at ${trial.now}, and not at ${this.#undoesAt}`);
      this.#isUndoing = true;
      return;
    }
    if (this.inFlight !== undefined) trial.broke('commit', 'it begins before the one before is over');
    const batch = this.open;
    this.open = new NaiveBatch();
    this.inFlight = batch;
    batch.limitAt = trial.now + timeLimitMs;
    const expected = new Map(batch.records);
    const told = new Map(writes.map(({ table, key, value }) => [`${table} ${key}`, value]));
    if (batch.sums.length > 0) {
      trial.sameFields('sums', sumsIn(told.get(SUMS_KEY)), shownSums(added(this.sums, batch)));
      expected.set(SUMS_KEY, told.get(SUMS_KEY));
    }
    trial.sameFields('commit', shown(told), shown(expected));
    batch.records.clear();
    for (const [key, value] of expected) batch.records.set(key, value);
  }

  ends(isDone: boolean): void {
    this.passTime();
    if (this.#isUndoing) {
      this.#isUndoing = false;
      if (isDone) this.#reopened();
      else {
        this.#undoesAt = this.#parts.trial.now + this.#backOffMs;
        this.#backOffMs = Math.min(2 * this.#backOffMs, RETRY_MAX_MS);
      }
      return;
    }
    if (isDone && this.inFlight !== undefined) {
      this.#landed(this.inFlight);
      return;
    }
    if (this.inFlight !== undefined) this.#fail();
    this.#undoesAt = this.#parts.trial.now;
  }

  /** After a start: the disk has all of the commit that was under way, or nothing. */
  restarted(onDisk: RecordMap): void {
    const batch = this.inFlight ?? this.failed;
    const without = JSON.stringify(shown(onDisk)) === JSON.stringify(shown(this.committed));
    if (!without && batch !== undefined) {
      this.#take(batch);
      this.#parts.trial.sameFields('disk', shown(onDisk), shown(this.committed));
    } else if (!without) this.#parts.trial.sameFields('disk', shown(onDisk), shown(this.committed));
    this.inFlight = undefined;
    this.failed = undefined;
    this.open = new NaiveBatch();
    this.isRefusing = false;
    this.#isUndoing = false;
    this.#undoesAt = undefined;
    this.#backOffMs = RETRY_FIRST_MS;
    this.troubleAt = this.#parts.trial.now;
    [this.effects, this.published] = [[], []];
    this.counts = { commits: 0, turnsCommitted: 0, writesCommitted: 0 };
    this.#removeBallast();
  }

  compare(): void {
    const { trial, takesWrites } = this.#parts;
    this.passTime();
    trial.same('takes', takesWrites(), !this.isRefusing);
    if (!this.isRefusing && this.inFlight === undefined && !this.open.isEmpty)
      trial.broke('commit', 'none is under way, and there is something to be written');
    const isLate = this.#undoesAt !== undefined && !this.#isUndoing && trial.now >= this.#undoesAt;
    if (isLate) trial.broke('undo', `it has not begun at ${this.#undoesAt}`);
    trial.same('effects', this.effects, []);
    trial.same('published', this.published, []);
  }

  /** An actor is told of a state that is on disk. */
  publishes(state: string): void {
    const at = this.published.indexOf(state);
    if (at === -1) this.#parts.trial.broke('published', `${state} is told, and is not on disk`);
    else this.published.splice(at, 1);
  }

  #landed(batch: NaiveBatch): void {
    this.inFlight = undefined;
    this.#take(batch);
    this.counts.commits += 1;
    this.counts.turnsCommitted += batch.turns;
    this.counts.writesCommitted += batch.records.size;
    this.effects.push(...batch.effects);
    for (const id of batch.cells) {
      const value = this.committed.get(cellKey(id));
      if (value !== undefined) this.published.push(`${id} ${value}`);
    }
    for (const { ask, reply } of batch.waiting) this.#parts.told(ask, { ok: true, reply });
  }

  #take(batch: NaiveBatch): void {
    for (const [key, value] of batch.records) {
      this.landedAt.set(key, this.#parts.trial.now);
      if (value === undefined) this.committed.delete(key);
      else this.committed.set(key, value);
    }
    for (const [name, sum] of added(this.sums, batch)) this.sums.set(name, sum);
  }

  #fail(): void {
    const batches = [this.inFlight, this.open];
    this.failed = this.inFlight;
    this.inFlight = undefined;
    this.open = new NaiveBatch();
    this.isRefusing = true;
    this.#undoesAt = undefined;
    this.#backOffMs = RETRY_FIRST_MS;
    this.troubleAt = this.#parts.trial.now;
    for (const batch of batches)
      for (const { ask } of batch?.waiting ?? [])
        this.#parts.told(ask, { ok: false, refusal: 'storage_unavailable' });
  }

  #reopened(): void {
    this.isRefusing = false;
    this.failed = undefined;
    this.#undoesAt = undefined;
    this.troubleAt = this.#parts.trial.now;
    this.#parts.trial.sameFields('undone', shown(this.#parts.onDisk()), shown(this.committed));
    this.#removeBallast();
  }

  #removeBallast(): void {
    for (const key of this.#parts.onDisk().keys()) {
      if (key.startsWith(BALLAST)) this.open.records.set(key, undefined);
    }
  }
}

function added(sums: ReadonlyMap<string, bigint>, batch: NaiveBatch): Map<string, bigint> {
  const after = new Map(sums);
  for (const [name, by] of batch.sums) after.set(name, (after.get(name) ?? 0n) + BigInt(by));
  return after;
}

function sumsIn(record: string | undefined): object {
  return record === undefined ? {} : (JSON.parse(record) as { readonly sums: object }).sums;
}

export function shownSums(sums: ReadonlyMap<string, bigint | number>): object {
  return Object.fromEntries([...sums].map(([name, sum]) => [name, String(sum)]));
}

/** In one order; ballast is nobody's record. */
export function shown(records: RecordMap): object {
  const known = [...records].filter(([key, value]) => !(key.startsWith(BALLAST) && value !== undefined));
  return Object.fromEntries(
    known.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, value]) => [key, value ?? null]),
  );
}
