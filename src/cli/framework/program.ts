/**
 * The program: finds the command that is meant, runs it, and says in one line why where it cannot.
 *
 * `--help` after a command shows its help whatever else stands there, and `--version` the version; a value
 * that looks like one of them is written `--name=--help`.
 */

import { ConfigError, StartRefused } from '../../node/config/start-refused.js';
import { nearestName } from '../../node/config/suggestions.js';
import type { CommandIo, ListedCommand } from './command.js';
import { BAD, CommandFailed, DONE } from './exit-status.js';

/** @returns the status to end with */
export async function runProgram(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof StartRefused || error instanceof CommandFailed) {
      io.err.write(`tollgate: ${error.message}\n`);
      return error.exitStatus;
    }
    io.err.write(`tollgate: ${error instanceof Error ? error.stack : String(error)}\n`);
    return BAD;
  }
}

async function dispatch(argv: readonly string[], io: CommandIo): Promise<number> {
  const [first] = argv;
  if (first === '--version' || first === '-V' || first === 'version') return await printVersion(io);
  const { COMMANDS } = await import('../commands/commands.js');
  if (first === '--help' || first === '-h') return await printHelp([], COMMANDS, io);
  if (first === 'help') return await printHelp(argv.slice(1), COMMANDS, io);
  if (first === undefined || first.startsWith('-'))
    throw new ConfigError('no command given; try "tollgate serve" or "tollgate --help"');

  const listed = commandIn(argv, COMMANDS);
  if (listed === undefined) {
    if (isGroup(first, COMMANDS) && wantsHelp(argv)) return await printHelp([first], COMMANDS, io);
    throw unknownCommand(argv, COMMANDS);
  }
  const rest = argv.slice(listed.name.split(' ').length);
  const command = await listed.load();
  if (command.readsAll !== true && wantsHelp(rest))
    return await printHelp(listed.name.split(' '), COMMANDS, io);
  if (command.readsAll !== true && rest.includes('--version')) return await printVersion(io);
  return await command.run(rest, io);
}

async function printVersion(io: CommandIo): Promise<number> {
  const { versionText } = await import('../../node/version.js');
  io.out.write(await versionText());
  return DONE;
}

async function printHelp(
  words: readonly string[],
  commands: readonly ListedCommand[],
  io: CommandIo,
): Promise<number> {
  const { commandHelp, groupHelp, programHelp } = await import('./help.js');
  const [first] = words;
  if (first === undefined) {
    io.out.write(programHelp(commands));
    return DONE;
  }
  const listed = commandIn(words, commands);
  if (listed !== undefined) {
    const command = await listed.load();
    if (command.readsAll === true) return await command.run(['--help'], io);
    io.out.write(commandHelp(listed, command));
  } else if (words.length === 1 && isGroup(first, commands)) io.out.write(groupHelp(first, commands));
  else throw unknownCommand(words, commands);
  return DONE;
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
  const ofGroup = names.flatMap((name) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
  if (ofGroup.length > 0 && (second === '' || second.startsWith('-')))
    return new ConfigError(`${first} is followed by one of ${ofGroup.join(', ')}`);
  if (ofGroup.length > 0) {
    const meant = nearestName(second, ofGroup);
    return new ConfigError(
      `${first} ${second} is not a command; ${meant === undefined ? `there are ${ofGroup.map((name) => `${first} ${name}`).join(', ')}` : `did you mean ${first} ${meant}?`}`,
    );
  }
  const groups = [
    ...new Set(names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? '')),
  ];
  const meant =
    nearestName(`${first} ${second}`, names) ??
    nearestName(first, [...names.filter((name) => !name.includes(' ')), ...groups]);
  return new ConfigError(
    `${first} is not a command; ${meant === undefined ? 'tollgate --help lists them' : `did you mean ${meant}?`}`,
  );
}
