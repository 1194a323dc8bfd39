/**
 * Makes a rotation with a grace, steps of the wall clock before it and within its grace, and requests with
 * the secret of before until the grace is over and behind that.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';

const GRACES_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0.03, light: 0.1, heavy: 0.1 };
/** No other step makes a key of this number. */
const KEY = 9_110;
const MADE: ClientCall = { op: 'create_key', newKey: KEY, account: 0, rpm: 1_000, creditsMicroDa: 1_000 };
const WALL_STEPS_MS = [-86_400_000, -60_000, 60_000, 3_600_000, 86_400_000];

export function generateGraces(random: Random, faults: FaultLevel, durationMs: number): readonly NodeStep[] {
  if (!random.chance(GRACES_CHANCES[faults])) return [];
  const from = random.between(0, durationMs);
  const rotatedAt = from + 400;
  const graceSeconds = random.pick([2, 10, 40]);
  const overAt = rotatedAt + graceSeconds * 1_000;
  const uses = [rotatedAt + 300, random.between(rotatedAt + 300, overAt), overAt - 100];
  const lateUses = [overAt + 100, overAt + random.between(100, 5_000)];
  const earlier: ClientCall = { op: 'credits', key: KEY, earlier: 1 };
  const steppedAt = random.pick([from, random.between(rotatedAt, overAt)]);
  return [
    edgeStep(from, MADE),
    edgeStep(rotatedAt, { op: 'rotate', key: KEY, graceSeconds }),
    ...[...uses, ...lateUses].map((at) => edgeStep(at, earlier)),
    ...(faults === 'none'
      ? []
      : [{ id: 0, at: steppedAt, do: 'step_wall', ms: random.pick(WALL_STEPS_MS) } as const]),
  ];
}
