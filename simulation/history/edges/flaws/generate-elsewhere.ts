/** Makes clients who send requests to the listener that does not serve them, if there are two. */
import type { Random } from '../../../world/random.js';
import { PATHS_OF_OTHERS } from '../../client-call.js';
import type { NodeSettings, NodeStep } from '../../node-history.js';
import { edgeStep } from '../edge-steps.js';

/** No other step makes a key of this number. */
const KEY = 34_020;

interface ElsewhereFacts {
  readonly settings: Pick<NodeSettings, 'managementPort'>;
  readonly durationMs: number;
}

export function generateElsewhere(
  random: Random,
  { settings, durationMs }: ElsewhereFacts,
): readonly NodeStep[] {
  if (settings.managementPort === undefined) return [];
  const from = random.between(0, durationMs);
  return [
    edgeStep(from, { op: 'create_key', newKey: KEY, account: 0, rpm: 1_000, creditsMicroDa: 1_000 }),
    ...Array.from({ length: 4 }, () => {
      const path = random.pick(PATHS_OF_OTHERS);
      const at = from + random.between(400, 5_000);
      return edgeStep(at, { op: 'stray', key: KEY, how: 'other_listener', path });
    }),
  ];
}
