/** The failures of jobs that the gateway itself finds, and the transitions that lead to a failure. */
import type { FailureSlug } from '../providers/provider.js';

export interface JobFailure {
  readonly slug: FailureSlug;
  readonly message: string;
}

export const EXPIRED: JobFailure = {
  slug: 'expired',
  message: 'The job was not finished at its deadline.',
};

/** The gateway stopped before the answer to a submit came, and asking for the job brought nothing. */
export const ANSWER_LOST: JobFailure = {
  slug: 'outcome_unknown',
  message: 'The provider was sent the job, its answer was lost, and it cannot be asked again.',
};

export const NOT_READ_IN_TIME: JobFailure = {
  slug: 'result_unavailable',
  message: 'The provider made the video, and its file could not be read in time.',
};

/** @param why the end of the last submit */
export function outcomeUnknown({ message: why }: { readonly message: string }): JobFailure {
  return { slug: 'outcome_unknown', message: `Whether the provider took the job is not known. ${why}` };
}

export function notTaken({ message }: { readonly message: string }): JobFailure {
  return { slug: 'provider_unavailable', message };
}

export function resultUnavailable({ message }: { readonly message: string }): JobFailure {
  return { slug: 'result_unavailable', message };
}

/** Expired before its time: of the slugs the one that blames neither the request nor the provider. */
export function endedByOperator({ message }: { readonly message: string }): JobFailure {
  return { slug: 'expired', message };
}

/** The transition to `failed`, for the reason that an event gives. */
export function failing<Event>(failureOf: (event: Event) => JobFailure) {
  const params = ({ event }: { readonly event: Event }) => failureOf(event);
  return { target: '#videoJob.failed', actions: { type: 'keepFailure', params } } as const;
}

/** As `failing`, of a job that its provider has, or may have, and that nobody waits for any more. */
export function givingUp<Event>(failureOf: (event: Event) => JobFailure) {
  const { target, actions } = failing(failureOf);
  return { target, actions: [actions, 'cancel'] } as const;
}

/** The failure that its provider reported. */
export function itself({ slug, message }: JobFailure): JobFailure {
  return { slug, message };
}
