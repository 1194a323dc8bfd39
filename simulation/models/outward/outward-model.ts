/** `--model outward`: calls to services, over real sockets, of which each byte is known. */
import type { Model } from '../../model.js';
import { generateOutwardHistory, OUTWARD_MODEL, type OutwardStep } from './outward-history.js';
import { runOutwardHistory } from './outward-run.js';

export const outwardModel: Model<OutwardStep, null> = {
  name: OUTWARD_MODEL,
  generate: generateOutwardHistory,
  run: runOutwardHistory,
  describe: ({ id: _, at: __, do: does, ...more }) =>
    `${does}: ${Object.entries(more)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ')}`,
  describeSetup: () => [],
};
