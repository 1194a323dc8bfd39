/** What must add up on disk at every moment (`docs/records.md`), checked from the records alone. */
import { expect } from 'vitest';
import type { LedgerEntry } from '../../src/actors/ledger.js';
import type { StoreReader, Table } from '../../src/store/store.js';

interface KeyRecord {
  readonly account: string;
  readonly credited: number;
  readonly charged: number;
  readonly reserved: number;
  readonly open_jobs: number;
  readonly entries: number;
}

interface JobRecord {
  readonly key: string;
  readonly status: string;
  readonly reserved: number;
  readonly lengthMs: number;
  readonly settled: { readonly cost: number } | null;
  readonly machine: { readonly value: unknown };
}

interface Moved {
  reserves: number;
  reserved: number;
  charged: number;
  released: number;
}

export function checkBooks(store: StoreReader): void {
  const keys = all<KeyRecord>(store, 'keys');
  const jobs = all<JobRecord>(store, 'jobs');
  for (const [id, key] of keys) checkKey(store, id, key, jobs);
  for (const [id, job] of jobs) checkJob(store, id, job);
  for (const [id, account] of all<Record<'credited' | 'charged' | 'reserved', string>>(store, 'accounts')) {
    const own = [...keys.values()].filter((key) => key.account === id);
    for (const figure of ['credited', 'charged', 'reserved'] as const) {
      expect(Number(account[figure])).toBe(sum(own.map((key) => key[figure])));
    }
  }
  const indexed = [...store.range('key_jobs', {})].map(({ key }) => key.split('/')[2]);
  expect(indexed.toSorted()).toEqual([...jobs.keys()].toSorted());
}

/** Conservation, gapless entries that rebuild the figures, and at most one settlement of each reservation. */
function checkKey(
  store: StoreReader,
  id: string,
  key: KeyRecord,
  jobs: ReadonlyMap<string, JobRecord>,
): void {
  let [credited, charged, reserved, number] = [0, 0, 0, 0];
  const byJob = new Map<string, Moved>();
  for (const { key: at, value } of store.range('ledger', { from: `${id}/`, to: `${id}0` })) {
    const entry = JSON.parse(value) as LedgerEntry;
    number += 1;
    expect(Number(at.split('/')[1])).toBe(number);
    if (entry.type === 'credit') credited += entry.amount;
    if (entry.type === 'charge') charged += entry.amount;
    if (entry.type === 'reserve') reserved += entry.amount;
    if (entry.type === 'charge' || entry.type === 'release') reserved -= entry.amount;
    expect([entry.balance, entry.reserved]).toEqual([credited - charged - reserved, reserved]);
    expect(Math.min(entry.balance, entry.reserved)).toBeGreaterThanOrEqual(0);
    if (entry.job !== null) noteMove(byJob, entry.job, entry);
  }
  expect({ ...key }).toMatchObject({ credited, charged, reserved, entries: number });
  const open = [...all<{ key: string; reserved: number }>(store, 'unfinished').values()].filter(
    (row) => row.key === id,
  );
  expect([key.open_jobs, key.reserved]).toEqual([open.length, sum(open.map((row) => row.reserved))]);
  const activity = [...store.range('activity', { from: `${id}/`, to: `${id}0` })].map(({ value }) =>
    JSON.parse(value),
  );
  expect(sum(activity.map(({ cost }) => cost))).toBe(key.charged);
  expect(sum(activity.map((row) => row.completed + row.failed))).toBe(byJob.size - open.length);
  for (const [jobId, moved] of byJob) {
    expect(moved.reserves).toBe(1);
    const job = jobs.get(jobId);
    const isOpen = store.get('unfinished', jobId) !== undefined;
    expect(moved.charged + moved.released).toBe(isOpen ? 0 : moved.reserved);
    if (job === undefined) continue;
    expect([moved.reserved, job.settled === null]).toEqual([job.reserved, isOpen]);
    if (job.settled !== null) expect(moved.charged).toBe(job.settled.cost);
  }
}

function checkJob(store: StoreReader, id: string, job: JobRecord): void {
  const isOpen = job.status === 'pending' || job.status === 'in_progress';
  const jobClass = isOpen ? 'open' : job.status;
  expect(store.get('key_jobs', `${job.key}/${jobClass}/${id}`)).toBeDefined();
  expect(store.get('unfinished', id) !== undefined).toBe(isOpen);
  expect(job.settled !== null).toBe(!isOpen);
  expect(store.get('job_inputs', id)).toBeDefined();
  const isLastCall = JSON.stringify(job.machine.value).includes('lastCall');
  expect(store.get('reminders', `video_job/${id}/deadline`) !== undefined).toBe(isOpen && !isLastCall);
  const expiries = [...store.range('expiry', {})].filter(({ key }) => key.endsWith(`/job/${id}`));
  expect(expiries).toHaveLength(isOpen ? 0 : 1);
}

function noteMove(byJob: Map<string, Moved>, job: string, entry: LedgerEntry): void {
  const moved = byJob.get(job) ?? { reserves: 0, reserved: 0, charged: 0, released: 0 };
  byJob.set(job, moved);
  if (entry.type === 'reserve') {
    moved.reserves += 1;
    moved.reserved += entry.amount;
  }
  if (entry.type === 'charge') moved.charged += entry.amount;
  if (entry.type === 'release') moved.released += entry.amount;
}

function all<Record>(store: StoreReader, table: Table): Map<string, Record> {
  return new Map([...store.range(table, {})].map(({ key, value }) => [key, JSON.parse(value) as Record]));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
