import type { FailureSlug, ProviderState, SubmitAnswer } from './provider.js';

/** A report of the caller of providers (`calls/provider-calls.ts`) on a job. */
export type ProviderReport = SubmitReport | StatusReport | FinalPollReport;

/** How a submit ended: one report for each. */
export type SubmitReport = { readonly about: 'submit' } & (SubmitAnswer | UnknownOutcome);

/** No answer came, or one that makes no sense. Whether the provider took the job is not known. */
export interface UnknownOutcome {
  readonly outcome: 'unknown';
  /** Of a job that fails because of this. */
  readonly slug: FailureSlug;
  /** Fit to be shown to a client. */
  readonly message: string;
}

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

export interface ResultFile {
  readonly bytes: number;
  /** As it was recognised, whatever the provider calls it. */
  readonly contentType: string;
  /** True if the gateway has a copy of its own. */
  readonly isKept: boolean;
}
