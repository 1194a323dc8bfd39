/** The troubles of a history that are not the providers': disk, crashes, restarts, the wall clock. */
import type { FaultLevel } from '../model.js';
import type { Random } from '../world/random.js';
import {
  type CrashStep,
  DISK_FAULTS,
  type NodeStep,
  OUTAGES,
  type OutageStep,
  type RequestStep,
} from './node-history.js';
import { PROVIDER_NAMES } from './provider-kinds.js';

type Trouble = Exclude<NodeStep, RequestStep>;

export function generateFaults(random: Random, faults: FaultLevel, durationMs: number): readonly Trouble[] {
  if (faults === 'none') return [];
  const count = faults === 'light' ? random.between(0, 2) : random.between(1, 8);
  return Array.from({ length: count }, () => trouble(random, random.between(0, durationMs))).flat();
}

const BOOT_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.05, heavy: 0.15 };

/**
 * A boot of the machine after a step of the wall clock: soon, when the node may not have noted the step yet,
 * or once it has.
 */
export function generateBoots(random: Random, faults: FaultLevel, durationMs: number): readonly Trouble[] {
  if (!random.chance(BOOT_CHANCES[faults])) return [];
  const at = random.between(0, durationMs);
  const bootAt = at + random.pick([100, 4_000, 4_000, 20_000]);
  return [
    { id: 0, at, do: 'step_wall', ms: random.pick([-3_600_000, -20_000, 20_000, 3_600_000]) },
    { ...crash(random, bootAt), on: 'now', nth: 1, side: 'before', times: 1, reboot: true },
  ];
}

const EARLY_STEP_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.08, heavy: 0.15 };

/** A wall clock that is set before all else: from then on the two sorts of time lie apart. */
export function generateEarlyWallSteps(random: Random, faults: FaultLevel): readonly Trouble[] {
  if (!random.chance(EARLY_STEP_CHANCES[faults])) return [];
  return [{ id: 0, at: 0, do: 'step_wall', ms: random.pick([-86_400_000, -60_000, 60_000, 86_400_000]) }];
}

function trouble(random: Random, at: number): readonly Trouble[] {
  return random.weighted<() => readonly Trouble[]>([
    [5, () => [crash(random, at)]],
    [2, () => [{ id: 0, at, do: 'restart', downMs: downMs(random) }]],
    [4, () => diskTrouble(random, at)],
    [2, () => [outage(random, at)]],
    [1, () => [{ id: 0, at, do: 'step_wall', ms: random.pick([-86_400_000, -5_000, 1_500, 3_600_000]) }]],
  ])();
}

function diskTrouble(random: Random, at: number): readonly Trouble[] {
  const fault = random.pick(DISK_FAULTS);
  const commits = random.weighted([
    [4, 1],
    [3, random.between(2, 4)],
    [1, random.between(5, 30)],
  ]);
  const skip = random.chance(0.5) ? 0 : random.between(1, 6);
  const failing: Trouble = { id: 0, at, do: 'disk', fault, skip, commits };
  if (fault === 'reject' || fault === 'reject_yet_visible') return [failing];
  // A hanging commit is let go again and again, so that a disk that hangs is one that is slow, too.
  const releases = Array.from({ length: commits }, (_, n): Trouble => {
    return { id: 0, at: at + random.between(1, 3_000) * (n + 1), do: 'release_disk' };
  });
  return [failing, ...releases];
}

function crash(random: Random, at: number): CrashStep {
  const on = random.weighted<CrashStep['on']>([
    [2, 'now'],
    [4, 'event'],
    [3, 'commit'],
    [3, 'answer'],
    [3, 'provider_call'],
  ]);
  return {
    id: 0,
    at,
    do: 'crash',
    on,
    nth:
      on === 'now'
        ? 1
        : random.weighted([
            [4, random.between(1, 3)],
            [2, random.between(4, 30)],
          ]),
    side: sideOf(on, random.pick(['before', 'after'] as const)),
    undecided: random.pick(['lost', 'kept'] as const),
    downMs: downMs(random),
    times: random.chance(0.85) ? 1 : random.between(2, 5),
    reboot: random.chance(0.2),
  };
}

/** Nothing leaves at an event, so there is nothing that a process could end after. */
function sideOf(on: CrashStep['on'], side: CrashStep['side']): CrashStep['side'] {
  return on === 'event' ? 'before' : side;
}

function outage(random: Random, at: number): OutageStep {
  return {
    id: 0,
    at,
    do: 'outage',
    how: random.pick(OUTAGES),
    ...(random.chance(0.4) ? { provider: random.pick(PROVIDER_NAMES) } : {}),
    skip: random.chance(0.5) ? 0 : random.between(1, 10),
    calls: random.weighted([
      [3, 1],
      [3, random.between(2, 10)],
      [1, 60],
    ]),
  };
}

function downMs(random: Random): number {
  return random.weighted([
    [4, random.between(0, 50)],
    [3, random.between(500, 5_000)],
    [1, random.between(20_000, 70_000)],
  ]);
}
