/** The scripts that providers of a history follow. */

/** The script that a provider follows for one job. Once a list of moves is used up, the provider behaves. */
export interface ProviderScript {
  readonly submits: readonly SubmitMove[];
  readonly polls: readonly PollMove[];
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

/** How the n-th submit of a job goes. */
export interface SubmitMove {
  readonly delayMs: number;
  readonly do: (typeof SUBMIT_MOVES)[number];
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

/** How the n-th poll of a job goes. */
export interface PollMove {
  readonly delayMs: number;
  readonly do: (typeof POLL_MOVES)[number];
}

export const POLL_MOVES = [
  'truth',
  'error',
  'garbage',
  'never',
  /** The state it was in a while ago: an answer that overtook another. */
  'stale',
  /** Completed with more output than was asked for, before it is; the provider stands by it from then on. */
  'too_long',
  /** Failed, though it goes on; the provider does not stand by it. */
  'false_failure',
] as const;
