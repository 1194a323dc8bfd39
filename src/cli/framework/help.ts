/** Help texts, made from what the commands declare. */
import { wrap } from '../../node/config/word-wrap.js';
import { type Command, type ListedCommand, type OptionSpec, SECTIONS } from './command.js';
import { EXIT_STATUS } from './exit-status.js';

const WIDTH = 100;
const INDENT = 4;

const FIND_THE_NODE = `Commands that manage a node find it by --url or TOLLGATE_URL, else where the configuration puts it (--config,
--data, --host, --port and their variables). A node that does not run is managed in its data folder, unless
--url names one. The management key is read from --key-file, TOLLGATE_MANAGEMENT_KEY, or the file that the
first start left in the data folder; it is never part of a command line.`;

/** `tollgate --help` */
export function programHelp(commands: readonly ListedCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const sections = SECTIONS.map((section) => ({
    section,
    listed: commands.filter((command) => command.section === section),
  })).filter(({ listed }) => listed.length > 0);
  return `Tollgate: a gateway in front of AI model providers. Rate limits and prepaid credit for every API key.

Usage: tollgate COMMAND [ARGUMENT]... [OPTION]...

${sections
  .map(({ section, listed }) => `${section}\n${listed.map((command) => listLine(command, width)).join('')}`)
  .join('\n')}
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
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
  return `Usage: tollgate ${group} COMMAND [ARGUMENT]... [OPTION]...

${listed.map((command) => listLine(command, width)).join('')}
"tollgate ${listed[0]?.name ?? group} --help" tells of one of them.
`;
}

/** `tollgate keys create --help` */
export function commandHelp({ name, summary }: ListedCommand, command: Command): string {
  const parts = [`Usage: ${usage(name, command)}\n`, `${summary}.\n`];
  parts.push(...command.about.map((paragraph) => lines(wrap(paragraph, WIDTH), 0)));
  if (command.arguments.length > 0)
    parts.push(`Arguments:\n${command.arguments.map((one) => entry(one.name, one.description)).join('')}`);
  parts.push(`Options:\n${command.options.map(optionEntry).join('')}${entry('--help', 'Print this text.')}`);
  if (command.examples.length > 0)
    parts.push(
      `Examples:\n${command.examples.map(([line, purpose]) => entry(`tollgate ${line}`, purpose)).join('')}`,
    );
  return parts.join('\n');
}

/** `tollgate ledger KEY [OPTION]...` */
export function usage(name: string, command: Command): string {
  const words = command.arguments.map((one) => (one.isOptional === true ? `[${one.name}]` : one.name));
  return ['tollgate', name, ...words, '[OPTION]...'].join(' ');
}

function listLine({ name, summary }: ListedCommand, width: number): string {
  return `  ${name.padEnd(width)}${summary}\n`;
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
