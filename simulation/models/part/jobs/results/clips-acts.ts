/** The acts on a store of kept clips, and its limits, as histories draw them. */
import type { ClipStoreLimits } from '../../../../../src/results/store/clip-store-options.js';
import type { FaultLevel } from '../../../../model.js';
import type { Random } from '../../../../world/random.js';

export interface DrawnStore extends ClipStoreLimits {
  /** Bytes are a multiple of it. */
  readonly unit: number;
}

export type ClipsAct =
  /** A clip from its first byte to its last. `known`: its length is told beforehand. */
  | { readonly do: 'whole'; readonly job: number; readonly parts: readonly number[]; readonly known: boolean }
  | { readonly do: 'draft'; readonly job: number; readonly bytes: number }
  /** `nth` of the drafts under way. */
  | { readonly do: 'write'; readonly nth: number; readonly bytes: number }
  | { readonly do: 'keep' | 'discard'; readonly nth: number }
  /** A draft that comes to nothing. */
  | { readonly do: 'nothing'; readonly job: number }
  /** The job is gone, or somebody else removes its file. */
  | { readonly do: 'remove' | 'lose'; readonly job: number }
  | { readonly do: 'takes_more' }
  | { readonly do: 'limits'; readonly limits: ClipStoreLimits }
  | { readonly do: 'disk'; readonly isFailing: boolean; readonly freeBytes: number }
  | { readonly do: 'restart'; readonly wallMs: number };

const JOBS = 9;
const FAULTS: Readonly<Record<FaultLevel, number>> = { none: 0, light: 1, heavy: 3 };

export function storeLimits(random: Random, unit: number): ClipStoreLimits {
  return {
    bytesMax: unit * random.pick([60, 100, 160, 300]),
    keptMsMin: random.pick([0, 0, 1_000, 5_000, 60_000]),
    freeBytesMin: 1_000,
  };
}

export function clipsAct(random: Random, { unit }: DrawnStore, faults: FaultLevel): ClipsAct {
  const [job, nth] = [random.below(JOBS), random.below(4)];
  const bytes = unit * random.between(1, 40);
  return random.weighted<() => ClipsAct>([
    [9, () => ({ do: 'whole', job, parts: [bytes, unit], known: random.chance(0.5) })],
    [3, () => ({ do: 'draft', job, bytes: random.pick([0, bytes]) })],
    [4, () => ({ do: 'write', nth, bytes })],
    [2, () => ({ do: 'keep', nth })],
    [2, () => ({ do: 'discard', nth })],
    [0.3, () => ({ do: 'remove', job })],
    [2, () => ({ do: 'nothing', job })],
    [4, () => ({ do: 'takes_more' })],
    [1, () => ({ do: 'limits', limits: storeLimits(random, unit) })],
    [1, () => ({ do: 'restart', wallMs: random.pick([0, 0, 0, -60_000, 60_000]) })],
    [
      FAULTS[faults],
      () => ({
        do: 'disk',
        isFailing: random.chance(0.25),
        freeBytes: random.chance(0.15) ? 999 : random.pick([1_000, Number.MAX_SAFE_INTEGER]),
      }),
    ],
    [FAULTS[faults] / 4, () => ({ do: 'lose', job })],
  ])();
}
