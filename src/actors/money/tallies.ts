/**
 * What is summed up over all keys, accounts and jobs of a node: money that moved, jobs by state, how they ended.
 *
 * Sums of what stands on disk (jobs by state, keys, accounts, what is credited, charged and reserved) are exact.
 * Of what has been (jobs accepted, completed, failed, seconds of output, amounts reserved and released) a folder that an older
 * Tollgate made tells since it was brought up to date.
 */
import type { StoreReader } from '../../store/store.js';
import type { JobStatus } from '../jobs/video-job-messages.js';
import type { Turn } from '../runtime/behavior.js';
import { added, type Sum, type Tallies } from '../runtime/tallies.js';
import type { EntryType } from './ledger.js';

type Tallying = Pick<Turn<unknown, unknown>, 'tally'>;

export const JOB_STATUSES: readonly JobStatus[] = ['pending', 'in_progress', 'completed', 'failed'];

/** Ready-made: a text that is put together anew is hashed anew in each map it is looked up in. */
const MOVED: Readonly<Record<EntryType, string>> = {
  credit: 'moved/credit',
  reserve: 'moved/reserve',
  charge: 'moved/charge',
  release: 'moved/release',
};
const JOBS: Readonly<Record<JobStatus, string>> = {
  pending: 'jobs/pending',
  in_progress: 'jobs/in_progress',
  completed: 'jobs/completed',
  failed: 'jobs/failed',
};

/** Money moved, in micro-DA. */
export function tallyMovement(turn: Tallying, type: EntryType, amountMicroDa: number): void {
  turn.tally(movedTally(type), amountMicroDa);
}

/** A job came to stand otherwise; undefined stands for no record of it. */
export function tallyJob(turn: Tallying, from: JobStatus | undefined, to: JobStatus | undefined): void {
  if (from === to) return;
  if (from !== undefined) turn.tally(jobsTally(from), -1);
  if (to !== undefined) turn.tally(jobsTally(to), 1);
  if (from === undefined) turn.tally('jobs_accepted', 1);
}

export function tallyCompletion(turn: Tallying, outputMs: number): void {
  turn.tally('jobs_completed', 1);
  turn.tally('output_ms', outputMs);
}

export function tallyFailure(turn: Tallying, slug: string): void {
  turn.tally(failedTally(slug), 1);
}

export function tallyKey(turn: Tallying, change: 'made' | 'revoked'): void {
  if (change === 'revoked') turn.tally('keys/active', -1);
  turn.tally(change === 'made' ? 'keys/active' : 'keys/revoked', 1);
}

export function tallyAccount(turn: Tallying): void {
  turn.tally('accounts', 1);
}

export function movedTally(type: EntryType): string {
  return MOVED[type];
}

export function jobsTally(status: JobStatus): string {
  return JOBS[status];
}

export function failedTally(slug: string): string {
  return `jobs_failed/${slug}`;
}

/**
 * The sums of what stands on disk, from all records of it: some seconds for a million keys. Of `moved/reserve` it counts what is
 * charged or reserved still, as if nothing had ever been released.
 */
export function recountTallies(records: StoreReader): Tallies {
  const tallies = new Map<string, Sum>();
  const add = (name: string, by: Sum) => tallies.set(name, added(tallies.get(name) ?? 0, by));
  for (const { value } of records.range('accounts', {})) {
    const { credited, charged, reserved } = JSON.parse(value) as Record<string, string>;
    add('accounts', 1);
    add(movedTally('credit'), BigInt(credited ?? 0));
    add(movedTally('charge'), BigInt(charged ?? 0));
    add(movedTally('reserve'), BigInt(charged ?? 0) + BigInt(reserved ?? 0));
  }
  for (const { value } of records.range('keys', {})) {
    const { revoked } = JSON.parse(value) as { readonly revoked: boolean };
    add(revoked ? 'keys/revoked' : 'keys/active', 1);
  }
  for (const { key } of records.range('key_jobs', {})) {
    const [, jobClass, id = ''] = key.split('/');
    add(jobsTally(jobClass === 'open' ? openStatus(records, id) : (jobClass as JobStatus)), 1);
  }
  return tallies;
}

function openStatus(records: StoreReader, jobId: string): JobStatus {
  const text = records.get('jobs', jobId);
  if (text === undefined) throw new Error(`job ${jobId} is listed and has no record`);
  return (JSON.parse(text) as { readonly status: JobStatus }).status;
}
