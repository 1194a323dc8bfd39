/** Counts the sums of a node anew from its records, for folders that were written before there were sums. */
import type { StoreReader } from '../../store/store.js';
import { jobsTally } from '../jobs/tallies.js';
import type { JobStatus } from '../jobs/video-job-messages.js';
import { movedTally } from '../money/tallies.js';
import { added, type Sum, type Tallies } from '../runtime/tallies.js';

/**
 * Takes some seconds for a million keys. `moved/reserve` counts what is charged or still reserved, as if
 * nothing had ever been released.
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
