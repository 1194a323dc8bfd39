/**
 * Makes pages that look at a few records each, and clients who walk through them with filters that few pass;
 * and accounts that are made one commit after the other, with clients who walk through them.
 */
import type { Random } from '../../world/random.js';
import { JOB_STATUSES, type PageCall } from '../client-call.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { NodeStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

interface ShortPages {
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

const SHORT_PAGES_CHANCE = 0.15;
const HELD_UP_CHANCE = 0.5;
const WALKS = 6;

export function generateShortPages(random: Random, keys: number, durationMs: number): ShortPages {
  if (!random.chance(SHORT_PAGES_CHANCE)) return { limits: {}, steps: [] };
  const walks = Array.from({ length: WALKS }, (_, nth): NodeStep => {
    const call: PageCall = {
      op: 'page',
      list: 'all_jobs',
      key: random.below(keys),
      limit: random.pick([1, 2, 5, 20]),
      ...(nth === 0 || random.chance(0.7) ? { status: random.pick(JOB_STATUSES) } : {}),
      ...(random.chance(0.6) ? { of: random.pick(['key', 'account'] as const) } : {}),
    };
    return edgeStep(durationMs + random.between(0, 5_000), call);
  });
  const jobsLookedAt = random.between(1, 3);
  const heldUp = random.fork('held up');
  return heldUp.chance(HELD_UP_CHANCE)
    ? { limits: { jobsLookedAt, writesInCommit: 1 }, steps: [...walks, ...newAccounts(heldUp, durationMs)] }
    : { limits: { jobsLookedAt }, steps: walks };
}

/** Each waits for the commit of the one before. */
function newAccounts(random: Random, durationMs: number): readonly NodeStep[] {
  const from = random.between(0, durationMs);
  const made = Array.from({ length: 6 }, (_, n) =>
    edgeStep(from + n * random.pick([0, 1, 10]), { op: 'create_account', name: `Held up ${n}` }),
  );
  const walks = [1, 2, 3].map((limit): PageCall => ({ op: 'page', list: 'accounts', key: 0, limit }));
  return [...made, ...walks.map((call) => edgeStep(from + 5_000, call))];
}
