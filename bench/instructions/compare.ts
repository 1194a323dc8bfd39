/** Holds what was counted against what is expected. */
import type { Cost } from './count.js';
import type { Costs } from './expected-costs.js';

/** Parts of the expected cost. Three counts of reads of one build were within 0.5 %. */
export const TOLERANCE = 0.03;
/** Bytes too few to matter: they come of what grows by doubling. */
const BYTES_TOLERATED = 8;

export type Finding = 'as expected' | 'more' | 'less' | 'not stored';

export interface ComparedCost {
  readonly name: string;
  readonly counted: Cost;
  readonly expected: Cost | undefined;
  readonly finding: Finding;
}

/** Less is a finding, too: unless the new figure is stored, as much can be lost again unseen. */
export function compare(counted: Costs, expected: Costs): readonly ComparedCost[] {
  return Object.entries(counted).map(([name, cost]) => ({
    name,
    counted: cost,
    expected: expected[name],
    finding: findingOf(cost, expected[name]),
  }));
}

/** The names of workloads that are stored and counted no more. */
export function leftOver(counted: Costs, expected: Costs): readonly string[] {
  return Object.keys(expected).filter((name) => counted[name] === undefined);
}

function findingOf(counted: Cost, expected: Cost | undefined): Finding {
  if (expected === undefined) return 'not stored';
  const instructions = counted.instructions / expected.instructions - 1;
  const bytes = counted.bytes - expected.bytes;
  const bytesTolerated = Math.max(BYTES_TOLERATED, TOLERANCE * expected.bytes);
  if (instructions > TOLERANCE || bytes > bytesTolerated) return 'more';
  return instructions < -TOLERANCE || bytes < -bytesTolerated ? 'less' : 'as expected';
}
