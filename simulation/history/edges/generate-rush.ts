/**
 * Makes a rush, seldom: a thousand keys in one instant. They fill a commit as large as production has it, and
 * lists of many pages, through which clients walk.
 */
import type { Random } from '../../world/random.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { RequestStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

/** A rush takes as long as six histories. */
const RUSH_CHANCE = 1 / 400;
/** No other step makes keys of these numbers; those of a rush are not read one by one in the end. */
export const FIRST_OF_RUSH = 10_000;
const KEYS = 1_100;

export interface RushFacts {
  readonly accounts: number;
  readonly durationMs: number;
  readonly limits?: SmallLimits;
}

export function generateRush(
  random: Random,
  { accounts, durationMs, limits }: RushFacts,
): readonly RequestStep[] {
  // In commits of a few writes it takes so long that requests are turned away.
  if (!random.chance(RUSH_CHANCE) || limits?.writesInCommit !== undefined) return [];
  const at = random.between(0, durationMs);
  const made = Array.from({ length: KEYS }, (_, n) => {
    const creditsMicroDa = 1 + random.below(1_000_000);
    const account = random.below(accounts);
    return edgeStep(at, { op: 'create_key', newKey: FIRST_OF_RUSH + n, account, creditsMicroDa });
  });
  const walks = (['keys', 'audit'] as const).map((list) =>
    edgeStep(at + random.between(1, 5_000), { op: 'page', list, key: 0, limit: 100 }),
  );
  return [...made, ...walks];
}
