/**
 * The bounds on calls to a provider. Each holds for one model of it, so that no model slows another.
 */
import { type Limits, USUAL_LIMITS } from '../../../limits/limits.js';
import { BREAKER_LIMITS, type BreakerLimits } from './breaker.js';

export interface CallLimits {
  readonly submitLimitMs: number;
  /** Of looking for a job, too. */
  readonly pollLimitMs: number;
  /** Of a cancel, too. */
  readonly finalPollLimitMs: number;
  /** Accepted jobs that may wait for their submit. */
  readonly submitsWaitingMax: number;
  readonly submitsInFlightMax: number;
  readonly pollsInFlightMax: number;
  /** How long a final poll or a cancel may wait for its turn before it is given up. */
  readonly finalPollWaitMaxMs: number;
  readonly pollsPerSecondMax: number;
  readonly breaker: BreakerLimits;
  readonly internal: Limits;
}

export const CALL_LIMITS: CallLimits = {
  submitLimitMs: 30_000,
  pollLimitMs: 10_000,
  finalPollLimitMs: 5_000,
  submitsWaitingMax: 100_000,
  submitsInFlightMax: 256,
  pollsInFlightMax: 2_048,
  finalPollWaitMaxMs: 30_000,
  pollsPerSecondMax: 20_000,
  breaker: BREAKER_LIMITS,
  internal: USUAL_LIMITS,
};
