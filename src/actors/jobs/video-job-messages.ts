/** What is said to a video job, and how it stands. */
import type { SnapshotFrom } from 'xstate';
import type { VideoJobContext, videoJobMachine } from '../../machines/video-job.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { ProviderReport } from '../../providers/provider-report.js';
import type { Quote } from '../keys/api-key-messages.js';
import type { Behavior } from '../runtime/behavior.js';
import type { Effect } from './effects.js';

type MachineValue = SnapshotFrom<typeof videoJobMachine>['value'];

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
  /** `traceparent` of the request that submitted it; absent where that was not traced. */
  readonly trace?: string;
}

export interface Settled {
  /** Unix seconds. */
  readonly at: number;
  readonly cost: MicroDa;
}

export type VideoJobMessage =
  | {
      readonly type: 'create';
      readonly key: string;
      readonly account: string;
      readonly quote: Extract<Quote, { ok: true }>;
      readonly prompt: string;
      readonly extra: Readonly<Record<string, unknown>>;
      readonly idempotencyKeyHash: string | null;
      readonly trace?: string | undefined;
    }
  | { readonly type: 'report'; readonly report: ProviderReport }
  | { readonly type: 'deadline' }
  /** An operator ends the job, if it has not ended yet. The reason is for the job's owner to read. */
  | { readonly type: 'end'; readonly reason: string }
  /** The node restarted and the job's `unfinished` record asks for it. */
  | { readonly type: 'resume' }
  /** The job's time on disk is over; unfinished jobs stay. `expiryRow` says so and goes with it. */
  | { readonly type: 'remove'; readonly expiryRow: string };

/** The job after the message; undefined where there is none. */
export type VideoJobReply = VideoJobState | undefined;
export type VideoJobBehavior = Behavior<VideoJobState, VideoJobMessage, VideoJobReply, Effect>;
