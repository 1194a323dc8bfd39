/** The reasons for which pairs cannot occur, numbered: many pairs share one. */
import type { CannotOccur } from './subject.js';

export interface NumberedReason {
  /** From 1. */
  readonly number: number;
  readonly reason: string;
  readonly events: readonly string[];
  readonly states: readonly string[];
}

/** In the order in which they first come. */
export function numberedReasons(
  cannotOccur: readonly CannotOccur[],
  machine: string,
): readonly NumberedReason[] {
  const own = cannotOccur.filter((one) => one.machine === machine);
  return [...new Set(own.map(({ reason }) => reason))].map((reason, at) => {
    const pairs = own.filter((one) => one.reason === reason);
    return {
      number: at + 1,
      reason,
      events: [...new Set(pairs.map(({ event }) => event))],
      states: [...new Set(pairs.map(({ state }) => state))],
    };
  });
}
