/** How a video job stands on disk. */
import { VIDEO_JOB_MACHINE_VERSION } from '../../machines/video-job.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { StoreReader, UnreadableRecord } from '../../store/store.js';
import type { SteadyMs } from '../../time/clock.js';
import { reminderKey } from '../runtime/reminders.js';
import { printed, quotedId, quotedName } from '../storage/json-texts.js';
import { decoded, missingRecord } from '../storage/unreadable-record.js';
import type { JobInput } from './effects.js';
import type { VideoJobState } from './video-job-messages.js';

/** In table `unfinished`, keyed by job. */
export interface UnfinishedRecord {
  /** 2 if the job is traced. */
  readonly v: 1 | 2;
  readonly key: string;
  readonly reserved: MicroDa;
  readonly provider: string;
  readonly model: string;
  readonly handle: string | null;
  /** True if a restart must wake the job, for it had a call under way; else it is enough to poll. */
  readonly resume: boolean;
  /**
   * Whether its provider has begun: reports that it has are no news then. Absent if an older Tollgate wrote.
   */
  readonly begun?: boolean;
  /** Steady ms. */
  readonly next_poll: SteadyMs;
  readonly trace?: string;
}

/** The kind of actor that a video job is. */
export const VIDEO_JOB_KIND = 'video_job';
/** The reminder of a job at which it expires. */
export const DEADLINE_REMINDER = 'deadline';

/** In table `job_inputs`: what the provider is sent and nobody reads afterwards. */
interface JobInputRecord extends JobInput {
  readonly v: 1;
}

/** Part of the keys of table `key_jobs`, which lists a key's jobs by how they stand. */
export type JobClass = 'open' | 'completed' | 'failed';
const JOB_CLASSES: readonly JobClass[] = ['open', 'completed', 'failed'];

interface VideoJobRecord extends Omit<VideoJobState, 'id'> {
  /** 2 if the job is traced, which version 1 does not know. */
  readonly v: 1 | 2;
  readonly machine_version: number;
}

export function readVideoJob(id: string, records: StoreReader): VideoJobState | undefined {
  const text = records.get('jobs', id);
  return text === undefined ? undefined : decoded('jobs', id, () => decodeVideoJob(id, text));
}

/**
 * Whether a key's list names a job: of one that has no record itself, that it was lost.
 *
 * @returns the error to fail with; undefined if the list knows of no such job
 */
export function lostJob(id: string, keyId: string, records: StoreReader): UnreadableRecord | undefined {
  const isListed = JOB_CLASSES.some(
    (jobClass) => records.get('key_jobs', keyJobsKey(keyId, jobClass, id)) !== undefined,
  );
  return isListed ? missingRecord('jobs', id) : undefined;
}

/** Fails closed on a snapshot that today's machine could misread. */
function decodeVideoJob(id: string, text: string): VideoJobState {
  const { v, machine_version, ...state } = JSON.parse(text) as VideoJobRecord;
  if ((v !== 1 && v !== 2) || machine_version !== VIDEO_JOB_MACHINE_VERSION) {
    throw new Error(`job ${id} was written by another version (record ${v}, machine ${machine_version})`);
  }
  return { id, ...state };
}

/** When the job expires; undefined once it is asked about a last time, or settled. */
export function readDeadline(jobId: string, records: StoreReader): SteadyMs | undefined {
  const due = records.get('reminders', reminderKey(VIDEO_JOB_KIND, jobId, DEADLINE_REMINDER));
  return due === undefined ? undefined : (Number(due) as SteadyMs);
}

export function keyJobsKey(keyId: string, jobClass: JobClass, jobId: string): string {
  return `${keyId}/${jobClass}/${jobId}`;
}

export function unfinishedRecord(job: VideoJobState, nextPoll: SteadyMs, resume: boolean): string {
  const handle = printed(job.machine.context.handle);
  const begun = job.status === 'in_progress';
  const { v, end } = traceFields(job);
  return `{"v":${v},"key":${quotedId(job.key)},"reserved":${job.reserved},"provider":${quotedName(job.provider)},"model":${quotedName(job.model)},"handle":${handle},"resume":${resume},"begun":${begun},"next_poll":${nextPoll}${end}}`;
}

export function encodeJobInput({ prompt, extra }: JobInput): string {
  return `{"v":1,"prompt":${JSON.stringify(prompt)},"extra":${JSON.stringify(extra)}}`;
}

export function decodeJobInput(text: string): JobInput {
  const { prompt, extra } = JSON.parse(text) as JobInputRecord;
  return { prompt, extra };
}

export function encodeVideoJob(job: VideoJobState): string {
  const { value, context } = job.machine;
  const { attempt, idempotentSubmit, handle, output, failure } = context;
  const place = typeof value === 'string' ? quotedName(value) : JSON.stringify(value);
  const machine = `{"value":${place},"context":{"attempt":${attempt},"idempotentSubmit":${idempotentSubmit},"handle":${printed(handle)},"output":${printed(output)},"failure":${printed(failure)}}}`;
  const { v, end } = traceFields(job);
  return `{"v":${v},"machine_version":${VIDEO_JOB_MACHINE_VERSION},"key":${quotedId(job.key)},"account":${quotedId(job.account)},"provider":${quotedName(job.provider)},"model":${quotedName(job.model)},"lengthMs":${job.lengthMs},"pricePerSecond":${job.pricePerSecond},"reserved":${job.reserved},"createdAt":${job.createdAt},"idempotencyKeyHash":${quotedId(job.idempotencyKeyHash)},"status":"${job.status}","machine":${machine},"settled":${printed(job.settled)}${end}}`;
}

const UNTRACED = { v: 1, end: '' } as const;

function traceFields({ trace }: VideoJobState): { readonly v: 1 | 2; readonly end: string } {
  return trace === undefined ? UNTRACED : { v: 2, end: `,"trace":${quotedName(trace)}` };
}
