/** The events of a video job's machine. */
import type { ResultFile } from '../providers/provider.js';
import type { JobFailure } from './job-failures.js';
import type { MadeResult } from './video-job-context.js';

export type VideoJobEvent =
  | { readonly type: 'SUBMIT_ACCEPTED'; readonly handle: string }
  | ({ readonly type: 'SUBMIT_REJECTED' } & JobFailure)
  | ({ readonly type: 'SUBMIT_NOT_TAKEN'; readonly message: string } & Repeatable)
  | ({ readonly type: 'SUBMIT_WITHOUT_OUTCOME'; readonly message: string } & Repeatable)
  /** The submit waits for its turn, and is not called before SUBMIT_BEGINS is on disk. */
  | { readonly type: 'SUBMIT_WAITS' }
  /** The turn of a submit that waited has come. */
  | { readonly type: 'SUBMIT_BEGINS' }
  /** The provider was asked for the job by its id, and has none. */
  | { readonly type: 'NOT_FOUND' }
  | { readonly type: 'STARTED' }
  | { readonly type: 'COMPLETED'; readonly lengthMs: number; readonly location: string }
  /** The provider has completed it, and the result has to be read. */
  | ({ readonly type: 'MADE' } & MadeResult)
  | {
      readonly type: 'RESULT_READ';
      readonly lengthMs: number;
      readonly link: string;
      readonly file: ResultFile;
    }
  | { readonly type: 'RESULT_UNREADABLE'; readonly message: string }
  | ({ readonly type: 'FAILED' } & JobFailure)
  | { readonly type: 'DEADLINE' }
  /** The final poll told of no end of the job, or was not answered. */
  | { readonly type: 'FINAL_POLL_UNSETTLED' }
  /** An operator wants the job to end now; the message is for its owner. */
  | { readonly type: 'ENDED_BY_OPERATOR'; readonly message: string }
  /** The node restarted: calls of the provider that were under way are gone. */
  | ({ readonly type: 'RESUMED' } & Repeatable);

export type VideoJobEventType = VideoJobEvent['type'];

/** Of a submit that may have to be made again. */
interface Repeatable {
  /** True if the time is over within which the provider takes a repeated submit for the same. */
  readonly isTooLate: boolean;
}
