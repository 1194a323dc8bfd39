import type { AcceptableQuote, Quote } from '../actors/jobs/quote.js';

export interface JobPolls {
  /** Until the provider is asked again. */
  readonly nextInMs: number;
  /** Polls that failed in a row. */
  readonly failures: number;
  /** How the last of them failed; for operators: it may hold what no client should see. */
  readonly trouble: string;
}

/** Knowledge of unfinished jobs that is not in the records. */
export interface JobProgress {
  /** 0 to 100, as the provider last reported it; undefined if it reports none. */
  progressOf(jobId: string): number | undefined;
  /** Milliseconds until the next time that news may come. */
  nextNewsInMs(jobId: string): number;
  /** How it goes to ask the provider for the job; undefined if nobody asks. */
  pollsOf(jobId: string): JobPolls | undefined;
  /**
   * The quote with the first of its routes whose breaker lets calls through and that has room; else the first
   * that has room. If none has, counts a submit that is turned away, and refuses it.
   */
  routed(quote: AcceptableQuote): Quote;
}
