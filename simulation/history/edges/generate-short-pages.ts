/**
 * Makes pages that look at a few records each, and clients who walk through them with filters that few pass.
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

const SHORT_PAGES_CHANCE = 0.1;
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
  return { limits: { jobsLookedAt: random.between(1, 3) }, steps: walks };
}
