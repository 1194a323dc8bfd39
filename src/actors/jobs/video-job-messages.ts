/** Messages to a video job, its replies and its state. */
import type { SnapshotFrom } from 'xstate';
import type { videoJobMachine } from '../../machines/video-job.js';
import type { VideoJobContext } from '../../machines/video-job-context.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { ProviderReport } from '../../providers/provider-report.js';
import type { SteadyMs } from '../../time/clock.js';
import type { By } from '../audit/audit-trail.js';
import type { ApiKeyState, InsufficientCredits } from '../keys/api-key-messages.js';
import type { IdempotentRequest } from '../keys/idempotency.js';
import type { Behavior } from '../runtime/behavior.js';
import type { Effect } from './effects.js';
import type { Quote, RefusedQuote } from './quote.js';

type MachineValue = SnapshotFrom<typeof videoJobMachine>['value'];

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

export interface VideoJobState {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  /** That of the route taken. */
  readonly provider: string;
  /** As the gateway calls it. */
  readonly model: string;
  /** The length that was asked for, in ms. */
  readonly lengthMs: number;
  readonly pricePerSecond: MicroDa;
  readonly reserved: MicroDa;
  /** The marked part of the reservation; absent if nothing of it was marked. */
  readonly marked?: MicroDa;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly idempotencyKeyHash: string | null;
  readonly status: JobStatus;
  readonly machine: { readonly value: MachineValue; readonly context: VideoJobContext };
  readonly settled: Settled | null;
  /** Until when a submit on its route can be repeated, in steady ms; null without a limit. */
  readonly repeatUntil: SteadyMs | null;
  /** `traceparent` of the request that submitted it; absent if that was not traced. */
  readonly trace?: string;
}

export interface Settled {
  /** Unix seconds. */
  readonly at: number;
  readonly cost: MicroDa;
}

/** Asks for a job, under a fresh id. */
export interface CreateJob {
  readonly type: 'create';
  /** The API key that pays. */
  readonly key: string;
  readonly quote: Quote;
  readonly prompt: string;
  /** Every other field of the request. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly idempotency: IdempotentRequest | undefined;
  /** `traceparent` of the request; undefined if it is not traced. */
  readonly trace?: string | undefined;
}

export type VideoJobMessage =
  | CreateJob
  | { readonly type: 'report'; readonly report: ProviderReport }
  | { readonly type: 'deadline' }
  /** An operator ends the job, if it has not ended yet. The reason is for the job's owner to read. */
  | { readonly type: 'end'; readonly by: By; readonly reason: string }
  /** The node restarted and the job's `unfinished` record asks for it. */
  | { readonly type: 'resume' }
  /** The job's time on disk is over; unfinished jobs stay. `expiryRow` says so and goes with it. */
  | { readonly type: 'remove'; readonly expiryRow: string };

export type CreateJobReply =
  /** The new job, and its key with the price reserved. */
  | { readonly outcome: 'accepted'; readonly job: VideoJobState; readonly key: ApiKeyState }
  | { readonly outcome: 'replayed'; readonly jobId: string }
  | { readonly outcome: 'no_such_key' }
  | { readonly outcome: 'idempotency_key_in_use' }
  | { readonly outcome: 'idempotency_key_reused' }
  | { readonly outcome: 'not_on_offer'; readonly quote: RefusedQuote }
  | { readonly outcome: 'too_many_jobs' }
  | InsufficientCredits;

export type VideoJobReply =
  | CreateJobReply
  /** The job after any other message. */
  | { readonly outcome: 'job'; readonly job: VideoJobState }
  | { readonly outcome: 'no_such_job' };

export type VideoJobBehavior = Behavior<VideoJobState, VideoJobMessage, VideoJobReply, Effect>;
