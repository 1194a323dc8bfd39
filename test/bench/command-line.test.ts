import { describe, expect, it } from 'vitest';
import { BENCH_SYNTAX, benchCommand, type KnownSection } from '../../bench/command-line.js';
import { readArguments } from '../../src/cli/framework/arguments.js';

const parseCommand = (argv: readonly string[], known: readonly KnownSection[]) =>
  benchCommand(readArguments(argv, BENCH_SYNTAX), known);

const KNOWN: readonly KnownSection[] = [
  { name: 'read' },
  { name: 'growth' },
  { name: 'soak', isRunByNameOnly: true },
];

describe('a command line of the bench', () => {
  it('without a section runs all but those that run by name only', () => {
    expect(parseCommand([], KNOWN).sections).toEqual(['read', 'growth']);
  });

  it('runs the sections it names, in the order of the list', () => {
    expect(parseCommand(['soak', 'read'], KNOWN).sections).toEqual(['read', 'soak']);
  });

  it('is refused for a section that does not exist, and told which do', () => {
    expect(() => parseCommand(['raed'], KNOWN)).toThrow(
      'there is no section raed; there are read, growth, soak',
    );
  });

  it('has seven rounds of three seconds, and three of one second if it is to be quick', () => {
    expect(parseCommand([], KNOWN)).toMatchObject({ rounds: 7, secondsPerRound: 3, isQuick: false });
    expect(parseCommand(['--quick'], KNOWN)).toMatchObject({ rounds: 3, secondsPerRound: 1, isQuick: true });
    expect(parseCommand(['--quick', '--rounds', '5'], KNOWN)).toMatchObject({
      rounds: 5,
      secondsPerRound: 1,
    });
  });

  it('asks for an hour of what is watched for long, or for the minutes it names', () => {
    expect(parseCommand([], KNOWN).minutes).toBe(60);
    expect(parseCommand(['soak', '--minutes', '5'], KNOWN).minutes).toBe(5);
  });

  it.each(['0', '-1', '1.5', 'many', ''])('is refused with %j rounds', (rounds) => {
    expect(() => parseCommand([`--rounds=${rounds}`], KNOWN)).toThrow(
      '--rounds must be a whole number from 1',
    );
  });

  it('is refused with an option that does not exist', () => {
    expect(() => parseCommand(['--fast'], KNOWN)).toThrow('--fast is not an option');
  });

  it('takes several names of what to compare with', () => {
    expect(parseCommand(['--only', 'bare', '--only', 'nginx credits'], KNOWN).only).toEqual([
      'bare',
      'nginx credits',
    ]);
  });
});
