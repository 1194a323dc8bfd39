/**
 * Rebuilds a key's money from what its ledger says, and compares it with what the service reports.
 *
 * Knows the API alone. Amounts are compared as whole micro-DA.
 */
import { expect } from 'vitest';
import { type Answer, OPERATOR_KEY, type TollgateProcess } from './harness.js';

export interface LedgerEntry {
  readonly id: string;
  readonly type: 'credit' | 'reserve' | 'charge' | 'release' | 'debit' | 'transfer_out' | 'transfer_in';
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string | null;
  readonly reference?: string | null;
}

export interface Audit {
  readonly entries: readonly LedgerEntry[];
  /** Micro-DA held, charged and released for each job. */
  readonly jobs: ReadonlyMap<
    string,
    { reserved: number; charged: number; released: number; reserves: number }
  >;
  /** Less what was taken back. */
  readonly credited: number;
  readonly charged: number;
  readonly balance: number;
  readonly reserved: number;
}

export function microDaOf(da: number): number {
  return Math.round(da * 1_000_000);
}

/** Every item of a list, newest first, page by page. */
// biome-ignore lint/suspicious/noExplicitAny: lists of every kind
export async function wholeList(node: TollgateProcess, path: string, key: string): Promise<any[]> {
  const items = [];
  let after: string | null = null;
  do {
    const page: Answer = await node.call(
      'GET',
      `${path}?limit=100${after === null ? '' : `&after=${encodeURIComponent(after)}`}`,
      { key },
    );
    expect(page.status, page.text).toBe(200);
    items.push(...page.json.data);
    after = page.json.has_more ? page.json.next : null;
  } while (after !== null);
  return items;
}

/** Reads the ledger and the credits of a key, and checks that they are one story. */
export async function auditKey(node: TollgateProcess, key: { key: string; id: string }): Promise<Audit> {
  const entries = (
    await wholeList(node, `/api/keys/${key.id}/ledger`, OPERATOR_KEY)
  ).reverse() as LedgerEntry[];
  const credits = (await node.call('GET', '/v1/credits', { key: key.key })).json;
  const audit = replay(entries);
  expect(microDaOf(credits.balance)).toBe(audit.balance);
  expect(microDaOf(credits.reserved)).toBe(audit.reserved);
  expect(microDaOf(credits.total_credits)).toBe(audit.credited);
  expect(microDaOf(credits.total_usage)).toBe(audit.charged);
  const activity = (await node.call('GET', '/v1/activity', { key: key.key })).json;
  const cost = activity.data.reduce((sum: number, row: { cost: number }) => sum + microDaOf(row.cost), 0);
  expect(cost).toBe(audit.charged);
  return audit;
}

function replay(entries: readonly LedgerEntry[]): Audit {
  const jobs = new Map<string, { reserved: number; charged: number; released: number; reserves: number }>();
  let [credited, charged, balance, reserved] = [0, 0, 0, 0];
  for (const entry of entries) {
    const amount = microDaOf(entry.amount);
    expect(amount, `entry ${entry.id} moves nothing`).toBeGreaterThan(0);
    const job = jobs.get(entry.job_id ?? '') ?? { reserved: 0, charged: 0, released: 0, reserves: 0 };
    if (entry.type === 'credit' || entry.type === 'transfer_in') {
      credited += amount;
      balance += amount;
    } else if (entry.type === 'debit' || entry.type === 'transfer_out') {
      credited -= amount;
      balance -= amount;
    } else if (entry.type === 'reserve') {
      balance -= amount;
      reserved += amount;
      job.reserved += amount;
      job.reserves += 1;
    } else if (entry.type === 'charge') {
      reserved -= amount;
      charged += amount;
      job.charged += amount;
    } else {
      reserved -= amount;
      balance += amount;
      job.released += amount;
    }
    if (typeof entry.job_id === 'string') jobs.set(entry.job_id, job);
    expect(balance, `balance after ${entry.id}`).toBeGreaterThanOrEqual(0);
    expect(reserved, `reserve after ${entry.id}`).toBeGreaterThanOrEqual(0);
    expect(microDaOf(entry.balance_after)).toBe(balance);
    expect(microDaOf(entry.reserved_after)).toBe(reserved);
  }
  return { entries, jobs, credited, charged, balance, reserved };
}

/** Each job reserved once and, when `allSettled`, its reservation came back whole as charge and release. */
export function expectSettledOnce(audit: Audit): void {
  for (const [id, job] of audit.jobs) {
    expect(job.reserves, `reservations of ${id}`).toBe(1);
    expect(job.charged + job.released, `settlement of ${id}`).toBe(job.reserved);
  }
  expect(audit.reserved).toBe(0);
}
