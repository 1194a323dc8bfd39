import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/cli/framework/arguments.js';
import type { Syntax } from '../../../src/cli/framework/command.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';

const SYNTAX: Syntax = {
  arguments: [
    { name: 'KEY', description: 'The id of the key; not its secret.' },
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
    [[], 'KEY is missing: the id of the key'],
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

  it('are refused without an option that is required', () => {
    const required = { name: 'reason', placeholder: 'TEXT', description: 'Why. Shown.', isRequired: true };
    const syntax: Syntax = { arguments: [], options: [required] };
    expect(() => readArguments([], syntax)).toThrow(new ConfigError('--reason is missing: why'));
    expect(readArguments(['--reason', 'x'], syntax).value('reason')).toBe('x');
  });

  it('take several words and values if that is declared', () => {
    const syntax: Syntax = {
      arguments: [{ name: 'SECTION', description: 'A section.', isRepeatable: true }],
      options: [{ name: 'only', placeholder: 'WORD', description: 'A word.', isRepeatable: true }],
    };
    const given = readArguments(['a', '--only', 'x', 'b', '--only=y', 'c'], syntax);
    expect([given.words, given.values('only')]).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
    expect([readArguments([], syntax).words, readArguments([], syntax).values('only')]).toEqual([[], []]);
  });

  it('that nobody declared cannot be asked for', () => {
    expect(() => readArguments(['a'], SYNTAX).has('all')).toThrow('--all is not declared');
  });
});
