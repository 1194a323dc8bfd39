/** The bounds on calls to a provider, as a history has them. */
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { BreakerLimits } from '../../../../../src/providers/calls/slots/breaker.js';
import { CALL_LIMITS, type CallLimits } from '../../../../../src/providers/calls/slots/call-limits.js';
import type { Random } from '../../../../world/random.js';
import { breakerLimits } from './breaker-part.js';

export interface DrawnLimits {
  readonly submits: number;
  readonly finds: number;
  readonly polls: number;
  readonly finalPolls: number;
  readonly cancels: number;
  /** Calls of a kind to a provider that has not answered yet. */
  readonly first: number;
  readonly breaker: BreakerLimits;
}

export function drawnLimits(random: Random): DrawnLimits {
  return {
    submits: random.pick([1, 2, 3, 6]),
    finds: random.pick([1, 2, 3]),
    polls: random.pick([1, 3, 6]),
    finalPolls: random.pick([1, 2]),
    cancels: random.pick([1, 2]),
    first: random.pick([1, 1, 2, 4]),
    breaker: breakerLimits(random),
  };
}

export function callLimitsOf({
  submits,
  finds,
  polls,
  finalPolls,
  cancels,
  first,
  breaker,
}: DrawnLimits): CallLimits {
  return {
    ...CALL_LIMITS,
    submitsInFlightMax: submits,
    pollsInFlightMax: polls,
    breaker,
    internal: {
      ...USUAL_LIMITS,
      findsInFlight: finds,
      finalPollsInFlight: finalPolls,
      cancelsInFlight: cancels,
      callsInFlightFirst: first,
    },
  };
}
