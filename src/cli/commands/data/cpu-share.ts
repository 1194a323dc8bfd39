/** The option by which commands that read whole data folders are held back. */
import { Pace } from '../../../node/machine/pace.js';
import type { CommandIo, GivenArguments, OptionSpec } from '../../framework/command.js';
import { duration } from '../../framework/format.js';
import { numberOf } from '../../framework/values.js';

const NAME = 'cpu-share';
/** With it, a node on one of two cores that are both busy keeps about nine tenths of what it serves alone. */
const PERCENT_DEFAULT = 10;
const PERCENT = { least: 1, most: 100 };
const TOLD_FROM_MS = 1_000;

export const CPU_SHARE: OptionSpec = {
  name: NAME,
  placeholder: 'PERCENT',
  description: `How much of one core it takes at most while others wait for one, 1 to 100. With 100 it is not held back. The data folder of a node is read at full speed always: until that is done, its file grows. Default ${PERCENT_DEFAULT}.`,
};

/** For who wonders why it took so long; nothing where that was no second. */
export function tellRests({ restedMs }: Pace, { out }: Pick<CommandIo, 'out'>): void {
  if (restedMs < TOLD_FROM_MS) return;
  out.write(
    `It stood still for ${duration(restedMs / 1_000)} meanwhile, because others waited for a core (--${NAME}).\n`,
  );
}

/** @throws ConfigError */
export function paceFrom(given: GivenArguments): Pace {
  const text = given.value(NAME);
  return new Pace((text === undefined ? PERCENT_DEFAULT : numberOf(`--${NAME}`, text, PERCENT)) / 100);
}
