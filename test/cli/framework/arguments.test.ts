import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/cli/framework/arguments.js';
import type { Syntax } from '../../../src/cli/framework/command.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';

const SYNTAX: Syntax = {
  arguments: [
    { name: 'KEY', description: 'the id of the key.' },
    { name: 'RPM', description: 'requests a minute.', isOptional: true },
  ],
  options: [
    { name: 'name', placeholder: 'NAME', description: 'A name.' },
    { name: 'json', description: 'As JSON.' },
  ],
};

describe('arguments', () => {
  it('are words, values and switches, in any order', () => {
    for (const argv of [
      ['key_1', '--name', 'ci', '--json', '5'],
      ['--json', '--name=ci', 'key_1', '5'],
      ['--name=ci', '--json', '--', 'key_1', '5'],
    ]) {
      const given = readArguments(argv, SYNTAX);
      expect(given.words).toEqual(['key_1', '5']);
      expect(given.value('name')).toBe('ci');
      expect(given.has('json')).toBe(true);
    }
    const bare = readArguments(['key_1'], SYNTAX);
    expect([bare.words, bare.value('name'), bare.has('json')]).toEqual([['key_1'], undefined, false]);
  });

  it('may begin with a dash behind -- and after =', () => {
    expect(readArguments(['--', '--json'], SYNTAX).words).toEqual(['--json']);
    expect(readArguments(['-', '--name=--json'], SYNTAX).value('name')).toBe('--json');
    expect(readArguments(['k', '--name='], SYNTAX).value('name')).toBe('');
  });

  it.each([
    [[], 'KEY is missing: the id of the key.'],
    [['a', '1', '2'], '2 is one argument too many'],
    [['a', '--nme', 'x'], '--nme is not an option; did you mean --name?'],
    [['a', '--hlep'], '--hlep is not an option; did you mean --help?'],
    [['a', '-n', 'x'], '-n is not an option'],
    [['a', '--name'], '--name needs a value'],
    [['a', '--name', '--json'], '--name needs a value'],
    [['a', '--json=1'], '--json takes no value'],
    [['a', '--name', 'x', '--name=y'], '--name is given twice'],
  ])('%j are refused by name', (argv, message) => {
    expect(() => readArguments(argv, SYNTAX)).toThrow(new ConfigError(message));
  });

  it('that nobody declared cannot be asked for', () => {
    expect(() => readArguments(['a'], SYNTAX).has('all')).toThrow('--all is not declared');
  });
});
