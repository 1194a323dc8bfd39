/** Asks before a change that cannot be undone, on a terminal only: a script is not asked. */
import type { CommandIo, OptionSpec } from './command.js';
import { BAD, CommandFailed } from './exit-status.js';

export const YES_OPTION: OptionSpec = {
  name: 'yes',
  description: 'Do not ask for confirmation.',
};

/** @throws CommandFailed if the answer is no */
export async function confirm(warning: string, { ask, err }: CommandIo): Promise<void> {
  if (ask === undefined) return;
  err.write(`${warning}\n`);
  const answer = await ask('Continue? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('cancelled; nothing was changed', BAD);
}
