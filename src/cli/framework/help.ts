/** Help texts, made from what the commands declare, as wide as the terminal allows. */
import { wrap } from '../../node/config/word-wrap.js';
import type { ArgumentSpec, Command, CommandSection, ListedCommand, OptionSpec } from './command.js';
import { EXIT_STATUS } from './exit-status.js';

const WIDTH_MAX = 100;
const INDENT = 2;
const GAP = 2;
/** Longer heads have a line of their own. */
const HEAD_WIDTH_MAX = 24;

type Entry = readonly [head: string, text: string];

/** `tollgate --help` */
export function programHelp(sections: readonly CommandSection[], columns: number | undefined): string {
  const width = widthIn(columns);
  const headWidth = headWidthOf(sections.flatMap(({ commands }) => listed(commands)));
  return [
    paragraph(
      'Tollgate is a gateway in front of AI model providers. Every API key has a rate limit and prepaid credit.',
      width,
    ),
    'Usage: tollgate COMMAND [ARGUMENT]... [OPTION]...\n',
    ...sections.map(({ title, commands }) => `${title}\n${table(listed(commands), width, headWidth)}`),
    `Exit status\n${table(
      Object.values(EXIT_STATUS).map(({ status, says }) => [String(status), says]),
      width,
    )}`,
    paragraph('To begin: tollgate demo. To learn more of a command: tollgate COMMAND --help.', width),
  ].join('\n');
}

/** `tollgate keys --help` */
export function groupHelp(
  group: string,
  commands: readonly ListedCommand[],
  columns: number | undefined,
): string {
  const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `));
  return [
    `Usage: tollgate ${group} COMMAND [ARGUMENT]... [OPTION]...\n`,
    table(listed(inGroup), widthIn(columns)),
    `To learn more of a command: tollgate ${inGroup[0]?.name ?? group} --help.\n`,
  ].join('\n');
}

/**
 * `tollgate keys create --help`
 *
 * @param start the words that begin a command line: the program's, and after it the command's
 */
export function commandHelp(
  start: readonly string[],
  summary: string,
  command: Command,
  columns: number | undefined,
): string {
  const width = widthIn(columns);
  const words: readonly Entry[] = command.arguments.map(({ name, description }) => [name, description]);
  const groups = new Map<string, readonly OptionSpec[]>([['Options', []]]);
  for (const option of command.options) {
    const heading = option.heading ?? 'Options';
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  const options = [...groups].map(([heading, specs]): readonly [string, readonly Entry[]] => {
    const help: readonly Entry[] = heading === 'Options' ? [['--help', 'Print this text.']] : [];
    return [heading, [...specs.map((one): Entry => [optionHead(one), one.description]), ...help]];
  });
  const headWidth = headWidthOf([...words, ...options.flatMap(([, entries]) => entries)]);
  return [
    `Usage: ${usage(start, command)}\n`,
    `${summary}.\n`,
    ...command.about.map((text) => paragraph(text, width)),
    ...(words.length > 0 ? [`Arguments\n${table(words, width, headWidth)}`] : []),
    ...options.map(([heading, entries]) => `${heading}\n${table(entries, width, headWidth)}`),
    ...(command.examples.length > 0 ? [`Examples\n${examples(start, command, width)}`] : []),
  ].join('\n');
}

/** `tollgate ledger KEY [OPTION]...` */
export function usage(start: readonly string[], command: Command): string {
  const required = command.options.filter(({ isRequired }) => isRequired === true);
  return [...start, ...command.arguments.map(usageOf), ...required.map(optionHead), '[OPTION]...'].join(' ');
}

function usageOf({ name, isOptional, isRepeatable }: ArgumentSpec): string {
  if (isRepeatable === true) return `[${name}]...`;
  return isOptional === true ? `[${name}]` : name;
}

/** `--name NAME` */
export function optionHead({ name, placeholder }: OptionSpec): string {
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;
}

function listed(commands: readonly ListedCommand[]): readonly Entry[] {
  return commands.map(({ name, summary }) => [name, summary]);
}

function examples(start: readonly string[], command: Command, width: number): string {
  return command.examples
    .map(([line, purpose]) => {
      const text = paragraph(purpose, width - 2 * INDENT - GAP, ' '.repeat(2 * INDENT + GAP));
      return `${' '.repeat(INDENT)}${start[0]} ${line}\n${text}`;
    })
    .join('');
}

/** Heads on the left and texts on the right, which begin in one column. */
function table(entries: readonly Entry[], width: number, headWidth = headWidthOf(entries)): string {
  const indent = ' '.repeat(INDENT + headWidth + GAP);
  return entries
    .map(([head, text]) => {
      const lines = paragraph(text, width - indent.length, indent);
      const start = `${' '.repeat(INDENT)}${head}`;
      return head.length > headWidth
        ? `${start}\n${lines}`
        : start.padEnd(indent.length) + lines.slice(indent.length);
    })
    .join('');
}

function headWidthOf(entries: readonly Entry[]): number {
  return Math.max(...entries.map(([head]) => head.length).filter((length) => length <= HEAD_WIDTH_MAX));
}

function widthIn(columns: number | undefined): number {
  return Math.min(columns ?? WIDTH_MAX, WIDTH_MAX);
}

function paragraph(text: string, width: number, indent = ''): string {
  return wrap(text, width)
    .map((line) => `${indent}${line}\n`)
    .join('');
}
