/** Records that are kept for a while, with all rows that go with them. */
import type { Write } from '../../../../../src/store/store.js';

type Put = Write & { readonly value: string };

export interface Rows {
  readonly main: Put;
  /** Go in the same moment. */
  readonly along: readonly Put[];
  /** Stay for good. */
  readonly beside: readonly Put[];
}

export interface KeptRecord {
  readonly id: string;
  readonly due: number;
  readonly isFailed: boolean;
  readonly remembers: 'none' | 'own' | 'other';
}

const [KEY, ACCOUNT, AT_S] = ['key_1', 'acct_1', 1_795_219_200];
const FOR_EVER = 9_000_000_000_000_000;

export function expiryRow(due: number, kind: string, id: string): string {
  return `${String(due).padStart(16, '0')}/${kind}/${id}`;
}

export function jobRecords({ id, due, isFailed, remembers }: KeptRecord): Rows {
  const status = isFailed ? 'failed' : 'completed';
  const output = isFailed ? null : { lengthMs: 1_000, location: 'https://studio.test/1' };
  const failure = isFailed ? { slug: 'provider_error', message: 'It broke.' } : null;
  const lostAnswer = { kind: 'unknown' };
  const { hash, along, beside } = remembered(id, due, remembers);
  return {
    main: put('jobs', id, {
      ...{ v: 1, machine_version: 2, key: KEY, account: ACCOUNT, provider: 'studio', model: 'film' },
      ...{
        lengthMs: 1_000,
        pricePerSecond: 1,
        reserved: 1,
        createdAt: AT_S,
        idempotencyKeyHash: hash,
        status,
      },
      machine: { value: status, context: { attempt: 1, lostAnswer, handle: 'h', output, failure } },
      settled: { at: AT_S, cost: isFailed ? 0 : 1 },
    }),
    along: [
      put('job_inputs', id, { v: 1, prompt: 'A film.', extra: {} }),
      put('key_jobs', `${KEY}/${status}/${id}`, 1),
      put('expiry', expiryRow(due, 'job', id), 1),
      ...along,
    ],
    beside,
  };
}

export function textRecords({ id, due, isFailed, remembers }: KeptRecord): Rows {
  const status = isFailed ? 'failed' : 'interrupted';
  const failure = isFailed ? { code: 'provider_unavailable', message: 'It is full.' } : null;
  const route = { provider: 'studio', model: 'text@1' };
  const { hash, along, beside } = remembered(id, due, remembers);
  return {
    main: put('generations', id, {
      ...{ v: 1, machine_version: 1, key: KEY, account: ACCOUNT, model: 'text' },
      ...{ prices: { input: 1, output: 1 }, reserved: 1, isStreamed: true, createdAt: AT_S },
      ...{ idempotencyKeyHash: hash, status, cost: 0 },
      machine: { value: status, context: { route, fallbacks: [], end: null, failure } },
    }),
    along: [put('expiry', expiryRow(due, 'generation', id), 1), ...along],
    beside,
  };
}

/** An idempotency key that stands for something else. */
export function noteRecords(id: string, due: number): Rows {
  const key = `${KEY}/${id}`;
  return {
    main: put('idempotency', key, { v: 1, fingerprint: 'f', result: 'video_elsewhere', expires: due }),
    along: [put('expiry', expiryRow(due, 'idempotency', key), 1)],
    beside: [],
  };
}

function remembered(id: string, due: number, remembers: KeptRecord['remembers']) {
  if (remembers === 'none') return { hash: null, along: [], beside: [] };
  const hash = `hash_${id}`;
  const key = `${KEY}/${hash}`;
  const result = remembers === 'own' ? id : 'video_since';
  const expires = remembers === 'own' ? due + 5_000_000 : FOR_EVER;
  const rows = [
    put('idempotency', key, { v: 1, fingerprint: 'f', result, expires }),
    put('expiry', expiryRow(expires, 'idempotency', key), 1),
  ];
  return remembers === 'own' ? { hash, along: rows, beside: [] } : { hash, along: [], beside: rows };
}

function put(table: Write['table'], key: string, value: object | number): Put {
  return { table, key, value: JSON.stringify(value) };
}
