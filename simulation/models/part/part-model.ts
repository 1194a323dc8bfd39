/** `--model part`: single parts of the gateway that keep state, each against a plain twin. */
import type { Model } from '../../model.js';
import { generatePartHistory, PART_MODEL, type PartSetup, type PartStep } from './part-history.js';
import { runPartHistory } from './part-run.js';
import { PARTS } from './parts.js';

export const partModel: Model<PartStep, PartSetup> = {
  name: PART_MODEL,
  generate: (seed, faults) => generatePartHistory(seed, faults),
  run: (history, watch) => runPartHistory(history, watch),
  check: ({ setup }) => {
    const { part } = setup as PartSetup;
    return PARTS.some(([, { name }]) => name === part) ? undefined : `there is no part ${part}`;
  },
  describe: ({ id: _, at: __, do: does, ...more }) =>
    [`act ${does}`, ...Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`)].join(
      ', ',
    ),
  describeSetup: ({ part, limits }) => [`the part ${part}, with ${JSON.stringify(limits)}`],
};
