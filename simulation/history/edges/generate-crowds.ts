/**
 * Makes crowds: many requests about one key in the same instant, more than a commit takes. Then messages to
 * one actor wait in its mailbox, and are handed over in more than one go.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { RequestStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const SELDOM = 0.02;
/** If a few writes fill a commit. */
const OFTEN = 0.6;
/** No other step makes a key of this number. */
const CROWDED_KEY = 5_000;
const RPM = 600;

export interface CrowdFacts {
  readonly limits?: SmallLimits;
  readonly accounts: number;
  readonly durationMs: number;
}

export function generateCrowds(random: Random, facts: CrowdFacts): readonly RequestStep[] {
  const { limits, accounts, durationMs } = facts;
  const isFullSoon = limits?.writesInCommit !== undefined;
  if (!random.chance(isFullSoon ? OFTEN : SELDOM)) return [];
  const key = CROWDED_KEY;
  const madeAt = random.between(0, durationMs);
  const at = madeAt + random.between(50, 3_000);
  const account = random.below(accounts);
  const made = { op: 'create_key', newKey: key, account, rpm: RPM, creditsMicroDa: 1_000_000 } as const;
  const crowd = Array.from({ length: random.between(6, 25) }, (_, nth): ClientCall => {
    // Few move credit: in which order they did has to be looked for among all orders there are.
    if (nth % 8 !== 3) return { op: 'set_rpm', key, rpm: RPM };
    return { op: 'add_credit', key, amountMicroDa: 1_000, reference: `crowd ${nth}` };
  });
  return [edgeStep(madeAt, made), ...crowd.map((call) => edgeStep(at, call))];
}
