/**
 * The words of the completion scripts, from what the commands declare.
 *
 * The scripts hold names, summaries and words that this program chose, none that came from outside.
 * Characters that a shell would interpret are quoted all the same.
 */
import type { Command, OptionSpec } from '../command.js';

export type NamedCommand = Command & { readonly name: string; readonly summary: string };

const HELP: OptionSpec = { name: 'help', description: 'Print the help of the command.' };

/** The words that can follow the program's name, or the first of two words, each with its description. */
export function wordsAfter(
  first: string | undefined,
  commands: readonly NamedCommand[],
): Map<string, string> {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [one = '', two] = name.split(' ');
    if (first === undefined) words.set(one, two === undefined ? summary : `${one} ...`);
    else if (one === first && two !== undefined) words.set(two, summary);
  }
  return words;
}

export function groups(commands: readonly NamedCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))];
}

export function optionsOf(command: NamedCommand): readonly OptionSpec[] {
  return [...command.options, HELP];
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
