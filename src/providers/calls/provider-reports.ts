/** What the caller of providers tells the actors: one report for each submit, one for each piece of news. */
import type { FailureSlug, ProviderState } from '../provider.js';
import type { CallEnd } from './timed-calls.js';

/** The call brought no answer; whether it took effect is not known. */
export interface NoOutcome {
  readonly reason: 'timeout' | 'error' | 'garbage';
  /** Fit to be shown to a client. */
  readonly message: string;
  /** What the adapter said, for the operator's log alone. */
  readonly detail: string;
}

export type SubmitReport =
  | { readonly kind: 'accepted'; readonly handle: string; readonly state: ProviderState }
  | { readonly kind: 'rejected'; readonly slug: FailureSlug; readonly message: string }
  | { readonly kind: 'not_now'; readonly message: string }
  | ({ readonly kind: 'no_outcome' } & NoOutcome);

/** A watched job has begun or has ended. */
export interface StatusReport {
  readonly kind: 'news';
  readonly state: Exclude<ProviderState, { readonly state: 'pending' }>;
}

/** The end of the last question to the provider about a job. */
export type FinalPollReport =
  | { readonly kind: 'final'; readonly state: ProviderState }
  | ({ readonly kind: 'final_no_outcome' } & NoOutcome);

export type CallReport = SubmitReport | StatusReport | FinalPollReport;

/** The slug for a job that fails because a call brought no answer. */
export function slugOfNoOutcome({ reason }: NoOutcome): FailureSlug {
  return reason === 'timeout' ? 'provider_timeout' : 'provider_error';
}

export function noOutcome(end: Exclude<CallEnd<never>, { readonly end: 'answered' }>): NoOutcome {
  switch (end.end) {
    case 'timeout':
      return { reason: 'timeout', message: 'The provider did not answer in time.', detail: 'time limit' };
    case 'garbage':
      return {
        reason: 'garbage',
        message: 'The provider gave an answer that does not fit its protocol.',
        detail: 'an answer that fits no known form',
      };
    case 'error':
      return { reason: 'error', message: 'The call to the provider failed.', detail: end.detail };
  }
}
