import type { VideoJobState } from '../actors/jobs/video-job-messages.js';
import type { RemoteFile } from '../outward/outward.js';

export type OpenedResult =
  /** A browser saves it under `fileName`; '' for none. */
  | { readonly state: 'open'; readonly file: RemoteFile; readonly fileName: string }
  /** It is no longer kept, or its provider no longer has it. */
  | { readonly state: 'gone' }
  /** Its provider does not send it now. */
  | { readonly state: 'unavailable' };

/** The results of jobs, for those who want to read them. */
export interface ResultFiles {
  /** Opens the result of a completed job. */
  open(job: VideoJobState, signal: AbortSignal, trace?: string): Promise<OpenedResult>;
  /** Opens the result that a link leads to; undefined if the link was not given out. */
  openLink(path: string, signal: AbortSignal): Promise<OpenedResult | undefined>;
  /** False if a further result of the provider would be kept, and there is no room for it. */
  takesMore(provider: string): boolean;
  /** How the last try to read the result of a job failed, for operators; undefined if none has. */
  troubleOf(jobId: string): string | undefined;
}
