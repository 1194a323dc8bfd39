import type { ProviderState, ResultFile, SubmitAnswer } from './provider.js';

/**
 * A report on a job: of the caller of providers (`calls/provider-calls.ts`), or of the reader of results
 * (`routing/result-reader.ts`).
 */
export type ProviderReport =
  | SubmitReport
  | WaitReport
  | FindReport
  | StatusReport
  | FinalPollReport
  | ReadingReport;

/** How a submit ended: one report for each. */
export type SubmitReport = { readonly about: 'submit' } & (SubmitAnswer | UnknownOutcome);

/** No answer came, or one that makes no sense. Whether the provider took the job is not known. */
export interface UnknownOutcome {
  readonly outcome: 'unknown';
  /** Fit to be shown to a client. */
  readonly message: string;
}

/**
 * A submit waits, or has waited and may begin. It then begins when its job has that on disk, and submits it
 * again.
 */
export type WaitReport = { readonly about: 'submit_waits' } | { readonly about: 'submit_begins' };

/** The provider was asked for a job whose submit had no known outcome. */
export type FindReport = { readonly about: 'find' } & (FoundAnswer | { readonly outcome: 'not_found' });

export type FoundAnswer = Exclude<SubmitAnswer, { readonly outcome: 'not_now' }>;

/** A job that is polled has begun or has ended. */
export interface StatusReport {
  readonly about: 'poll';
  readonly state: ProviderState;
}

/** The poll at the deadline of a job is over. */
export interface FinalPollReport {
  readonly about: 'final_poll';
  /** Undefined if it was not answered. */
  readonly state: ProviderState | undefined;
}

/** The reading of a result is over: one report for each job. */
export type ReadingReport = { readonly about: 'reading' } & (
  | {
      readonly outcome: 'read';
      /** The duration of the clip, rounded to the nearest millisecond. */
      readonly lengthMs: number;
      /** The gateway's own path to the result, a `RESULT_LINKS` one. */
      readonly link: string;
      readonly file: ResultFile;
    }
  /** No waiting mends it. The message is fit to be shown to a client. */
  | { readonly outcome: 'unreadable'; readonly message: string }
);
