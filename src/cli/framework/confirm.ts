/** Asks before what cannot be undone: on a terminal only, for a script has named what it means. */
import type { CommandIo, OptionSpec } from './command.js';
import { BAD, CommandFailed } from './exit-status.js';

export const YES_OPTION: OptionSpec = {
  name: 'yes',
  description: 'Do not ask first, as a terminal is asked.',
};

/** @throws CommandFailed where the answer is no */
export async function confirm(what: string, { ask, err }: CommandIo): Promise<void> {
  if (ask === undefined) return;
  err.write(`${what}\n`);
  const answer = await ask('Go on? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('nothing was done', BAD);
}
