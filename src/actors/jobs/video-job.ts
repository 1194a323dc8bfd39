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
import { type MachineObserver, MachineRunner, type MachineSnapshot } from '../../machines/run-machine.js';
import { submitBackOffMs, type VideoJobEvent, videoJobMachine } from '../../machines/video-job.js';
import { priceOfLength } from '../../money/micro-da.js';
import { later, type SteadyMs, unixSeconds } from '../../time/clock.js';
import type { ApiKeyBehavior } from '../keys/api-key-messages.js';
import { removeResult } from '../keys/idempotency.js';
import { tallyCompletion, tallyFailure, tallyJob } from '../money/tallies.js';
import type { Turn } from '../runtime/behavior.js';
import { expiryKey } from '../storage/expiry.js';
import type { Effect, JobInput, ProviderTicket, TracedEnd } from './effects.js';
import { eventsOf, pollHintOf } from './provider-events.js';
import type {
  JobStatus,
  VideoJobBehavior,
  VideoJobMessage,
  VideoJobReply,
  VideoJobState,
} from './video-job-messages.js';
import {
  DEADLINE_REMINDER,
  encodeJobInput,
  encodeVideoJob,
  keyJobsKey,
  readVideoJob,
  unfinishedRecord,
  VIDEO_JOB_KIND,
} from './video-job-records.js';

type Snapshot = MachineSnapshot<typeof videoJobMachine>;
type JobTurn = Turn<VideoJobState, Effect>;

/** The poll after an acceptance that does not say when to ask again, in ms. */
const FIRST_POLL_AFTER_MS = 250;

const runner = new MachineRunner(videoJobMachine);
/** How every job begins, by whether its provider takes the job's id as an idempotency key. */
const BEGINNINGS = {
  idempotent: runner.initial({ idempotentSubmit: true }).snapshot,
  other: runner.initial({ idempotentSubmit: false }).snapshot,
};

export interface VideoJobOptions {
  /** How long a settled job is kept, in ms. */
  readonly keptMs: number;
  readonly apiKey: () => ApiKeyBehavior;
  /** Sees each step of each job's machine as it is made, also of turns that are not committed in the end. */
  readonly onMachineStep?: MachineObserver | undefined;
}

export function createVideoJobBehavior(options: VideoJobOptions): VideoJobBehavior {
  return {
    kind: VIDEO_JOB_KIND,
    activate: readVideoJob,
    reminded: () => ({ type: 'deadline' }),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn);
      if (message.type === 'remove') return removeJob(state, message.expiryRow, turn);
      if (state === undefined) return undefined;
      switch (message.type) {
        case 'report':
          return advance(state, eventsOf(message.report), turn, options, pollHintOf(message.report));
        case 'deadline':
          return advance(state, [{ type: 'DEADLINE' }], turn, options, undefined);
        case 'end': {
          const text = `The operator ended the job: ${message.reason}`;
          return advance(state, [{ type: 'ENDED_BY_OPERATOR', message: text }], turn, options, undefined);
        }
        case 'resume':
          return advance(state, [{ type: 'RESUMED' }], turn, options, undefined);
      }
    },
  };
}

function create(
  state: VideoJobState | undefined,
  message: Extract<VideoJobMessage, { type: 'create' }>,
  turn: JobTurn,
): VideoJobReply {
  if (state !== undefined) throw new Error(`job ${turn.id} exists already`);
  const { quote, key, account, prompt, extra } = message;
  const snapshot = quote.idempotentSubmit ? BEGINNINGS.idempotent : BEGINNINGS.other;
  const untraced: VideoJobState = {
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
  const job = message.trace === undefined ? untraced : { ...untraced, trace: message.trace };
  const input = { prompt, extra };
  turn.insert('jobs', turn.id, encodeVideoJob(job));
  turn.insert('job_inputs', turn.id, encodeJobInput(input));
  turn.insert('key_jobs', keyJobsKey(key, 'open', turn.id), '1');
  turn.insert('unfinished', turn.id, unfinishedRecord(job, turn.now, true));
  turn.remindFirstAt(DEADLINE_REMINDER, later(turn.now, quote.deadlineAfterMs));
  turn.effect(submitEffect(job, input));
  tallyJob(turn, undefined, job.status);
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
  const before: Snapshot = runner.at(state.machine);
  let snapshot = before;
  const intents: string[] = [];
  for (const event of events) {
    const step = runner.next(snapshot, event, options.onMachineStep);
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
  turn.put('jobs', turn.id, encodeVideoJob(next));
  tallyJob(turn, state.status, next.status);
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
  if (intents.includes('callSubmit')) turn.effect(submitEffect(job, undefined));
  const ticket = ticketOf(job);
  if (ticket === undefined) return job;
  if (intents.includes('watch')) {
    const status = job.status === 'in_progress' ? 'in_progress' : 'pending';
    turn.effect({ type: 'watch', ticket, nextPollAt: nextPoll, status, trace: job.trace });
  }
  if (intents.includes('askLastTime')) turn.effect({ type: 'ask_last_time', ticket, trace: job.trace });
  return job;
}

function settle(job: VideoJobState, turn: JobTurn, options: VideoJobOptions): VideoJobState {
  const { output, failure } = job.machine.context;
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
  if (outcome === 'completed') tallyCompletion(turn, outputMs);
  else tallyFailure(turn, failure?.slug ?? 'provider_error');
  turn.forget(DEADLINE_REMINDER);
  turn.remove('key_jobs', keyJobsKey(job.key, 'open', job.id));
  turn.insert('key_jobs', keyJobsKey(job.key, outcome, job.id), '1');
  turn.insert('expiry', expiryKey(later(turn.now, options.keptMs), 'job', job.id), '1');
  const end: TracedEnd | undefined =
    job.trace === undefined ? undefined : { createdAt: job.createdAt, status: outcome, error: failure?.slug };
  const { id: jobId, provider, model, trace } = job;
  turn.effect({ type: 'forget', jobId, provider, model, trace, end });
  return { ...job, settled: { at: unixSeconds(turn.wall), cost } };
}

function removeJob(job: VideoJobState | undefined, expiryRow: string, turn: JobTurn): VideoJobReply {
  turn.remove('expiry', expiryRow);
  if (job === undefined || job.settled === null || job.status === 'pending' || job.status === 'in_progress') {
    return job;
  }
  turn.remove('jobs', job.id);
  turn.remove('job_inputs', job.id);
  turn.remove('key_jobs', keyJobsKey(job.key, job.status, job.id));
  tallyJob(turn, job.status, undefined);
  if (job.idempotencyKeyHash !== null) removeResult(turn, job.key, job.idempotencyKeyHash, job.id);
  turn.become(undefined);
  return undefined;
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

function submitEffect(job: VideoJobState, input: JobInput | undefined): Effect {
  const { attempt } = job.machine.context;
  const { id: jobId, provider, model, lengthMs, trace } = job;
  const delayMs = submitBackOffMs(attempt);
  return { type: 'submit', jobId, provider, model, lengthMs, input, delayMs, trace };
}
