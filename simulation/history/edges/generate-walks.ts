/**
 * Makes clients that walk through lists to their end: with filters, in pages of the usual length, and from
 * where they stopped long ago.
 */
import type { Random } from '../../world/random.js';
import { JOB_STATUSES, type PageCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const WALKS_CHANCE = 0.25;
/** Jobs under way are there while clients walk; once they are settled, each history is read in the end. */
const STATUSES: readonly NonNullable<PageCall['status']>[] = [
  'pending',
  ...JOB_STATUSES,
  'in_progress',
  'in_progress',
];
const OF_ACCOUNTS: readonly PageCall['list'][] = ['keys', 'accounts', 'orders'];

export interface WalkFacts {
  readonly accounts: number;
  readonly keys: number;
  readonly durationMs: number;
}

export function generateWalks(random: Random, facts: WalkFacts): readonly RequestStep[] {
  if (!random.chance(WALKS_CHANCE)) return [];
  return Array.from({ length: random.between(1, 3) }, () => walks(random, facts)).flat();
}

function walks(random: Random, { accounts, keys, durationMs }: WalkFacts): readonly RequestStep[] {
  const walk = nextWalk(random, random.below(keys));
  const at = random.between(Math.floor(durationMs / 3), durationMs + 2_000);
  const ofAccount = OF_ACCOUNTS.includes(walk.list) && accounts > 1 && random.chance(0.4);
  const as = ofAccount ? { as: random.between(1, accounts - 1) } : {};
  const first = { ...edgeStep(at, walk), ...as };
  if (walk.status === 'pending' || walk.status === 'in_progress') {
    // Jobs that stand so before and after the walk have to be met on it.
    const look = (lookAt: number) => edgeStep(lookAt, { op: 'list_jobs', key: walk.key, limit: 100 });
    return [look(Math.max(0, at - 1)), first, look(at + random.pick([1, 100, 1_500]))];
  }
  if (!random.chance(0.3)) return [first];
  // Goes on later, behind the first page of the first walk.
  const later = at + random.pick([0, 300, 5_000]);
  return [first, { ...edgeStep(later, { ...walk, cursor: 'past' }), ...as }];
}

function nextWalk(random: Random, key: number): PageCall {
  const list = random.weighted<PageCall['list']>([
    [3, 'jobs'],
    [4, 'all_jobs'],
    [2, 'ledger'],
    [1, 'keys'],
    [1, 'accounts'],
    [1, 'orders'],
    [1, 'audit'],
    [1, 'users'],
  ]);
  const isOfJobs = list === 'jobs' || list === 'all_jobs';
  const isPlain = random.chance(0.25);
  return {
    op: 'page',
    list,
    key,
    ...(random.chance(0.3) ? {} : { limit: random.pick([1, 2, 3, 4, 10, 20]) }),
    ...(isOfJobs && !isPlain && random.chance(0.7) ? { status: random.pick(STATUSES) } : {}),
    ...(list === 'all_jobs' && !isPlain && random.chance(0.6)
      ? { of: random.pick(['key', 'account'] as const) }
      : {}),
    ...(random.chance(0.3) ? { pauseMs: random.pick([1, 40, 1_000]) } : {}),
  };
}
