/** Help texts, made from what the commands declare. */
import { wrap } from '../../node/config/word-wrap.js';
import type { Command, CommandSection, ListedCommand, OptionSpec } from './command.js';
import { EXIT_STATUS } from './exit-status.js';

const WIDTH = 100;
const INDENT = 4;

const FIND_THE_NODE = `Commands that manage a node find it by --url or TOLLGATE_URL, else where the configuration puts it (--config,
--data, --host, --port and their variables). A node that does not run is managed in its data folder, unless
--url names one. The management key is read from --key-file, TOLLGATE_MANAGEMENT_KEY, or the file that the
first start left in the data folder; it is never part of a command line.`;

/** `tollgate --help` */
export function programHelp(sections: readonly CommandSection[]): string {
  const width = widthOf(sections.flatMap(({ commands }) => commands));
  return `Tollgate: a gateway in front of AI model providers. Rate limits and prepaid credit for every API key.

Usage: tollgate COMMAND [ARGUMENT]... [OPTION]...

${sections.map(({ title, commands }) => `${title}\n${listLines(commands, width)}`).join('\n')}
"tollgate COMMAND --help" tells of a command, "tollgate --version" what this is made of. To begin: tollgate demo

${FIND_THE_NODE}

Exit status: ${Object.values(EXIT_STATUS)
    .map(({ status, says }) => `${status} ${says}`)
    .join('\n             ')}
`;
}

/** `tollgate keys --help` */
export function groupHelp(group: string, commands: readonly ListedCommand[]): string {
  const listed = commands.filter(({ name }) => name.startsWith(`${group} `));
  return `Usage: tollgate ${group} COMMAND [ARGUMENT]... [OPTION]...

${listLines(listed, widthOf(listed))}
"tollgate ${listed[0]?.name ?? group} --help" tells of one of them.
`;
}

/**
 * `tollgate keys create --help`
 *
 * @param start the words that begin a command line: the program's, and after it the command's
 */
export function commandHelp(start: readonly string[], summary: string, command: Command): string {
  const parts = [`Usage: ${usage(start, command)}\n`, `${summary}.\n`];
  parts.push(...command.about.map((paragraph) => lines(wrap(paragraph, WIDTH), 0)));
  if (command.arguments.length > 0)
    parts.push(`Arguments:\n${command.arguments.map((one) => entry(one.name, one.description)).join('')}`);
  parts.push(`Options:\n${command.options.map(optionEntry).join('')}${entry('--help', 'Print this text.')}`);
  if (command.examples.length > 0)
    parts.push(
      `Examples:\n${command.examples.map(([line, purpose]) => entry(`${start[0]} ${line}`, purpose)).join('')}`,
    );
  return parts.join('\n');
}

/** `tollgate ledger KEY [OPTION]...` */
export function usage(start: readonly string[], command: Command): string {
  const words = command.arguments.map(({ name, isOptional, isRepeatable }) => {
    if (isRepeatable === true) return `[${name}]...`;
    return isOptional === true ? `[${name}]` : name;
  });
  return [...start, ...words, '[OPTION]...'].join(' ');
}

function widthOf(commands: readonly ListedCommand[]): number {
  return Math.max(...commands.map(({ name }) => name.length)) + 2;
}

function listLines(commands: readonly ListedCommand[], width: number): string {
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}\n`).join('');
}

function optionEntry({ name, placeholder, description }: OptionSpec): string {
  return entry(placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`, description);
}

function entry(head: string, text: string): string {
  return `${' '.repeat(INDENT)}${head}\n${lines(wrap(text, WIDTH - 2 * INDENT), 2 * INDENT)}`;
}

function lines(all: readonly string[], indent: number): string {
  return all.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}
