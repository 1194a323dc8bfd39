/**
 * Sums over all jobs of a node: how they stand, and how they ended.
 *
 * Jobs by state are exact. Jobs accepted, completed and failed, and seconds of output, count in a folder that
 * an older Tollgate made from the time at which it was brought up to date.
 */
import type { Turn } from '../runtime/behavior.js';
import type { JobStatus } from './video-job-messages.js';

type Tallying = Pick<Turn<never, never>, 'tally'>;

export const JOB_STATUSES: readonly JobStatus[] = ['pending', 'in_progress', 'completed', 'failed'];

/** Ready-made: a text that is put together anew is hashed anew in each map that it is looked up in. */
const JOBS: Readonly<Record<JobStatus, string>> = {
  pending: 'jobs/pending',
  in_progress: 'jobs/in_progress',
  completed: 'jobs/completed',
  failed: 'jobs/failed',
};

/** A job changed its status; undefined stands for no record of it. */
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

export function jobsTally(status: JobStatus): string {
  return JOBS[status];
}

export function failedTally(slug: string): string {
  return `jobs_failed/${slug}`;
}
