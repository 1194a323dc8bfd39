import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { type OwnProgram, runOwnProgram, runProgram } from '../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../src/commands.js';
import { OPTION_KEYS, optionName } from '../../../src/node/config/options/options.js';
import { madeUpIo } from './made-up-io.js';

const COMMANDS = SECTIONS.flatMap(({ commands }) => commands);

async function run(...argv: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  return await runOn(undefined, ...argv);
}

async function runOn(columns: number | undefined, ...argv: readonly string[]) {
  const io = madeUpIo();
  const out = columns === undefined ? io.out : { ...io.out, columns };
  const status = await runProgram(argv, SECTIONS, { ...io, out });
  return { status, ...io.said };
}

describe('what is no command', () => {
  it.each([
    [[], 'no command given; try "tollgate demo" or "tollgate --help"'],
    [['--port', '1'], 'no command given; try "tollgate demo" or "tollgate --help"'],
    [['run'], 'run is not a command; tollgate --help lists them'],
    [['srve'], 'srve is not a command; did you mean serve?'],
    [['a\nb'], 'a b is not a command; tollgate --help lists them'],
    [['help', 'srve'], 'srve is not a command; did you mean serve?'],
  ])('%j is refused in one line, with a suggestion if a name is near', async (argv, message) => {
    expect(await run(...argv)).toEqual({ status: 2, out: '', err: `tollgate: ${message}\n` });
  });
});

describe('the help', () => {
  it('of the program names every command, its summary and every status', async () => {
    const { status, out, err } = await run('--help');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
    expect(out).toMatch(/^Exit status\n +0 .*\n +1 .*\n +2 .*\n +3 /m);
    expect(await run('help')).toEqual({ status, out, err });
    expect(await run('-h')).toEqual({ status, out, err });
  });

  it('of serve names every option', async () => {
    const { out } = await run('serve', '--port', 'what', '--help');
    for (const key of OPTION_KEYS) expect(out).toMatch(new RegExp(`^  --${optionName(key)} `, 'm'));
    expect(await run('help', 'serve')).toMatchObject({ out });
  });

  it('of every command has its usage, options and examples, in lines that fit', async () => {
    for (const { name, load } of COMMANDS) {
      const command = await load();
      if (command.isPassedOn === true) continue;
      const { status, out, err } = await run(...name.split(' '), '--help');
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toContain(`Usage: tollgate ${name} `);
      for (const option of command.options) expect(out).toContain(`--${option.name}`);
      expect(command.examples.length, name).toBeGreaterThan(0);
      expect(Math.max(...out.split('\n').map((line) => line.length)), name).toBeLessThanOrEqual(100);
    }
  });
});

describe('the help on a terminal', () => {
  it.each([80, 200])('of %i columns fits it, and is never wider than 100', async (columns) => {
    for (const { name, load } of [{ name: '', load: undefined }, ...COMMANDS]) {
      if ((await load?.())?.isPassedOn === true) continue;
      const { out } = await runOn(columns, ...name.split(' ').filter((word) => word !== ''), '--help');
      const unbroken = out
        .split('\n')
        .filter((line) => !line.startsWith('  tollgate ') && line.length > columns);
      expect(unbroken, name).toEqual([]);
      expect(Math.max(...out.split('\n').map((line) => line.length)), name).toBeLessThanOrEqual(100);
    }
  });
});

describe('the commands', () => {
  it('have a name each, a summary in one line, and options that none has twice', async () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const { name, summary, load } of COMMANDS) {
      expect(summary).toMatch(/^[A-Z][^\n]{10,80}[^.]$/);
      const { options } = await load();
      expect(new Set(options.map((option) => option.name)).size, name).toBe(options.length);
    }
  });
});

describe('a program that is one command', () => {
  const greet: OwnProgram = {
    name: 'greet',
    start: 'npm run greet --',
    summary: 'Greet somebody',
    command: {
      arguments: [{ name: 'WHOM', description: 'Somebody.' }],
      options: [{ name: 'loudly', description: 'In capitals.' }],
      about: [],
      examples: [['Ada', 'Greet Ada.']],
      run: async ({ words }, { out }) => {
        out.write(`Hello ${words.join()}`);
        return 7;
      },
    },
  };
  const runOwn = async (...argv: readonly string[]) => {
    const io = madeUpIo();
    return { status: await runOwnProgram(greet, argv, io), ...io.said };
  };

  it('runs its command, and ends with its status', async () => {
    expect(await runOwn('Ada')).toEqual({ status: 7, out: 'Hello Ada', err: '' });
  });

  it('prints help that begins as its command lines do', async () => {
    const { out } = await runOwn('--help');
    expect(out).toMatch(/^Usage: npm run greet -- WHOM \[OPTION\]\.\.\.\n/);
    expect(out).toContain('\n  npm run greet -- Ada\n');
  });

  it('refuses what is wrong in its own name', async () => {
    expect(await runOwn('Ada', '--loudy')).toMatchObject({
      status: 2,
      err: 'greet: --loudy is not an option; did you mean --loudly?\n',
    });
  });
});

it.each([['--version'], ['-V'], ['version'], ['serve', '--version']])(
  '%s prints the version of package.json',
  async (...argv) => {
    const { status, out, err } = await run(...argv);
    expect([status, out.split('\n')[0], err]).toEqual([0, `tollgate ${manifest.version}`, '']);
  },
);
