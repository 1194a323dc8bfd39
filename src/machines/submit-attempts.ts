/** The number of submits of a job on one route, and the pauses between them. */

/** How often a submit is tried on one route before the job fails. */
export const SUBMIT_ATTEMPTS_MAX = 8;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;

/** How long to wait before submit number `attempt`, in ms; the caller adds jitter. */
export function submitBackOffMs(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(RETRY_FIRST_MS * 2 ** (attempt - 2), RETRY_MAX_MS);
}
