import type { RemoteFile } from '../outward/outward.js';

export interface JobPolls {
  /** Until the provider is asked again. */
  readonly nextInMs: number;
  /** Polls that failed in a row. */
  readonly failures: number;
  /** How the last of them failed; for operators: it may hold what no client should see. */
  readonly trouble: string;
}

/** Knowledge of unfinished jobs and results that is not in the records. */
export interface JobProgress {
  /** 0 to 100, as the provider last reported it; undefined if it reports none. */
  progressOf(jobId: string): number | undefined;
  /** Milliseconds until the next time that news may come. */
  nextNewsInMs(jobId: string): number;
  /** How it goes to ask the provider for the job; undefined if nobody asks. */
  pollsOf(jobId: string): JobPolls | undefined;
  /**
   * Undefined if there is room for a submit to the model. Otherwise counts one that is turned away, and tells
   * after how many milliseconds one may be taken again.
   */
  turnsAwayForMs(provider: string, model: string): number | undefined;
  /** Opens the result of a completed job; undefined if the provider no longer has it. */
  content(
    provider: string,
    location: string,
    signal: AbortSignal,
    trace?: string,
  ): Promise<RemoteFile | undefined>;
}
