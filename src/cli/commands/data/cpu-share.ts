/** The option that holds commands back that read whole data folders. */
import { Pace } from '../../../node/machine/pace.js';
import type { CommandIo, GivenArguments, OptionSpec } from '../../framework/command.js';
import { duration } from '../../framework/format.js';
import { numberOf } from '../../framework/values.js';

const NAME = 'cpu-share';
/** If both of two cores are busy, a node then serves about nine tenths of what it serves alone. */
const PERCENT_DEFAULT = 10;
const PERCENT = { least: 1, most: 100 };
const TOLD_FROM_MS = 1_000;

export const CPU_SHARE: OptionSpec = {
  name: NAME,
  placeholder: 'PERCENT',
  description: `Share of one core that it may use while other programs wait for a core, 1 to 100. The folder of a running node is always read at full speed, because its file grows meanwhile. Default ${PERCENT_DEFAULT}.`,
};

/** Explains why it took so long, if the pauses came to a second at least. */
export function tellRests(restedMs: number, { out }: Pick<CommandIo, 'out'>): void {
  if (restedMs < TOLD_FROM_MS) return;
  out.write(`It paused for ${duration(restedMs / 1_000)} to leave the cores to others (--${NAME}).\n`);
}

/** @throws ConfigError */
export function paceFrom(given: GivenArguments): Pace {
  const text = given.value(NAME);
  return new Pace((text === undefined ? PERCENT_DEFAULT : numberOf(`--${NAME}`, text, PERCENT)) / 100);
}
