/** Starts on a folder of an older format, some of which end while the records are brought up to date. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { CrashStep, NodeStep } from '../node-history.js';
import type { OlderFormat } from '../start-changes.js';

const UPGRADE_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0.06, light: 0.12, heavy: 0.2 };
const DOWN_MS = 300;

export function generateUpgrades(
  random: Random,
  faults: FaultLevel,
  durationMs: number,
): readonly NodeStep[] {
  if (!random.chance(UPGRADE_CHANCES[faults])) return [];
  // Late, if there is something to be counted.
  const at = random.between(Math.floor(durationMs / 2), durationMs);
  const fromFormat = random.weighted<OlderFormat>([
    [1, 3],
    [1, 4],
    [4, 5],
    [1, 6],
  ]);
  const upgrade: NodeStep = { id: 0, at, do: 'restart', downMs: DOWN_MS, fromFormat };
  if (faults === 'none' || random.chance(0.5)) return [upgrade];
  const crash: CrashStep = {
    id: 0,
    at: at + DOWN_MS - 1,
    do: 'crash',
    on: 'commit',
    nth: random.between(1, 3),
    side: random.pick(['before', 'after'] as const),
    undecided: random.pick(['lost', 'kept'] as const),
    downMs: random.pick([0, 50]),
    times: 1,
    reboot: false,
  };
  return [upgrade, crash];
}
