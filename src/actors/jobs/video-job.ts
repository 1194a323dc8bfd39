/**
 * The video job actor: hosts the machine in `src/machines/video-job.ts`.
 *
 * A message becomes events of the machine; the snapshot that results, the records it needs and, at the end,
 * the settlement of its key are one turn. The machine's effects towards the provider go out after the commit.
 *
 * Invariants
 *  1. The `unfinished` record stands exactly while the machine is in no final state; it proves the
 *     reservation, and holds what a restart needs to go on without reading the job.
 *  2. The job settles with its key in the commit that makes the machine final.
 *  3. A report that no longer applies (late, repeated, out of order) changes and writes nothing.
 */
import type { MachineObserver } from '../../machines/run-machine.js';
import type { VideoJobEvent } from '../../machines/video-job-events.js';
import { priceOfLength, ZERO_MICRO_DA } from '../../money/micro-da.js';
import { later, type SteadyMs, unixSeconds, utcDay } from '../../time/clock.js';
import { audited } from '../audit/audit-trail.js';
import { removeResult } from '../keys/idempotency.js';
import type { Turn } from '../runtime/behavior.js';
import { expiryKey } from '../storage/expiry.js';
import { addToActivity } from './activity.js';
import type { Effect, TracedEnd } from './effects.js';
import { createJob, type JobCreationOptions } from './job-creation.js';
import {
  isTooLate,
  type JobSnapshot,
  readTicketOf,
  repeatUntil,
  runner,
  statusOf,
  submitEffect,
  ticketOf,
} from './job-machine.js';
import { eventsOf, pollHintOf } from './provider-events.js';
import { tallyCompletion, tallyFailure, tallyJob } from './tallies.js';
import type {
  VideoJobBehavior,
  VideoJobMessage,
  VideoJobReply,
  VideoJobState,
} from './video-job-messages.js';
import {
  DEADLINE_REMINDER,
  encodeVideoJob,
  keyJobsKey,
  readVideoJob,
  type UnfinishedRecord,
  unfinishedRecord,
  VIDEO_JOB_KIND,
} from './video-job-records.js';

type JobTurn = Turn<VideoJobState, Effect>;

/** The poll after an acceptance that does not say when to ask again, in ms. */
const FIRST_POLL_AFTER_MS = 250;

export interface VideoJobOptions extends JobCreationOptions {
  /** How long a settled job is kept, in ms. */
  readonly keptMs: number;
  /** How long after its provider's completion a job waits for its result to be read, in ms. */
  readonly readingLimitMs: number;
  /** Sees each step of each job's machine as it is made, also of turns that are not committed in the end. */
  readonly onMachineStep?: MachineObserver | undefined;
}

export function createVideoJobBehavior(options: VideoJobOptions): VideoJobBehavior {
  return {
    kind: VIDEO_JOB_KIND,
    activate: readVideoJob,
    unitOf: ({ account }) => account,
    reminded: () => ({ type: 'deadline' }),
    receive(state, message, turn) {
      if (message.type === 'create') return createJob(state, message, turn, options);
      if (message.type === 'remove') return removeJob(state, message.expiryRow, turn);
      if (state === undefined) return { outcome: 'no_such_job' };
      switch (message.type) {
        case 'report':
          return advance(
            state,
            eventsOf(message.report, isTooLate(state, turn.now)),
            turn,
            options,
            pollHintOf(message.report),
          );
        case 'deadline':
          return advance(state, [{ type: 'DEADLINE' }], turn, options, undefined);
        case 'end':
          return endJob(state, message, turn, options);
        case 'resume':
          return advance(
            state,
            [{ type: 'RESUMED', isTooLate: isTooLate(state, turn.now) }],
            turn,
            options,
            undefined,
          );
      }
    },
  };
}

function endJob(
  state: VideoJobState,
  { by, reason }: Extract<VideoJobMessage, { type: 'end' }>,
  turn: JobTurn,
  options: VideoJobOptions,
): VideoJobReply {
  const text = `The operator ended the job: ${reason}`;
  const reply = advance(state, [{ type: 'ENDED_BY_OPERATOR', message: text }], turn, options, undefined);
  const hasEnded = reply.outcome === 'job' && reply.job.settled !== null && state.settled === null;
  if (hasEnded) audited(turn, state.account, { by, act: 'job_ended', about: turn.id, detail: { reason } });
  return reply;
}

function advance(
  state: VideoJobState,
  events: readonly VideoJobEvent[],
  turn: JobTurn,
  options: VideoJobOptions,
  askAgainAfterMs: number | undefined,
): VideoJobReply {
  const before: JobSnapshot = runner.at(state.machine);
  let snapshot = before;
  const effects: string[] = [];
  for (const event of events) {
    const step = runner.next(snapshot, event, options.onMachineStep);
    snapshot = step.snapshot;
    effects.push(...step.effects);
  }
  if (snapshot === before && effects.length === 0) return { outcome: 'job', job: state };
  const { route } = snapshot.context;
  const moved: VideoJobState = {
    ...state,
    provider: route.provider,
    status: statusOf(snapshot),
    machine: { value: snapshot.value, context: snapshot.context },
    repeatUntil: route === before.context.route ? state.repeatUntil : repeatUntil(route, turn.now),
  };
  // The deadline for reading takes the place of the job's.
  if (snapshot.path === 'reading' && before.path !== 'reading') {
    turn.remindAt(DEADLINE_REMINDER, later(turn.now, options.readingLimitMs));
  }
  const next = effects.includes('settle')
    ? settle(moved, effects, turn, options)
    : goOn(moved, snapshot, effects, turn, later(turn.now, askAgainAfterMs ?? FIRST_POLL_AFTER_MS));
  turn.put('jobs', turn.id, encodeVideoJob(next));
  tallyJob(turn, state.status, next.status);
  turn.become(next);
  return { outcome: 'job', job: next };
}

function goOn(
  job: VideoJobState,
  snapshot: JobSnapshot,
  effects: readonly string[],
  turn: JobTurn,
  nextPoll: SteadyMs,
): VideoJobState {
  turn.put('unfinished', turn.id, unfinishedRecord(job, nextPoll, snapshot.hasTag('calling')));
  const { trace } = job;
  if (effects.includes('callSubmit') || effects.includes('awaitSubmit')) {
    turn.effect(submitEffect(job, undefined));
  }
  if (effects.includes('find')) {
    const { provider, model } = job.machine.context.route;
    turn.effect({ type: 'find', jobId: job.id, provider, model, trace });
  }
  if (effects.includes('read')) {
    const made = readTicketOf(job);
    if (made !== undefined) turn.effect({ type: 'read', ticket: made, trace });
  }
  const ticket = ticketOf(job);
  if (ticket === undefined) return job;
  if (effects.includes('watch') && snapshot.path !== 'reading') {
    const status = job.status === 'in_progress' ? 'in_progress' : 'pending';
    turn.effect({ type: 'watch', ticket, nextPollAt: nextPoll, status, trace });
  }
  if (effects.includes('finalPoll')) turn.effect({ type: 'final_poll', ticket, trace });
  return job;
}

function settle(
  job: VideoJobState,
  effects: readonly string[],
  turn: JobTurn,
  { keptMs, apiKey }: VideoJobOptions,
): VideoJobState {
  const { output, failure, route, handle } = job.machine.context;
  const { id: jobId, provider, model, trace } = job;
  const outcome = job.status === 'completed' ? 'completed' : 'failed';
  const outputMs = outcome === 'completed' && output !== null ? output.lengthMs : 0;
  const { reserved, marked = ZERO_MICRO_DA } = closeReservation(job, turn);
  const price = priceOfLength(job.pricePerSecond, outputMs);
  const cost = price === undefined || price > reserved ? reserved : price;
  const purpose = { kind: VIDEO_JOB_KIND, id: jobId } as const;
  const reply = turn.call(apiKey, job.key, { type: 'settle', purpose, reserved, charge: cost, marked });
  if (reply.outcome !== 'key') throw new Error(`key ${job.key} settled job ${jobId} with ${reply.outcome}`);
  addToActivity(turn, job.account, job.key, {
    day: utcDay(turn.wall),
    model,
    provider,
    outcome,
    outputMs,
    promptTokens: 0,
    completionTokens: 0,
    cost,
  });
  if (outcome === 'completed') tallyCompletion(turn, outputMs);
  else tallyFailure(turn, failure?.slug ?? 'provider_error');
  turn.forget(DEADLINE_REMINDER);
  turn.remove('key_jobs', keyJobsKey(job.key, 'open', job.id));
  turn.insert('key_jobs', keyJobsKey(job.key, outcome, job.id), '1');
  turn.insert('expiry', expiryKey(later(turn.now, keptMs), 'job', job.id), '1');
  const end: TracedEnd | undefined =
    job.trace === undefined ? undefined : { createdAt: job.createdAt, status: outcome, error: failure?.slug };
  const ticket = { jobId, provider, model: route.model, handle };
  if (effects.includes('cancel')) turn.effect({ type: 'cancel', ticket, trace });
  turn.effect({ type: 'forget', jobId, provider, model: route.model, trace, end });
  return { ...job, settled: { at: unixSeconds(turn.wall), cost } };
}

/**
 * Removes the record that proves the job's reservation, so it cannot be settled a second time.
 */
function closeReservation({ id, key }: VideoJobState, turn: JobTurn): UnfinishedRecord {
  const open = turn.get('unfinished', id);
  if (open === undefined) throw new Error(`job ${id} has no open reservation`);
  const reservation = JSON.parse(open) as UnfinishedRecord;
  if (reservation.key !== key) throw new Error(`job ${id} holds a reservation of key ${reservation.key}`);
  turn.remove('unfinished', id);
  return reservation;
}

function removeJob(job: VideoJobState | undefined, expiryRow: string, turn: JobTurn): VideoJobReply {
  turn.remove('expiry', expiryRow);
  if (job === undefined) return { outcome: 'no_such_job' };
  if (job.settled === null || job.status === 'pending' || job.status === 'in_progress') {
    return { outcome: 'job', job };
  }
  turn.remove('jobs', job.id);
  turn.remove('job_inputs', job.id);
  turn.remove('key_jobs', keyJobsKey(job.key, job.status, job.id));
  tallyJob(turn, job.status, undefined);
  if (job.idempotencyKeyHash !== null) removeResult(turn, job.key, job.idempotencyKeyHash, job.id);
  turn.become(undefined);
  return { outcome: 'no_such_job' };
}
