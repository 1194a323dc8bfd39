/** Makes an operator who chooses another management key, and somebody who goes on with the one of before. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeSetup, NodeStep } from '../node-history.js';
import { killedAt } from './restart-steps.js';

const NEW_KEY_CHANCE = 0.1;
const DOWN_MS = 200;
const UP_MS = 1_500;

/** The node changes one key for the other in one commit, if a commit holds that much. */
export function generateNewKeys(
  random: Random,
  faults: FaultLevel,
  { durationMs, limits }: { readonly durationMs: number; readonly limits?: NodeSetup['limits'] },
): readonly NodeStep[] {
  if (limits?.writesInCommit !== undefined || !random.chance(NEW_KEY_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const startAt = from + DOWN_MS;
  const stray = edgeStep(startAt + UP_MS, { op: 'stray', key: 0, how: 'former_operator_key' });
  const list = edgeStep(startAt + UP_MS, { op: 'list_keys' });
  const restart: NodeStep = { id: 0, at: from, do: 'restart', downMs: DOWN_MS, hasNewOperatorKey: true };
  if (faults === 'none' || random.chance(0.4)) return [restart, stray, list];
  // The start may be under way, or its commit.
  const killed = { ...killedAt(random, startAt - 1, 50), on: 'commit' as const };
  return [
    restart,
    { ...killed, nth: random.between(1, 3), side: random.pick(['before', 'after']) },
    stray,
    list,
  ];
}
