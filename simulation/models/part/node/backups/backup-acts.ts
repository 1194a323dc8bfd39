/** Backups of a node's folder, the changes of its kept results meanwhile, and what meets them. */
import type { Random } from '../../../../world/random.js';
import type { Change } from '../folders/kept-results.js';

export interface BackUp {
  readonly do: 'back_up';
  /** While the copy is under way: before its instant, and behind it. */
  readonly before: readonly Change[];
  readonly after: readonly Change[];
  readonly hasResults: boolean;
  readonly hasSecret: boolean;
  readonly hasKey: boolean;
  readonly withManagementKey: boolean;
  /** Of the small file of LMDB's own. */
  readonly state: number;
  readonly format: string;
  readonly records: number;
  readonly discrepancies: number;
  readonly cpuShare: number;
  readonly how: Circumstance;
}

export type BackupAct = Change | BackUp;
export type Circumstance = (typeof HARMLESS)[number] | (typeof REFUSALS)[number] | (typeof FAILURES)[number];

/** A backup is made with these. */
export const HARMLESS = ['usual', 'beside', 'leftover', 'damaged_copy', 'deep'] as const;
/** Nothing is begun with these. */
export const REFUSALS = [
  ...(['no_database', 'target_there', 'target_inside', 'target_linked_inside'] as const),
  ...(['leftover_without_lock', 'leftover_foreign', 'leftover_held'] as const),
];
/** All that was begun is gone with these. */
const FAILURES = [
  ...(['cut_database', 'copy_damaged', 'copy_without_room', 'copy_dies'] as const),
  ...(['verify_without_room', 'target_appears'] as const),
];

const JOBS = 5;

export function drawAct(random: Random): BackupAct {
  return random.chance(0.04) ? drawBackUp(random) : drawChange(random);
}

function drawChange(random: Random): Change {
  const job = random.below(JOBS);
  return random.weighted<Change>([
    [4, { do: 'keep', job }],
    [2, { do: 'evict', job }],
    [1, { do: 'remove', job }],
  ]);
}

function drawBackUp(random: Random): BackUp {
  const some = () => Array.from({ length: random.below(5) }, () => drawChange(random));
  return {
    do: 'back_up',
    before: some(),
    // A job that came meanwhile does not go again so soon.
    after: some().filter((change) => change.do !== 'remove'),
    hasResults: random.chance(0.8),
    hasSecret: random.chance(0.8),
    hasKey: random.chance(0.7),
    withManagementKey: random.chance(0.5),
    state: random.below(4),
    format: random.pick(['7', '7', '3', '3 to 4', '1 to 4 at jobs/video_1']),
    records: random.below(1_000),
    discrepancies: random.pick([0, 0, 1, 3]),
    cpuShare: random.pick([1, 0.25]),
    how: random.chance(0.55)
      ? random.pick([...HARMLESS, 'usual' as const])
      : random.pick([...REFUSALS, ...FAILURES]),
  };
}
