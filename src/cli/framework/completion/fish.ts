/** The completion script of fish. */
import type { Completion, OptionSpec } from '../command.js';
import { firstSentence } from '../format.js';
import { groups, type NamedCommand, optionsOf, quoted, wordsAfter } from './words.js';

export function fish(commands: readonly NamedCommand[]): string {
  const lines = ['# Completion of tollgate for fish.', 'complete -c tollgate -f'];
  const add = (condition: string, rest: string) =>
    lines.push(`complete -c tollgate -n ${quoted(condition)} ${rest}`);
  for (const [word, text] of wordsAfter(undefined, commands))
    add('__fish_use_subcommand', `-a ${quoted(word)} -d ${quoted(text)}`);
  for (const group of groups(commands)) {
    const words = wordsAfter(group, commands);
    const others = [...words.keys()].join(' ');
    for (const [word, text] of words)
      add(
        `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${others}`,
        `-a ${quoted(word)} -d ${quoted(text)}`,
      );
  }
  for (const command of commands) {
    const condition = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const option of optionsOf(command)) add(condition, fishOption(option));
    for (const { completes } of command.arguments) {
      if (completes === 'file' || completes === 'folder') add(condition, fishValue(completes));
      else if (completes !== undefined) add(condition, `-a ${quoted(completes.join(' '))}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishOption({ name, placeholder, description, completes }: OptionSpec): string {
  const value = placeholder === undefined ? '' : ` -r ${fishValue(completes)}`;
  return `-l ${name}${value.trimEnd()} -d ${quoted(firstSentence(description))}`;
}

function fishValue(completes: Completion | undefined): string {
  if (completes === undefined) return '';
  if (completes === 'file') return '-F';
  if (completes === 'folder') return "-a '(__fish_complete_directories)'";
  return `-a ${quoted(completes.join(' '))}`;
}
