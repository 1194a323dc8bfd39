/** The promises of an answer to the client that has read it: records that must be there, and say so. */
import type { Table } from '../../src/store/store.js';

export interface Promised {
  readonly table: Table;
  readonly key: string;
  /** Fields of the record that stay as they are. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const SETTLED: ReadonlySet<unknown> = new Set(['completed', 'failed']);

/** @param text of an answer, head and body; one that promises nothing gives none */
export function promisesIn(text: string): readonly Promised[] {
  const body = /\r\n\r\n(\{.*\})$/s.exec(text)?.[1];
  if (!text.startsWith('HTTP/1.1 20') || body === undefined) return [];
  const { object, id, status, type, amount } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const entry = /^le_(\w+)_(\d+)$/.exec(String(id));
  if (object === 'video')
    return [{ table: 'jobs', key: String(id), fields: SETTLED.has(status) ? { status } : {} }];
  if (object === 'api_key') return [{ table: 'keys', key: String(id), fields: {} }];
  if (entry !== null) {
    const key = `key_${entry[1]}/${entry[2]?.padStart(12, '0')}`;
    return [{ table: 'ledger', key, fields: { type, amount: Number(amount) * 1_000_000 } }];
  }
  return [];
}
