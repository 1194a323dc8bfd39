/** Faults at random, the same for the same seed: about one request in four has one. */
import type { FaultPlan, StandInFault } from '../../../src/providers/adapters/remote/stand-in-faults.js';

const FAULT_SHARE = 0.25;
const ANSWER_BYTES_MAX = 700;

export function randomFaults(seed: number): FaultPlan {
  const random = randomFractions(seed);
  const pick = <Case>(cases: readonly [Case, ...Case[]]): Case =>
    cases[Math.floor(random() * cases.length)] ?? cases[0];
  const instead = (status: number, headers: Readonly<Record<string, string>> = {}): StandInFault => ({
    kind: 'instead',
    answer: { status, headers, body: { unexpected: true } },
  });
  return () => {
    if (random() >= FAULT_SHARE) return undefined;
    return pick<() => StandInFault>([
      () => instead(429, { 'retry-after': '1' }),
      () => instead(429),
      () => instead(503),
      () => instead(500),
      () => ({ kind: 'changed', change: () => ({ status: 500, body: {} }) }),
      () => ({ kind: 'changed', change: ({ status }) => ({ status, body: '<html>oops</html>' }) }),
      () => ({ kind: 'halved' }),
      () => ({ kind: 'reset_unseen' }),
      () => ({ kind: 'reset_after', bytes: Math.floor(random() * ANSWER_BYTES_MAX) }),
      () => ({ kind: 'late', ms: pick([50, 700, 4_000]) }),
    ])();
  };
}

/** Mulberry32, in [0, 1). */
function randomFractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
