/** The turns of a system, in the plainest way: records by table and key, and what waits for them. */
import { type StoreReader, TABLES } from '../../../../../src/store/store.js';
import type { CellId, Op } from './cell-acts.js';

/** Undefined if there is none. */
export type RecordMap = Map<string, string | undefined>;

export const cellKey = (id: CellId) => `accounts ${id}`;
export const noteKey = (key: string) => `orders ${key}`;
export const reminderOf = (id: CellId, name: string) => `reminders cell/${id}/${id}.${name}`;

/** A message, and what became of it. */
export interface NaiveAsk {
  readonly to: CellId;
  readonly ops: readonly Op[];
  readonly patienceMs: number;
  /** The key of the reminder that it stands for. */
  readonly reminder?: string;
  queuedAt?: number;
  hasRun?: true;
  /** It may have come to a mailbox, or not. */
  isDoubted?: boolean;
  /** As JSON: what may be told from now on. */
  due?: string;
  heard?: string;
}

/** The turns of one commit. */
export class NaiveBatch {
  readonly records: RecordMap = new Map();
  /** The cells that it changed, in the order of their first change. */
  readonly cells = new Set<CellId>();
  readonly effects: number[] = [];
  readonly sums: (readonly [name: string, by: number])[] = [];
  readonly waiting: { readonly ask: NaiveAsk; readonly reply: unknown }[] = [];
  turns = 0;
  /** Once it is under way. */
  limitAt = Number.POSITIVE_INFINITY;

  get isEmpty(): boolean {
    return this.records.size + this.cells.size + this.effects.length + this.sums.length === 0;
  }

  join(turn: NaiveTurn): void {
    for (const [key, value] of turn.records) this.records.set(key, value);
    for (const id of turn.cells) this.cells.add(id);
    this.effects.push(...turn.effects);
    this.sums.push(...turn.sums);
    this.turns += 1;
  }
}

/** A message being handled, with all whom its cell called. */
export class NaiveTurn {
  readonly ask: NaiveAsk;
  readonly records: RecordMap = new Map();
  readonly cells = new Set<CellId>();
  readonly effects: number[] = [];
  readonly sums: (readonly [name: string, by: number])[] = [];
  readonly enlisted = new Set<CellId>();
  /** Those whose handlers run, the outermost first. */
  readonly inside: CellId[] = [];
  readonly looked: string[] = [];
  readonly replies: unknown[] = [];
  /** Handlers that were called so far. */
  calls = 0;
  unit: string | undefined;
  answersNow = false;
  failedIn: CellId | undefined;
  /** Of the last thing that was thrown. */
  why = 'defect';

  constructor(ask: NaiveAsk) {
    this.ask = ask;
  }

  get changes(): boolean {
    return this.records.size + this.cells.size + this.effects.length + this.sums.length > 0;
  }
}

/** Of writes that are no turn's. */
export function asideOutcome(isDone: boolean): object {
  return isDone ? { ok: true, reply: null } : { ok: false, refusal: 'storage_unavailable' };
}

/** All there is. */
export function recordsIn(store: StoreReader): Map<string, string> {
  const all = TABLES.flatMap((table) =>
    [...store.range(table, {})].map(({ key, value }) => [`${table} ${key}`, value] as const),
  );
  return new Map(all);
}
