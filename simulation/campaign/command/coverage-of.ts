/** Which machines each model drives, and the report of what was reached of them. */
import { coverageMarkdown } from '../../coverage/report-markdown.js';
import { coverageText } from '../../coverage/report-text.js';
import { CoverageTally } from '../../coverage/tally.js';
import type { ModelName } from './models.js';

const WITHOUT_MACHINES: readonly ModelName[] = [
  'window',
  'store',
  'config',
  'outward',
  'clip',
  'part',
  'process',
];
const NO_MACHINES = { charts: [], cannotOccur: [], moments: [] };

export async function coverageOf(model: ModelName): Promise<CoverageTally> {
  if (WITHOUT_MACHINES.includes(model)) return new CoverageTally(NO_MACHINES);
  const { IN_A_NODE, ON_THEIR_OWN } = await import('../../coverage/machines.js');
  return new CoverageTally(model === 'node' ? IN_A_NODE : ON_THEIR_OWN);
}

/**
 * @param file the name that the report will have, which says what it is made as
 * @param about what was run, as names and values
 */
export function coverageReport(
  tally: CoverageTally,
  file: string,
  about: readonly (readonly [string, string])[],
): string {
  return /\.md$/i.test(file) ? coverageMarkdown(tally, about) : coverageText(tally, about);
}
