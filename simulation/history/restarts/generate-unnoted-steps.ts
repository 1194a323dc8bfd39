/**
 * Makes the wall clock step while the disk refuses, and the machine start anew when all has long been well:
 * windows are as old by then as the time that passed, and not as the wall clock tells.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import { killedAt } from './restart-steps.js';

interface StepFacts {
  readonly faults: FaultLevel;
  readonly durationMs: number;
}

const UNNOTED_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.2, heavy: 0.2 };
/** No other step makes a key of this number. */
const KEY = 9_440;
const RPM = 5;
const FAILS_AFTER_MS = 3_500;
/** The disk is well again long before, and the clocks are noted. */
const KILLED_AFTER_MS = 12_000;
const ASKED_AFTER_MS = 14_000;

export function generateUnnotedSteps(random: Random, { faults, durationMs }: StepFacts): readonly NodeStep[] {
  if (!random.chance(UNNOTED_CHANCES[faults])) return [];
  const from = random.between(0, durationMs);
  const ask = (afterMs: number) => edgeStep(from + afterMs, { op: 'credits', key: KEY });
  const failsAt = from + FAILS_AFTER_MS;
  return [
    edgeStep(from, richKey(KEY, 1, RPM)),
    ...Array.from({ length: RPM }, () => ask(500)),
    { id: 0, at: failsAt, do: 'disk', fault: 'reject', skip: 0, commits: random.between(1, 3) },
    { id: 0, at: failsAt + 20, do: 'step_wall', ms: random.pick([-20_000, 20_000, 3_600_000]) },
    { ...killedAt(random, from + KILLED_AFTER_MS, 50), reboot: true },
    ...[0, 1].map((nth) => ask(ASKED_AFTER_MS + nth)),
  ];
}
