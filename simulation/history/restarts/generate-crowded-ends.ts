/**
 * Makes more jobs due at one time than their provider may be asked about at once, while it does not answer:
 * the last of them are not asked about before it is too late.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { NodeStep } from '../node-history.js';
import { type DueFacts, NOT_ANSWERED } from './generate-due-jobs.js';
import { submitTo } from './restart-steps.js';

interface CrowdedEnds {
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

const CROWDED_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0.05, light: 0.1, heavy: 0.1 };
/** No other step makes a key of one of these numbers: a key may have few open jobs. */
const FIRST_KEY = 9_420;
const CREDITS_MICRO_DA = 1_000_000_000_000;
/** One at a time and 5 s each, they take longer than the half minute that one waits for its turn. */
const JOBS = 9;
const DEADLINE_MS_MAX = 45_000;
const LONG_MS = 600_000;

export function generateCrowdedEnds(random: Random, { faults, models, durationMs }: DueFacts): CrowdedEnds {
  const short = models.filter(({ deadlineAfterMs }) => deadlineAfterMs <= DEADLINE_MS_MAX);
  if (short.length === 0 || !random.chance(CROWDED_CHANCES[faults])) return { limits: {}, steps: [] };
  const model = random.pick(short);
  const at = random.between(0, durationMs);
  const script = {
    ...{ submits: [], polls: NOT_ANSWERED, pendingMs: 0, runningMs: LONG_MS },
    ...({ end: { how: 'never' }, askAgainAfterMs: model.deadlineAfterMs + 7_000 } as const),
  };
  const jobs = Array.from({ length: JOBS }, (_, n): readonly NodeStep[] => [
    edgeStep(at + n, richKey(FIRST_KEY + n, CREDITS_MICRO_DA)),
    edgeStep(at + 400, submitTo(model, { key: FIRST_KEY + n, prompt: `Due in a crowd ${n}`, script })),
  ]);
  return { limits: { finalPollsInFlight: 1 }, steps: jobs.flat() };
}
