/** The acts on a node that sweeps, and its limits. */
import type { Random } from '../../../../world/random.js';
import type { Fate } from '../runtime/cell-acts.js';

/** Walks alone break off, some rows in; or nothing is read at all. */
export type FailingReads = 'none' | 'all' | { readonly walksAfter: number };

export type SweepAct =
  | {
      readonly do: 'keep';
      readonly kind: 'job' | 'generation' | 'idempotency';
      readonly inMs: number;
      readonly isFailed: boolean;
      /** For which an idempotency key stands: it, or another that was made since. */
      readonly remembers: 'none' | 'own' | 'other';
      readonly hasFile: boolean;
    }
  /** `hangs`: it is not on disk until that is released. */
  | {
      readonly do: 'renew';
      readonly which: number;
      readonly inMs: number;
      readonly hangs: boolean;
    }
  | { readonly do: 'ring'; readonly inMs: number }
  | { readonly do: 'disk'; readonly fate: Fate }
  | { readonly do: 'reads'; readonly fail: FailingReads }
  | { readonly do: 'release' }
  | { readonly do: 'wall'; readonly ms: number }
  | { readonly do: 'restart'; readonly undecided: 'lost' | 'kept'; readonly isOrderly: boolean };

export interface SweepLimits {
  readonly atOnce: number;
  /** Jobs whose records cannot be read; fewer than a step has. */
  readonly unreadable: number;
  readonly gateTimeLimitMs: number;
  /** Orders that each start takes up, and those of them that fail. */
  readonly orders: number;
  readonly failing: readonly number[];
}

const TIMES_MS = [0, 1, 10_000, 20_000, 20_000, 60_000];

export function sweepLimits(random: Random): SweepLimits {
  const atOnce = random.pick([1, 1, 2, 3, 500]);
  return {
    atOnce,
    unreadable: Math.min(atOnce - 1, random.pick([0, 0, 1, 2])),
    gateTimeLimitMs: random.pick([1_000, 30_000]),
    orders: random.below(7),
    failing: random.chance(0.5) ? [random.below(7)] : [],
  };
}

export function sweepAct(random: Random): SweepAct {
  const inMs = random.pick(TIMES_MS);
  return random.weighted<() => SweepAct>([
    [
      9,
      () => ({
        do: 'keep',
        kind: random.pick(['job', 'job', 'generation', 'idempotency', 'idempotency'] as const),
        inMs,
        isFailed: random.chance(0.4),
        remembers: random.pick(['none', 'own', 'other'] as const),
        hasFile: random.chance(0.6),
      }),
    ],
    [
      3,
      () => ({
        do: 'renew',
        which: random.below(100),
        inMs,
        hangs: random.chance(0.3),
      }),
    ],
    [2, () => ({ do: 'ring', inMs })],
    [1.5, () => ({ do: 'disk', fate: drawFate(random) })],
    [3, () => ({ do: 'reads', fail: drawReads(random) })],
    [2, () => ({ do: 'release' })],
    [0.5, () => ({ do: 'wall', ms: random.pick([-86_400_000, -1, 60_000, 86_400_000]) })],
    [
      1.5,
      () => ({
        do: 'restart',
        undecided: random.pick(['lost', 'kept'] as const),
        isOrderly: random.chance(0.3),
      }),
    ],
  ])();
}

function drawFate(random: Random): Fate {
  return random.weighted([
    [4, 'none'],
    [1, 'reject'],
    [1, 'reject_yet_visible'],
    [0.5, 'hang'],
    [1, 'hang_then_commit'],
    [1, 'commit_then_hang'],
  ] as const);
}

function drawReads(random: Random): FailingReads {
  return random.weighted<FailingReads>([
    [5, 'none'],
    [2, 'all'],
    [2, { walksAfter: random.below(3) }],
  ]);
}
