/**
 * When to ask for a job again.
 *
 * A provider's own hint is followed, a little late rather than early; without one the interval grows from
 * a quarter of a second to twenty seconds. Failed polls back off on the same scale, counted on their own.
 */
import type { ProviderState } from '../provider.js';

const INTERVAL_FIRST_MS = 250;
const INTERVAL_GROWTH = 1.5;
const INTERVAL_MAX_MS = 20_000;
/** Growth beyond this count reaches no further than the longest interval. */
const GROWTH_STEPS_MAX = 16;
/** A hint is believed within these bounds: a wrong one neither makes us hammer nor lets us forget a job. */
const HINT_MIN_MS = 50;
export const POLL_HINT_MAX_MS = 60_000;
const JITTER_SHARE = 0.1;

/**
 * The delay, in whole ms, until the next poll after the provider has said how the job stands.
 *
 * @param quietPolls polls answered since the job was accepted
 * @param fraction in [0, 1), for jitter
 */
export function delayAfterAnswerMs(state: ProviderState, quietPolls: number, fraction: number): number {
  const hintMs = 'askAgainAfterMs' in state ? state.askAgainAfterMs : undefined;
  if (hintMs === undefined) return intervalMs(quietPolls, fraction);
  const believedMs = Math.min(Math.max(hintMs, HINT_MIN_MS), POLL_HINT_MAX_MS);
  return Math.ceil(believedMs * (1 + JITTER_SHARE * fraction));
}

/**
 * How many polls without a hint have been answered `elapsedMs` after the first one: so that a job that is
 * taken up after a restart is asked for as often as before.
 */
export function quietPollsIn(elapsedMs: number): number {
  // The first n intervals add up to FIRST × (GROWTH^n - 1) / (GROWTH - 1).
  const grown = 1 + (Math.max(0, elapsedMs) * (INTERVAL_GROWTH - 1)) / INTERVAL_FIRST_MS;
  return Math.min(Math.floor(Math.log(grown) / Math.log(INTERVAL_GROWTH)), GROWTH_STEPS_MAX);
}

/** @param failures failed polls in a row, 1 or more */
export function delayAfterFailureMs(failures: number, fraction: number): number {
  return intervalMs(failures - 1, fraction);
}

/** Jitter shortens, so that the longest interval is the bound it says it is. */
function intervalMs(step: number, fraction: number): number {
  const grownMs = INTERVAL_FIRST_MS * INTERVAL_GROWTH ** Math.min(step, GROWTH_STEPS_MAX);
  return Math.ceil(Math.min(grownMs, INTERVAL_MAX_MS) * (1 - JITTER_SHARE * fraction));
}
