/**
 * The records on disk, read by `docs/records.md` alone. Amounts in micro-DA.
 *
 * Most records are the same from one image to the next: what was read once is not parsed again.
 */
import type { StoreReader, Table } from '../../../src/store/store.js';

export interface KeyRecord {
  readonly account: string;
  readonly rpm: number;
  readonly revoked: boolean;
  /** Less what was taken back, which `withdrawn` is the sum of. */
  readonly credited: number;
  readonly withdrawn?: number;
  /** The part of the balance that simulated payments brought. */
  readonly marked?: number;
  readonly charged: number;
  readonly reserved: number;
  readonly open_jobs: number;
  readonly open_generations?: number;
  readonly entries: number;
  readonly rotations?: number;
  readonly earlier?: readonly { readonly hash: string }[];
}

export interface AccountRecord {
  readonly credited: string;
  readonly charged: string;
  readonly reserved: string;
  readonly marked?: string;
}

export type EntryType =
  | 'credit'
  | 'reserve'
  | 'charge'
  | 'release'
  | 'debit'
  | 'transfer_out'
  | 'transfer_in';

export interface EntryRecord {
  readonly type: EntryType;
  readonly amount: number;
  readonly balance: number;
  readonly reserved: number;
  readonly job: string | null;
  readonly reference: string | null;
  /** The other key of a transfer. */
  readonly other?: string;
  /** The marked part of the amount; absent if nothing of it is. */
  readonly marked?: number;
}

export interface UnfinishedRecord {
  readonly key: string;
  readonly reserved: number;
  readonly marked?: number;
}

export interface JobRecord {
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  readonly lengthMs: number;
  readonly reserved: number;
  readonly status: string;
  readonly settled: { readonly cost: number } | null;
  /** By the node's clock; absent if nothing limits it. */
  readonly repeatUntil?: number;
  readonly machine: {
    readonly value: unknown;
    readonly context: {
      readonly isBound?: boolean;
      readonly output: {
        readonly lengthMs: number;
        readonly file?: { readonly bytes: number; readonly isKept: boolean };
      } | null;
      readonly failure: { readonly slug: string } | null;
    };
  };
}

export interface ActivityRecord {
  readonly completed: number;
  readonly failed: number;
  readonly output_ms: number;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cost: number;
}

export interface GenerationRecord {
  readonly key: string;
  readonly account: string;
  readonly model: string;
  readonly prices: { readonly input: number; readonly output: number };
  readonly reserved: number;
  readonly isStreamed: boolean;
  readonly createdAt: number;
  readonly idempotencyKeyHash?: string | null;
  readonly status: 'open' | 'completed' | 'failed' | 'interrupted';
  readonly machine: {
    readonly context: {
      readonly route: { readonly provider: string; readonly model: string };
      readonly end: {
        readonly finishReason: string | null;
        readonly promptTokens: number;
        readonly completionTokens: number;
        readonly isEstimated: boolean;
        readonly latencyMs: number;
        readonly firstTokenMs: number | null;
      } | null;
      readonly failure: { readonly code: string } | null;
    };
  };
  readonly cost: number | null;
}

/** Whether an id that the ledger names is that of a generation, and not of a job. */
export function isGeneration(id: string | null): id is string {
  return id?.startsWith('req_') === true;
}

interface Parsed<T> {
  readonly text: string;
  readonly value: T;
}

/** Reads one table again and again. */
export class TableImage<T> {
  readonly #table: Table;
  #parsed = new Map<string, Parsed<T>>();

  constructor(table: Table) {
    this.#table = table;
  }

  /**
   * By key, in the order of the table. A record that is no JSON is a defect of whoever wrote it: it throws.
   */
  read(records: StoreReader): ReadonlyMap<string, T> {
    const values = new Map<string, T>();
    const parsed = new Map<string, Parsed<T>>();
    for (const { key, value: text } of records.range(this.#table, {})) {
      const known = this.#parsed.get(key);
      const one = known?.text === text ? known : { text, value: JSON.parse(text) as T };
      parsed.set(key, one);
      values.set(key, one.value);
    }
    this.#parsed = parsed;
    return values;
  }
}

export interface NumberedEntry extends EntryRecord {
  readonly keyId: string;
  readonly number: number;
}

/** Reads the ledger again and again, and hands out what is new. */
export class LedgerImage {
  readonly #texts = new Map<string, string[]>();

  /**
   * @param changed told of an entry that was there and is no more, or is another
   * @returns entries that were not there before, by key and number
   */
  read(records: StoreReader, changed: (keyId: string, number: number) => void): readonly NumberedEntry[] {
    const fresh: NumberedEntry[] = [];
    const counts = new Map<string, number>();
    for (const { key, value } of records.range('ledger', {})) {
      const slash = key.indexOf('/');
      const keyId = key.slice(0, slash);
      const number = Number(key.slice(slash + 1));
      const texts = this.#textsOf(keyId);
      counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
      const known = texts[number - 1];
      if (known === value) continue;
      if (known !== undefined) changed(keyId, number);
      texts[number - 1] = value;
      fresh.push({ ...(JSON.parse(value) as EntryRecord), keyId, number });
    }
    for (const [keyId, texts] of this.#texts) {
      const count = counts.get(keyId) ?? 0;
      if (count < texts.length) changed(keyId, count + 1);
    }
    return fresh;
  }

  #textsOf(keyId: string): string[] {
    let texts = this.#texts.get(keyId);
    if (texts === undefined) {
      texts = [];
      this.#texts.set(keyId, texts);
    }
    return texts;
  }
}
