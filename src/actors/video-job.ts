/**
 * The video job actor: hosts the machine in `src/machines/video-job.ts`.
 *
 * A message becomes events of the machine; the snapshot that results, the records it needs and, at the end,
 * the settlement of its key are one turn. What the machine wants of the provider goes out as effects.
 *
 * Invariants
 *  1. The `unfinished` record stands exactly while the machine is in no final state; it holds the reservation
 *     and what a restart needs to go on without reading the job.
 *  2. The job settles with its key in the commit that makes the machine final.
 *  3. A report that no longer applies (late, repeated, out of order) changes and writes nothing.
 */
import type { SnapshotFrom } from 'xstate';
import { MachineRunner } from '../machines/transition.js';
import {
  submitBackOffMs,
  VIDEO_JOB_MACHINE_VERSION,
  type VideoJobContext,
  type VideoJobEvent,
  videoJobMachine,
} from '../machines/video-job.js';
import { type MicroDa, priceOfLength } from '../money/micro-da.js';
import type { FailureSlug, ProviderState } from '../providers/provider.js';
import type { StoreReader } from '../store/store.js';
import { later, type SteadyMs, unixSeconds } from '../time/clock.js';
import type { ApiKeyBehavior, Quote } from './api-key.js';
import type { Effect, ProviderTicket } from './effects.js';
import { expiryKey } from './expiry.js';
import { forgetResult } from './idempotency.js';
import type { Behavior, Turn } from './runtime/behavior.js';

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

export interface VideoJobState {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly provider: string;
  readonly model: string;
  /** What was asked for, in ms. */
  readonly lengthMs: number;
  readonly pricePerSecond: MicroDa;
  readonly reserved: MicroDa;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly idempotencyKeyHash: string | null;
  readonly status: JobStatus;
  readonly machine: { readonly value: MachineValue; readonly context: VideoJobContext };
  readonly settled: Settled | null;
}

export interface Settled {
  /** Unix seconds. */
  readonly at: number;
  readonly cost: MicroDa;
}

/** What a provider's part of the world reports of a job. */
export type ProviderReport =
  | {
      readonly about: 'submit';
      readonly kind: 'accepted';
      readonly handle: string;
      readonly state: ProviderState;
    }
  | {
      readonly about: 'submit';
      readonly kind: 'rejected';
      readonly slug: FailureSlug;
      readonly message: string;
    }
  | { readonly about: 'submit'; readonly kind: 'not_now'; readonly message: string }
  | {
      readonly about: 'submit';
      readonly kind: 'no_outcome';
      readonly slug: FailureSlug;
      readonly message: string;
    }
  | { readonly about: 'poll'; readonly state: ProviderState }
  /** The answer to the last question before the deadline; undefined where there was none. */
  | { readonly about: 'last_call'; readonly state: ProviderState | undefined };

export type VideoJobMessage =
  | {
      readonly type: 'create';
      readonly key: string;
      readonly account: string;
      readonly quote: Extract<Quote, { ok: true }>;
      readonly prompt: string;
      readonly extra: Readonly<Record<string, unknown>>;
      readonly idempotencyKeyHash: string | null;
    }
  | { readonly type: 'report'; readonly report: ProviderReport }
  | { readonly type: 'deadline' }
  /** The node restarted and the job's `unfinished` record asks for it. */
  | { readonly type: 'resume' }
  /** The job's time on disk is over; unfinished jobs stay. `expiryRow` says so and goes with it. */
  | { readonly type: 'remove'; readonly expiryRow: string };

/** The job after the message; undefined where there is none. */
export type VideoJobReply = VideoJobState | undefined;
export type VideoJobBehavior = Behavior<VideoJobState, VideoJobMessage, VideoJobReply, Effect>;

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

type MachineValue = SnapshotFrom<typeof videoJobMachine>['value'];
type Snapshot = SnapshotFrom<typeof videoJobMachine>;
type JobTurn = Turn<VideoJobState, Effect>;

interface VideoJobRecord extends Omit<VideoJobState, 'id'> {
  readonly v: 1;
  readonly machine_version: number;
}

const DEADLINE = 'deadline';
/** The poll after an acceptance that does not say when to ask again, in ms. */
const FIRST_POLL_AFTER_MS = 250;

const runner = new MachineRunner(videoJobMachine, { idempotentSubmit: true });

export interface VideoJobOptions {
  /** How long a settled job is kept, in ms. */
  readonly keptMs: number;
  readonly apiKey: () => ApiKeyBehavior;
}

export function createVideoJobBehavior(options: VideoJobOptions): VideoJobBehavior {
  return {
    kind: 'video_job',
    activate: readVideoJob,
    reminded: () => ({ type: 'deadline' }),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn);
      if (message.type === 'remove') return remove(state, message.expiryRow, turn);
      if (state === undefined) return undefined;
      switch (message.type) {
        case 'report':
          return advance(state, eventsOf(message.report), turn, options, pollHintOf(message.report));
        case 'deadline':
          return advance(state, [{ type: 'DEADLINE' }], turn, options, undefined);
        case 'resume':
          return advance(state, [{ type: 'RESUMED' }], turn, options, undefined);
      }
    },
  };
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

function create(
  state: VideoJobState | undefined,
  message: Extract<VideoJobMessage, { type: 'create' }>,
  turn: JobTurn,
): VideoJobReply {
  if (state !== undefined) throw new Error(`job ${turn.id} exists already`);
  const { quote, key, account, prompt, extra } = message;
  const { snapshot } = runner.initial({ idempotentSubmit: quote.idempotentSubmit });
  const job: VideoJobState = {
    id: turn.id,
    key,
    account,
    provider: quote.provider,
    model: quote.model,
    lengthMs: quote.lengthMs,
    pricePerSecond: quote.pricePerSecond,
    reserved: quote.reserve,
    createdAt: unixSeconds(turn.wall),
    idempotencyKeyHash: message.idempotencyKeyHash,
    status: statusOf(snapshot),
    machine: { value: snapshot.value, context: snapshot.context },
    settled: null,
  };
  const input: JobInputRecord = { v: 1, prompt, extra };
  turn.insert('jobs', turn.id, encode(job));
  turn.insert('job_inputs', turn.id, JSON.stringify(input));
  turn.insert('key_jobs', keyJobsKey(key, 'open', turn.id), '1');
  turn.insert('unfinished', turn.id, unfinishedRecord(job, turn.now, true));
  turn.remindAt(DEADLINE, later(turn.now, quote.deadlineAfterMs));
  turn.effect(submitEffect(job));
  turn.become(job);
  return job;
}

function advance(
  state: VideoJobState,
  events: readonly VideoJobEvent[],
  turn: JobTurn,
  options: VideoJobOptions,
  askAgainAfterMs: number | undefined,
): VideoJobReply {
  const before: Snapshot = videoJobMachine.resolveState(state.machine);
  let snapshot = before;
  const intents: string[] = [];
  for (const event of events) {
    const step = runner.next(snapshot, event);
    snapshot = step.snapshot;
    intents.push(...step.intents);
  }
  if (snapshot === before && intents.length === 0) return state;
  const moved: VideoJobState = {
    ...state,
    status: statusOf(snapshot),
    machine: { value: snapshot.value, context: snapshot.context },
  };
  const next = intents.includes('settle')
    ? settle(moved, turn, options)
    : goOn(moved, snapshot, intents, turn, later(turn.now, askAgainAfterMs ?? FIRST_POLL_AFTER_MS));
  turn.put('jobs', turn.id, encode(next));
  turn.become(next);
  return next;
}

function goOn(
  job: VideoJobState,
  snapshot: Snapshot,
  intents: readonly string[],
  turn: JobTurn,
  nextPoll: SteadyMs,
): VideoJobState {
  turn.put('unfinished', turn.id, unfinishedRecord(job, nextPoll, snapshot.hasTag('calling')));
  if (intents.includes('callSubmit')) turn.effect(submitEffect(job));
  const ticket = ticketOf(job);
  if (ticket === undefined) return job;
  if (intents.includes('watch')) {
    const status = job.status === 'in_progress' ? 'in_progress' : 'pending';
    turn.effect({ type: 'watch', ticket, nextPollAt: nextPoll, status });
  }
  if (intents.includes('askLastTime')) turn.effect({ type: 'ask_last_time', ticket });
  return job;
}

function settle(job: VideoJobState, turn: JobTurn, options: VideoJobOptions): VideoJobState {
  const { output } = job.machine.context;
  const outcome = job.status === 'completed' ? 'completed' : 'failed';
  const outputMs = outcome === 'completed' && output !== null ? output.lengthMs : 0;
  const price = priceOfLength(job.pricePerSecond, outputMs);
  const cost = price === undefined || price > job.reserved ? job.reserved : price;
  const reply = turn.call(options.apiKey(), job.key, {
    type: 'settle',
    jobId: job.id,
    outcome,
    charge: cost,
    outputMs,
    provider: job.provider,
    model: job.model,
  });
  if (reply.outcome !== 'key') throw new Error(`key ${job.key} settled job ${job.id} with ${reply.outcome}`);
  turn.forget(DEADLINE);
  turn.remove('key_jobs', keyJobsKey(job.key, 'open', job.id));
  turn.insert('key_jobs', keyJobsKey(job.key, outcome, job.id), '1');
  turn.insert('expiry', expiryKey(later(turn.now, options.keptMs), 'job', job.id), '1');
  turn.effect({ type: 'forget', jobId: job.id, provider: job.provider, model: job.model });
  return { ...job, settled: { at: unixSeconds(turn.wall), cost } };
}

function remove(job: VideoJobState | undefined, expiryRow: string, turn: JobTurn): VideoJobReply {
  turn.remove('expiry', expiryRow);
  if (job === undefined || job.settled === null || job.status === 'pending' || job.status === 'in_progress') {
    return job;
  }
  turn.remove('jobs', job.id);
  turn.remove('job_inputs', job.id);
  turn.remove('key_jobs', keyJobsKey(job.key, job.status, job.id));
  if (job.idempotencyKeyHash !== null) forgetResult(turn, job.key, job.idempotencyKeyHash, job.id);
  turn.become(undefined);
  return undefined;
}

function eventsOf(report: ProviderReport): VideoJobEvent[] {
  if (report.about === 'poll') return eventsOfState(report.state);
  if (report.about === 'last_call') {
    return [
      ...(report.state === undefined ? [] : eventsOfState(report.state)),
      { type: 'LAST_CALL_UNSETTLED' },
    ];
  }
  switch (report.kind) {
    case 'accepted':
      return [{ type: 'SUBMIT_ACCEPTED', handle: report.handle }, ...eventsOfState(report.state)];
    case 'rejected':
      return [{ type: 'SUBMIT_REJECTED', slug: report.slug, message: report.message }];
    case 'not_now':
      return [{ type: 'SUBMIT_NOT_TAKEN', message: report.message }];
    case 'no_outcome':
      return [{ type: 'SUBMIT_WITHOUT_OUTCOME', slug: report.slug, message: report.message }];
  }
}

function eventsOfState(state: ProviderState): VideoJobEvent[] {
  switch (state.state) {
    case 'pending':
      return [];
    case 'in_progress':
      return [{ type: 'STARTED' }];
    case 'completed':
      return [{ type: 'COMPLETED', lengthMs: state.outputMs, location: state.location }];
    case 'failed':
      return [{ type: 'FAILED', slug: state.slug, message: state.message }];
  }
}

function pollHintOf(report: ProviderReport): number | undefined {
  const state = 'state' in report ? report.state : undefined;
  return state !== undefined && 'askAgainAfterMs' in state ? state.askAgainAfterMs : undefined;
}

function statusOf(snapshot: Snapshot): JobStatus {
  for (const status of ['pending', 'in_progress', 'completed', 'failed'] as const) {
    if (snapshot.hasTag(status)) return status;
  }
  throw new Error(`state ${JSON.stringify(snapshot.value)} carries no status`);
}

function ticketOf(job: VideoJobState): ProviderTicket | undefined {
  const { handle } = job.machine.context;
  return handle === null ? undefined : { jobId: job.id, provider: job.provider, model: job.model, handle };
}

function submitEffect(job: VideoJobState): Effect {
  const { attempt } = job.machine.context;
  const { id: jobId, provider, model, lengthMs } = job;
  return { type: 'submit', jobId, provider, model, lengthMs, delayMs: submitBackOffMs(attempt) };
}

function unfinishedRecord(job: VideoJobState, nextPoll: SteadyMs, resume: boolean): string {
  const record: UnfinishedRecord = {
    v: 1,
    key: job.key,
    reserved: job.reserved,
    provider: job.provider,
    model: job.model,
    handle: job.machine.context.handle,
    resume,
    next_poll: nextPoll,
  };
  return JSON.stringify(record);
}

function encode({ id: _, ...job }: VideoJobState): string {
  const record: VideoJobRecord = { v: 1, machine_version: VIDEO_JOB_MACHINE_VERSION, ...job };
  return JSON.stringify(record);
}
