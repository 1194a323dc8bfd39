/** How a video job stands on disk. */
import { VIDEO_JOB_MACHINE_VERSION } from '../../machines/video-job.js';
import type { MadeResult, VideoJobContext } from '../../machines/video-job-context.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { LostAnswer, Route } from '../../providers/provider.js';
import type { StoreReader, UnreadableRecord } from '../../store/store.js';
import type { SteadyMs } from '../../time/clock.js';
import type { PurposeKind } from '../money/purpose.js';
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
  /** The marked part of it; absent if nothing is. */
  readonly marked?: MicroDa;
  readonly provider: string;
  /** The provider's own name of it. */
  readonly model: string;
  /** By which its provider is asked for the job; null if nobody asks. */
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
export const VIDEO_JOB_KIND = 'video_job' satisfies PurposeKind;
/** The reminder of a job at which it expires. */
export const DEADLINE_REMINDER = 'deadline';

/** In table `job_inputs`: what the provider is sent and nobody reads afterwards. */
interface JobInputRecord extends JobInput {
  readonly v: 1;
}

/** Part of the keys of table `key_jobs`, which lists a key's jobs by how they stand. */
export type JobClass = 'open' | 'completed' | 'failed';
const NO_ROUTES: readonly Route[] = [];
const JOB_CLASSES: readonly JobClass[] = ['open', 'completed', 'failed'];

interface VideoJobRecord extends Omit<VideoJobState, 'id' | 'machine' | 'repeatUntil'> {
  /** 2 if the job is traced, which version 1 does not know. */
  readonly v: 1 | 2;
  readonly machine_version: number;
  readonly machine: {
    readonly value: VideoJobState['machine']['value'];
    readonly context: StoredContext | StoredContextBefore;
  };
  readonly repeatUntil?: SteadyMs;
}

/** A field that is absent stands for nothing special. Its route's provider stands beside the machine. */
interface StoredContext extends Pick<VideoJobContext, 'attempt' | 'handle' | 'output' | 'failure'> {
  readonly lostAnswer: LostAnswer;
  /** Absent if the provider calls the model as the gateway does. */
  readonly routeModel?: string;
  readonly fallbacks?: readonly Route[];
  readonly isBound?: boolean;
  readonly made?: MadeResult;
}

/** By machine version 1, which knew one route. */
interface StoredContextBefore extends Pick<VideoJobContext, 'attempt' | 'handle' | 'output' | 'failure'> {
  readonly idempotentSubmit: boolean;
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
  const { v, machine_version, machine, repeatUntil = null, ...state } = JSON.parse(text) as VideoJobRecord;
  const isKnown = machine_version === VIDEO_JOB_MACHINE_VERSION || machine_version === 1;
  if ((v !== 1 && v !== 2) || !isKnown) {
    throw new Error(`job ${id} was written by another version (record ${v}, machine ${machine_version})`);
  }
  const context = readContext(machine.context, state.provider, state.model);
  return { id, ...state, machine: { value: machine.value, context }, repeatUntil };
}

/** The context of a job's machine, from that of a record of any version. */
export function readContext(
  stored: StoredContext | StoredContextBefore,
  provider: string,
  gatewayModel: string,
): VideoJobContext {
  const { attempt, handle, output, failure } = stored;
  if ('idempotentSubmit' in stored) {
    const { idempotentSubmit } = stored;
    const lostAnswer: LostAnswer = { kind: idempotentSubmit ? 'idempotent' : 'unknown' };
    const route = { provider, model: gatewayModel, lostAnswer };
    const isBound = idempotentSubmit && attempt > 1;
    return { route, fallbacks: NO_ROUTES, isBound, attempt, handle, made: null, output, failure };
  }
  const { lostAnswer, routeModel: model = gatewayModel, made = null } = stored;
  const { fallbacks = NO_ROUTES, isBound = false } = stored;
  const route = { provider, model, lostAnswer };
  return { route, fallbacks, isBound, attempt, handle, made, output, failure };
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
  const { route, handle, made } = job.machine.context;
  // Nobody is asked for a job whose provider has completed it.
  const polled = made === null ? printed(handle) : 'null';
  const begun = job.status === 'in_progress';
  const { v, end } = rareFields(job);
  return `{"v":${v},"key":${quotedId(job.key)},"reserved":${job.reserved},"provider":${quotedName(route.provider)},"model":${quotedName(route.model)},"handle":${polled},"resume":${resume},"begun":${begun},"next_poll":${nextPoll}${end}}`;
}

export function encodeJobInput({ prompt, extra }: JobInput): string {
  return `{"v":1,"prompt":${JSON.stringify(prompt)},"extra":${JSON.stringify(extra)}}`;
}

export function decodeJobInput(text: string): JobInput {
  const { prompt, extra } = JSON.parse(text) as JobInputRecord;
  return { prompt, extra };
}

export function encodeVideoJob(job: VideoJobState): string {
  const { value } = job.machine;
  const place = typeof value === 'string' ? quotedName(value) : JSON.stringify(value);
  const machine = `{"value":${place},"context":${encodeContext(job)}}`;
  const { v, end } = rareFields(job);
  const until = job.repeatUntil === null ? '' : `,"repeatUntil":${job.repeatUntil}`;
  return `{"v":${v},"machine_version":${VIDEO_JOB_MACHINE_VERSION},"key":${quotedId(job.key)},"account":${quotedId(job.account)},"provider":${quotedName(job.provider)},"model":${quotedName(job.model)},"lengthMs":${job.lengthMs},"pricePerSecond":${job.pricePerSecond},"reserved":${job.reserved},"createdAt":${job.createdAt},"idempotencyKeyHash":${quotedId(job.idempotencyKeyHash)},"status":"${job.status}","machine":${machine},"settled":${printed(job.settled)}${until}${end}}`;
}

function encodeContext({ model, machine }: VideoJobState): string {
  const { route, fallbacks, isBound, attempt, handle, made, output, failure } = machine.context;
  const { kind } = route.lostAnswer;
  const lostAnswer = 'forMs' in route.lostAnswer ? JSON.stringify(route.lostAnswer) : `{"kind":"${kind}"}`;
  const routeModel = route.model === model ? '' : `,"routeModel":${quotedName(route.model)}`;
  const left = fallbacks.length === 0 ? '' : `,"fallbacks":${JSON.stringify(fallbacks)}`;
  const bound = isBound ? ',"isBound":true' : '';
  const toRead = made === null ? '' : `,"made":${JSON.stringify(made)}`;
  return `{"attempt":${attempt},"lostAnswer":${lostAnswer}${routeModel}${left}${bound},"handle":${printed(handle)}${toRead},"output":${printed(output)},"failure":${printed(failure)}}`;
}

const PLAIN = { v: 1, end: '' } as const;

/** The version of a record, and the fields that few jobs have. */
function rareFields({ trace, marked }: VideoJobState): { readonly v: 1 | 2; readonly end: string } {
  if (trace === undefined && marked === undefined) return PLAIN;
  const part = marked === undefined ? '' : `,"marked":${marked}`;
  return trace === undefined ? { v: 1, end: part } : { v: 2, end: `${part},"trace":${quotedName(trace)}` };
}
