/** The scripts that providers of a history follow. */

/**
 * The script that providers follow for one job, whichever of them has it. Once a list of moves is used up,
 * they behave.
 */
export interface ProviderScript {
  readonly submits: readonly SubmitMove[];
  /** Of providers that can be asked for a job by its id. */
  readonly finds?: readonly FindMove[];
  readonly polls: readonly PollMove[];
  readonly cancel?: CancelMove;
  /** Of providers whose results have to be read. */
  readonly reads?: readonly ReadMove[];
  /** The length as such a provider says it, in ms; absent if it says none. */
  readonly saidMs?: number;
  /** From acceptance to the beginning of the work, and from there to its end. */
  readonly pendingMs: number;
  readonly runningMs: number;
  readonly end:
    | { readonly how: 'completed'; readonly outputMs: number }
    | { readonly how: 'failed'; readonly slug: 'content_rejected' | 'invalid_input' | 'provider_error' }
    | { readonly how: 'never' };
  /** The wait until the next question; absent if it says nothing. */
  readonly askAgainAfterMs?: number;
}

/** How the n-th submit of a job goes, whichever provider it is sent to. */
export interface SubmitMove extends Delayed {
  readonly do: (typeof SUBMIT_MOVES)[number];
}

interface Delayed {
  readonly delayMs: number;
  /** Of `not_now` and `busy`: when to ask again; absent if it does not say. */
  readonly askAgainAfterMs?: number;
}

export const SUBMIT_MOVES = [
  'accept',
  'reject',
  'not_now',
  /** Not taken, and an error that does not say so. */
  'error',
  'garbage',
  'never',
  /** Taken, and the answer lost: an error, garbage, or nothing. */
  'accept_then_error',
  'accept_then_garbage',
  'accept_then_never',
] as const;

/** How the n-th look for a job by its id goes. */
export interface FindMove extends Delayed {
  readonly do: (typeof FIND_MOVES)[number];
}

export const FIND_MOVES = [
  'truth',
  /** It has the job, and says that it does not. */
  'not_found',
  /** It has the job, and says that it refused it. */
  'reject',
  'not_now',
  'busy',
  'error',
  'garbage',
  'never',
] as const;

/** How the n-th poll of a job goes. */
export interface PollMove extends Delayed {
  readonly do: (typeof POLL_MOVES)[number];
}

export const POLL_MOVES = [
  'truth',
  'error',
  'garbage',
  'never',
  /** It wants fewer questions. */
  'busy',
  /** The state it was in a while ago: an answer that overtook another. */
  'stale',
  /** Completed with more output than was asked for, before it is; the provider stands by it from then on. */
  'too_long',
  /** Failed, though it goes on; the provider does not stand by it. */
  'false_failure',
] as const;

/** How each request to give the job up goes. `lost`: it has no effect, and no answer. */
export type CancelMove = (typeof CANCEL_MOVES)[number];

export const CANCEL_MOVES = ['works', 'refused', 'lost', 'works_unheard'] as const;

/** How the n-th opening of a job's result goes. */
export interface ReadMove extends Delayed {
  readonly do: (typeof READ_MOVES)[number];
}

export const READ_MOVES = [
  'whole',
  'error',
  'never',
  /** It opens, and ends before its end. */
  'breaks_off',
  'gone',
  /** No gateway may read it there. */
  'forbidden',
  /** It is no clip. */
  'no_clip',
] as const;
