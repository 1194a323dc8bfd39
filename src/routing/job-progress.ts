import type { ResultContent } from '../providers/provider.js';

export interface JobPolls {
  /** Until the provider is asked again. */
  readonly nextInMs: number;
  /** Polls that failed in a row. */
  readonly failures: number;
  /** What the last of them came to; for operators, it may hold what no client should see. */
  readonly trouble: string;
}

/** What is known of unfinished jobs and results beside the records. */
export interface JobProgress {
  /** 0 to 100, as the provider last reported it; undefined where it reports none. */
  progressOf(jobId: string): number | undefined;
  /** Milliseconds until the next time that news may come. */
  nextNewsInMs(jobId: string): number;
  /** How it goes to ask the provider for the job; undefined where nobody asks. */
  pollsOf(jobId: string): JobPolls | undefined;
  /**
   * Where as many submits wait for the model as may, counts one that is turned away for it, and says after how many
   * milliseconds one may be taken again; undefined where there is room.
   */
  turnsAwayForMs(provider: string, model: string): number | undefined;
  /** Opens the result of a completed job; undefined where the provider no longer has it. */
  content(
    provider: string,
    location: string,
    signal: AbortSignal,
    trace?: string,
  ): Promise<ResultContent | undefined>;
}
