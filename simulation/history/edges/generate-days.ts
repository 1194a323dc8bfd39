/** Makes readings of activity by its first and last day, and steps of the wall clock into other days. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const DAYS_CHANCE = 0.25;
const DAY_MS = 86_400_000;
/** The day on which a history begins, unless a step of the clock comes first. */
const TODAY_MS = Date.UTC(2026, 10, 21);
/** Dates that do not exist, and other ways to write one. */
const NO_DATES = [
  '2026-02-29',
  '2026-13-01',
  '2026-11-00',
  '2026-11-31',
  '21-11-2026',
  '2026-11-21T00:00:00Z',
  '1795219200',
  '2026-11',
  'today',
];

export interface DayFacts {
  readonly faults: FaultLevel;
  readonly keys: number;
  readonly durationMs: number;
}

export function generateDays(random: Random, facts: DayFacts): readonly NodeStep[] {
  if (!random.chance(DAYS_CHANCE)) return [];
  const { faults, keys, durationMs } = facts;
  const reads = Array.from({ length: random.between(1, 4) }, () => {
    const at = random.between(0, durationMs + 2_000);
    return edgeStep(at, { op: 'activity', key: random.below(keys), ...someDays(random) });
  });
  if (faults === 'none' || random.chance(0.5)) return reads;
  const ms = random.pick([DAY_MS, -DAY_MS, 2 * DAY_MS, -60_000, -3_600_000]);
  return [...reads, { id: 0, at: random.between(0, durationMs), do: 'step_wall', ms }];
}

interface Days {
  readonly from?: string;
  readonly to?: string;
}

function someDays(random: Random): Days {
  const isLeapDay = random.chance(0.1);
  const last = isLeapDay ? '2028-02-29' : dayAfter(random.pick([0, 0, 0, -1, 1, 2]));
  return random.weighted<() => Days>([
    [2, () => ({ to: last })],
    [3, () => ({ from: dayAfter(random.pick([0, 0, -1, -29, -30, -364, -365, -366, 1, 2])) })],
    [4, () => ({ from: dayBefore(last, random.pick([0, 0, 1, 2, 29])), to: last })],
    // At most 366 days.
    [2, () => ({ from: dayBefore(last, random.pick([365, 366, 367, -1])), to: last })],
    [0.7, () => ({ from: random.pick(NO_DATES) })],
    [0.7, () => ({ to: random.pick(NO_DATES) })],
  ])();
}

function dayAfter(days: number): string {
  return dayOf(TODAY_MS + days * DAY_MS);
}

function dayBefore(last: string, days: number): string {
  return dayOf(Date.parse(last) - days * DAY_MS);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
