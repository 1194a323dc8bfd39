/** How a video job stands on disk. */
import { VIDEO_JOB_MACHINE_VERSION } from '../machines/video-job.js';
import type { MicroDa } from '../money/micro-da.js';
import type { StoreReader } from '../store/store.js';
import type { SteadyMs } from '../time/clock.js';
import type { VideoJobState } from './video-job-messages.js';

/** In table `unfinished`, keyed by job. */
export interface UnfinishedRecord {
  readonly v: 1;
  readonly key: string;
  readonly reserved: MicroDa;
  readonly provider: string;
  readonly model: string;
  readonly handle: string | null;
  /** True where a restart must wake the job, for it had a call under way; else it is enough to poll. */
  readonly resume: boolean;
  /** Whether its provider has begun: what it says from then on is no news. Absent where an older Tollgate wrote. */
  readonly begun?: boolean;
  /** Steady ms. */
  readonly next_poll: SteadyMs;
}

/** In table `job_inputs`: what the provider is sent and nobody reads afterwards. */
export interface JobInputRecord {
  readonly v: 1;
  readonly prompt: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Part of the keys of table `key_jobs`, which lists a key's jobs by how they stand. */
export type JobClass = 'open' | 'completed' | 'failed';

interface VideoJobRecord extends Omit<VideoJobState, 'id'> {
  readonly v: 1;
  readonly machine_version: number;
}

export function readVideoJob(id: string, records: StoreReader): VideoJobState | undefined {
  const text = records.get('jobs', id);
  return text === undefined ? undefined : decodeVideoJob(id, text);
}

/** Fails closed on a snapshot that today's machine could misread. */
function decodeVideoJob(id: string, text: string): VideoJobState {
  const { v, machine_version, ...state } = JSON.parse(text) as VideoJobRecord;
  if (v !== 1 || machine_version !== VIDEO_JOB_MACHINE_VERSION) {
    throw new Error(`job ${id} was written by another version (record ${v}, machine ${machine_version})`);
  }
  return { id, ...state };
}

export function keyJobsKey(keyId: string, jobClass: JobClass, jobId: string): string {
  return `${keyId}/${jobClass}/${jobId}`;
}

export function unfinishedRecord(job: VideoJobState, nextPoll: SteadyMs, resume: boolean): string {
  const record: UnfinishedRecord = {
    v: 1,
    key: job.key,
    reserved: job.reserved,
    provider: job.provider,
    model: job.model,
    handle: job.machine.context.handle,
    resume,
    begun: job.status === 'in_progress',
    next_poll: nextPoll,
  };
  return JSON.stringify(record);
}

/** Field by field: a record that is spread takes longer to print. */
export function encodeVideoJob(job: VideoJobState): string {
  const record: VideoJobRecord = {
    v: 1,
    machine_version: VIDEO_JOB_MACHINE_VERSION,
    key: job.key,
    account: job.account,
    provider: job.provider,
    model: job.model,
    lengthMs: job.lengthMs,
    pricePerSecond: job.pricePerSecond,
    reserved: job.reserved,
    createdAt: job.createdAt,
    idempotencyKeyHash: job.idempotencyKeyHash,
    status: job.status,
    machine: job.machine,
    settled: job.settled,
  };
  return JSON.stringify(record);
}
