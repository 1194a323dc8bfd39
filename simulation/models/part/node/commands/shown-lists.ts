/** Rows as a node lists them, and the cells that a table has to show of each. */
import { grouped, utc, WALL_MS } from './shown-records.js';

const CREATED = WALL_MS / 1_000 - 3_600;

/** With the fields of all lists. */
export function listedRow(n: number) {
  return {
    id: `entry_${n}`,
    account: 'acct_01',
    name: 'North',
    status: 'failed',
    rate_limit_rpm: 1_000,
    balance: n + 0.5,
    created_at: CREATED - n,
    type: 'transfer',
    amount: 1_000 + n + 0.25,
    balance_after: n + 0.75,
    reserved_after: n + 0.125,
    ...(n % 3 === 0 ? { to: 'key_03' } : n % 3 === 1 ? { from: 'key_04' } : { job_id: 'video_06' }),
    reference: 'invoice',
    verified: n % 2 === 0,
    act: 'key_made',
    about: `key_${n}`,
    by: { kind: 'user', id: 'user_01', address: '192.0.2.7' },
    detail: { limit: n, left_out: null },
    role: 'owner',
    keys: ['key_01', 'key_02'],
    key: 'key_05',
    service: 'chargily',
    livemode: true,
    set_aside: 'other_amount',
    provider: 'fal',
    model: 'clip',
    seconds: 5,
    submits: 1,
    completed_at: CREATED - n + 61,
    reserved: n + 0.5,
    cost: n + 0.25,
    error: 'expired',
  };
}

type Row = ReturnType<typeof listedRow>;

const CELLS: Readonly<Record<string, (row: Row, n: number) => readonly string[]>> = {
  'keys list': (row) => [
    row.id,
    row.name,
    row.account,
    row.status,
    '1,000',
    grouped(row.balance),
    utc(row.created_at),
  ],
  ledger: (row, n) => [
    String(n),
    utc(row.created_at),
    row.type,
    grouped(row.amount),
    grouped(row.balance_after),
    grouped(row.reserved_after),
    ['to key_03: invoice', 'from key_04: invoice', 'video_06'][n % 3] ?? '',
  ],
  'accounts list': (row, n) => [row.id, row.name, n % 2 === 0 ? 'yes' : 'no', utc(row.created_at)],
  'accounts audit': (row, n) => [
    utc(row.created_at),
    row.act,
    row.about,
    row.by.id,
    row.by.address,
    `limit ${n}`,
  ],
  'users list': (row) => [row.id, row.name, row.role, '2', utc(row.created_at)],
  'orders list': (row) => [
    row.id,
    row.key,
    row.status,
    grouped(row.amount),
    row.set_aside,
    utc(row.created_at),
  ],
  'jobs list': (row) => [
    row.id,
    row.status,
    utc(row.created_at),
    '1 min 1 s',
    row.model,
    row.key,
    grouped(row.reserved),
    grouped(row.cost),
    row.error,
  ],
};

export function cellsOf(command: string, n: number): readonly string[] | undefined {
  return CELLS[command]?.(listedRow(n), n);
}
