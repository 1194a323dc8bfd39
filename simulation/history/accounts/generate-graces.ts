/**
 * Makes a rotation with a grace, steps of the wall clock before it and within its grace, and requests with
 * the secret of before until the grace is over and behind that; and rotations one after the other.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';

const GRACES_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0.03, light: 0.1, heavy: 0.1 };
/** No other step makes a key of this number. */
const KEY = 9_110;
const LASTING_CHANCE = 0.15;
const LASTING_KEY = 9_411;
const LASTING_SECONDS = [20_000, 40_000, 86_400];
const MADE = { op: 'create_key', newKey: KEY, account: 0, rpm: 1_000, creditsMicroDa: 1_000 } as const;
const WALL_STEPS_MS = [-86_400_000, -60_000, 60_000, 3_600_000, 86_400_000];

export function generateGraces(random: Random, faults: FaultLevel, durationMs: number): readonly NodeStep[] {
  return [
    ...steppedGrace(random, faults, durationMs),
    ...lastingGraces(random.fork('lasting'), random.fork('lasting at').between(0, durationMs)),
  ];
}

/** Several secrets work at once, and go on to when the history is over. */
function lastingGraces(random: Random, from: number): readonly NodeStep[] {
  if (!random.chance(LASTING_CHANCE)) return [];
  const times = random.between(2, 3);
  const rotations = Array.from({ length: times }, (_, nth): NodeStep => {
    const graceSeconds = random.pick(LASTING_SECONDS);
    return edgeStep(from + 400 + 300 * nth, { op: 'rotate', key: LASTING_KEY, graceSeconds });
  });
  return [edgeStep(from, { ...MADE, newKey: LASTING_KEY }), ...rotations];
}

function steppedGrace(random: Random, faults: FaultLevel, durationMs: number): readonly NodeStep[] {
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
