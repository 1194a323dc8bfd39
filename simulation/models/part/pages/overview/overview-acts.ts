/** Accounts as their readers may find them on the first page, drawn anew for each look. */
import type { Random } from '../../../../world/random.js';

export interface DrawnKey {
  readonly name: string | null;
  readonly isRevoked: boolean;
  /** Micro-DA. */
  readonly balance: number;
  readonly entries: number;
  readonly rpm: number;
  readonly lastMinute: number;
  readonly unfinished: number;
}

export interface DrawnJob {
  readonly key: number;
  readonly ageS: number;
  readonly state: 'pending' | 'in_progress' | 'failed' | 'kept_here' | 'kept_there' | 'gone';
}

/** The jobs of a model and their cost, so many days ago. */
export interface DrawnUse {
  readonly model: string;
  readonly daysAgo: number;
  readonly completed: number;
  readonly failed: number;
  readonly cost: number;
}

export interface OverviewAct {
  readonly do: 'look';
  readonly role: 'member' | 'owner' | 'operator';
  readonly isDemo: boolean;
  readonly models: readonly string[];
  /** The newest last. */
  readonly keys: readonly DrawnKey[];
  readonly jobs: readonly DrawnJob[];
  readonly used: readonly DrawnUse[];
  /** Micro-DA, of the whole account. */
  readonly marked: number;
  readonly reserved: number;
  readonly charged: number;
  readonly isReady: boolean;
  readonly breakers: readonly ('closed' | 'open' | 'half_open')[];
  readonly hasOrdersSetAside: boolean;
  readonly look: number;
}

export const KEYS_SHOWN = 5;
export const NEW_FOR_S = 86_400;
export const LOOKS_MAX = 40;
const STATES = ['pending', 'in_progress', 'failed', 'kept_here', 'kept_there', 'gone'] as const;

export function drawOverview(random: Random): OverviewAct {
  const keys = Array.from({ length: random.pick([0, 1, 1, 2, 5, 6]) }, () => drawKey(random));
  return {
    do: 'look',
    role: random.pick(['member', 'owner', 'owner', 'operator', 'operator'] as const),
    isDemo: random.chance(0.4),
    models: random.pick([[], ['a/fine'], ['a/fine', 'b']]),
    keys,
    jobs:
      keys.length === 0
        ? []
        : Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, () => drawJob(random, keys)),
    used: Array.from({ length: random.below(4) }, () => ({
      model: random.pick(['a/fine', 'b']),
      daysAgo: random.pick([0, 0, 1, 6, 7]),
      completed: random.pick([0, 1, 3]),
      failed: random.pick([0, 1, 3, 4]),
      cost: random.pick([0, 1, 2_500_000, 1_000_000_000]),
    })),
    marked: random.pick([0, 0, 1_500_000]),
    reserved: random.pick([0, 20_000_000]),
    charged: random.pick([0, 7_000_000]),
    isReady: random.chance(0.7),
    breakers: Array.from({ length: random.below(3) }, () =>
      random.pick(['closed', 'closed', 'open', 'half_open'] as const),
    ),
    hasOrdersSetAside: random.chance(0.3),
    look: random.pick([0, 0, 1, 12, 13, 14, LOOKS_MAX - 1, LOOKS_MAX]),
  };
}

function drawKey(random: Random): DrawnKey {
  const rpm = random.pick([1, 3]);
  const balance = random.pick([0, 1, 100_000_000]);
  return {
    name: random.pick([null, 'Film & <sound>', 'Ads']),
    isRevoked: random.chance(0.25),
    balance,
    entries: balance > 0 ? 1 : random.pick([0, 2]),
    rpm,
    lastMinute: random.below(rpm + 1),
    unfinished: random.below(3),
  };
}

function drawJob(random: Random, keys: readonly DrawnKey[]): DrawnJob {
  return {
    key: random.below(keys.length),
    ageS: random.pick([0, 30, NEW_FOR_S - 1, NEW_FOR_S, NEW_FOR_S + 1]),
    state: random.pick(STATES),
  };
}
