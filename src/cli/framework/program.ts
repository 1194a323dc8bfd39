/**
 * Finds the command that a command line means and runs it; if it cannot, says in one line why.
 *
 * `--help` after a command shows its help whatever else stands there, and `--version` the version; a value
 * that looks like one of them is written `--name=--help`.
 */

import { ConfigError, StartRefused } from '../../node/config/start-refused.js';
import { nearestName, suggestion } from '../../node/config/suggestions.js';
import { readArguments } from './arguments.js';
import type { Command, CommandIo, CommandSection, GivenArguments, ListedCommand } from './command.js';
import { BAD, CommandFailed, DONE } from './exit-status.js';

/** @returns the status to end with */
export function runProgram(
  argv: readonly string[],
  sections: readonly CommandSection[],
  io: CommandIo,
): Promise<number> {
  return reporting('tollgate', io, () => dispatch(argv, sections, io));
}

/** A program that is one command, such as `npm run bench`. */
export interface OwnProgram {
  /** Stands before each message. */
  readonly name: string;
  /** Begins a command line: `npm run bench --`. */
  readonly start: string;
  readonly summary: string;
  readonly command: Command;
}

/** @returns the status to end with */
export function runOwnProgram(
  { name, start, summary, command }: OwnProgram,
  argv: readonly string[],
  io: CommandIo,
): Promise<number> {
  return reporting(name, io, () => runCommand([start], summary, command, argv, io));
}

async function reporting(name: string, io: CommandIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StartRefused || error instanceof CommandFailed) {
      io.err.write(`${name}: ${error.message}\n`);
      return error.exitStatus;
    }
    io.err.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return BAD;
  }
}

async function dispatch(
  argv: readonly string[],
  sections: readonly CommandSection[],
  io: CommandIo,
): Promise<number> {
  const [first, ...others] = argv;
  if (first === '--version' || first === '-V' || first === 'version') return await printVersion(io);
  if (first === 'help') return await dispatch([...others, '--help'], sections, io);
  if (first === '--help' || first === '-h') {
    const { programHelp } = await import('./help.js');
    io.out.write(programHelp(sections, io.out.columns));
    return DONE;
  }
  if (first === undefined || first.startsWith('-'))
    throw new ConfigError('no command given; try "tollgate demo" or "tollgate --help"');

  const commands = sections.flatMap((section) => section.commands);
  const listed = commandIn(argv, commands);
  if (listed === undefined) {
    if (!isGroup(first, commands) || !wantsHelp(argv)) throw unknownCommand(argv, commands);
    const { groupHelp } = await import('./help.js');
    io.out.write(groupHelp(first, commands, io.out.columns));
    return DONE;
  }
  const { name, summary } = listed;
  const rest = argv.slice(name.split(' ').length);
  const command = await listed.load();
  if (command.isPassedOn === true) return await command.run(passedOn(rest), io);
  if (!wantsHelp(rest) && rest.includes('--version')) return await printVersion(io);
  return await runCommand(['tollgate', name], summary, command, rest, io);
}

/** @param start the words that begin a command line */
async function runCommand(
  start: readonly string[],
  summary: string,
  command: Command,
  argv: readonly string[],
  io: CommandIo,
): Promise<number> {
  if (!wantsHelp(argv)) return await command.run(readArguments(argv, command), io);
  const { commandHelp } = await import('./help.js');
  io.out.write(commandHelp(start, summary, command, io.out.columns));
  return DONE;
}

async function printVersion(io: CommandIo): Promise<number> {
  const { versionText } = await import('../../node/version.js');
  io.out.write(await versionText());
  return DONE;
}

function passedOn(words: readonly string[]): GivenArguments {
  return { words, has: () => false, value: () => undefined, values: () => [] };
}

/** The command that the words begin with; of two words before of one. */
function commandIn(words: readonly string[], commands: readonly ListedCommand[]): ListedCommand | undefined {
  const two = words.slice(0, 2).join(' ');
  return commands.find(({ name }) => name === two) ?? commands.find(({ name }) => name === words[0]);
}

function isGroup(word: string, commands: readonly ListedCommand[]): boolean {
  return commands.some(({ name }) => name.startsWith(`${word} `));
}

function wantsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).some((one) => one === '--help' || one === '-h');
}

function unknownCommand(words: readonly string[], commands: readonly ListedCommand[]): ConfigError {
  const [first = '', second = ''] = words;
  const names = commands.map(({ name }) => name);
  const inGroup = names.filter((name) => name.startsWith(`${first} `));
  if (inGroup.length > 0) {
    const wanted = second === '' || second.startsWith('-') ? undefined : `${first} ${second}`;
    const meant = wanted === undefined ? undefined : nearestName(wanted, inGroup);
    return new ConfigError(
      `${wanted ?? first} is not a command; ${meant === undefined ? `there are ${inGroup.join(', ')}` : `did you mean ${meant}?`}`,
    );
  }
  const meant =
    suggestion(`${first} ${second}`, names) ||
    suggestion(first, [...new Set(names.map((name) => name.split(' ')[0] ?? ''))]);
  return new ConfigError(`${first} is not a command${meant || '; tollgate --help lists them'}`);
}
