/**
 * The first turn of a job: its key reserves the price, and the job writes itself down, in one commit.
 *
 * Refusals come in the contract's order: the key, the Idempotency-Key, the model and its bounds, the open
 * jobs, the money. So the quote, good or bad, comes with the message: a replay is answered even if the model
 * is gone since.
 */

import type { MicroDa } from '../../money/micro-da.js';
import { later, unixSeconds } from '../../time/clock.js';
import type { ApiKeyBehavior, ApiKeyState } from '../keys/api-key-messages.js';
import { lookupResult, recordResult } from '../keys/idempotency.js';
import type { Turn } from '../runtime/behavior.js';
import type { Effect } from './effects.js';
import { firstSnapshot, repeatUntil, statusOf, submitEffect } from './job-machine.js';
import type { AcceptableQuote } from './quote.js';
import { tallyJob } from './tallies.js';
import type { CreateJob, CreateJobReply, VideoJobState } from './video-job-messages.js';
import {
  DEADLINE_REMINDER,
  encodeJobInput,
  encodeVideoJob,
  keyJobsKey,
  unfinishedRecord,
  VIDEO_JOB_KIND,
} from './video-job-records.js';

export interface JobCreationOptions {
  /** Unfinished jobs that a key may have. */
  readonly openJobsMax: number;
  readonly idempotencyKeptMs: number;
  readonly apiKey: ApiKeyBehavior;
}

type JobTurn = Turn<VideoJobState, Effect>;

export function createJob(
  state: VideoJobState | undefined,
  message: CreateJob,
  turn: JobTurn,
  options: JobCreationOptions,
): CreateJobReply {
  if (state !== undefined) throw new Error(`job ${turn.id} exists already`);
  const { key, quote, idempotency } = message;
  const checked = turn.call(options.apiKey, key, { type: 'check' });
  if (checked.outcome !== 'key') return { outcome: 'no_such_key' };
  const known = lookupResult(turn, key, idempotency);
  if (known.kind === 'refused') return { outcome: known.outcome };
  if (known.kind === 'replay') return { outcome: 'replayed', jobId: known.result };
  if (!quote.ok) return { outcome: 'not_on_offer', quote };
  const reserved = turn.call(options.apiKey, key, {
    type: 'reserve',
    purpose: { kind: VIDEO_JOB_KIND, id: turn.id },
    amount: quote.reserve,
    openMax: options.openJobsMax,
  });
  if (reserved.outcome === 'insufficient_credits') return reserved;
  if (reserved.outcome === 'too_many_reservations') return { outcome: 'too_many_jobs' };
  if (reserved.outcome !== 'reserved')
    throw new Error(`key ${key} answered a reserve with ${reserved.outcome}`);
  const job = writtenDown(message, quote, reserved, turn);
  recordResult(turn, key, idempotency, turn.id, options.idempotencyKeptMs);
  return { outcome: 'accepted', job, key: reserved.key };
}

function writtenDown(
  message: CreateJob,
  quote: AcceptableQuote,
  reservation: { readonly key: ApiKeyState; readonly marked: MicroDa },
  turn: JobTurn,
): VideoJobState {
  const { key, prompt, extra } = message;
  const snapshot = firstSnapshot(quote);
  const untraced: VideoJobState = {
    id: turn.id,
    key,
    account: reservation.key.account,
    provider: quote.route.provider,
    model: quote.model,
    lengthMs: quote.lengthMs,
    pricePerSecond: quote.pricePerSecond,
    reserved: quote.reserve,
    createdAt: unixSeconds(turn.wall),
    idempotencyKeyHash: message.idempotency?.keyHash ?? null,
    status: statusOf(snapshot),
    machine: { value: snapshot.value, context: snapshot.context },
    settled: null,
    repeatUntil: repeatUntil(quote.route, turn.now),
  };
  const { marked } = reservation;
  const unmarked = message.trace === undefined ? untraced : { ...untraced, trace: message.trace };
  const job = marked === 0 ? unmarked : { ...unmarked, marked };
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
