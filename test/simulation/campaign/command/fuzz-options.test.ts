import { describe, expect, it } from 'vitest';
import {
  FUZZ_OPTIONS,
  type FuzzOptions,
  fuzzOptions,
} from '../../../../simulation/campaign/command/fuzz-options.js';
import { readArguments } from '../../../../src/cli/framework/arguments.js';

function parse(argv: readonly string[]): FuzzOptions {
  return fuzzOptions(readArguments(argv, { arguments: [], options: FUZZ_OPTIONS }));
}

describe('the options of fuzz', () => {
  it('ask for a minute of all models by default, with faults by seed', () => {
    expect(parse([])).toEqual({
      command: 'portfolio',
      seed: undefined,
      faults: undefined,
      minutes: 1,
      json: false,
      keepGoing: false,
      traceDir: 'fuzz-failures',
    });
  });

  it('ask for whole nodes if they name what all models cannot have', () => {
    expect(parse(['--runs', '3'])).toMatchObject({ command: 'campaign', model: 'node' });
    expect(parse(['--coverage', 'c.md'])).toMatchObject({ command: 'campaign', model: 'node' });
    expect(() => parse(['--model', 'all', '--runs', '3'])).toThrow('--runs does not go with --model all');
  });

  it('have defaults for a single model, too', () => {
    expect(parse(['--model', 'node'])).toEqual({
      command: 'campaign',
      model: 'node',
      seed: undefined,
      faults: undefined,
      until: { minutes: 1 },
      json: false,
      keepGoing: false,
      traceDir: 'fuzz-failures',
      coverage: undefined,
      trace: undefined,
      digest: false,
    });
  });

  it('are taken with and without an equals sign', () => {
    const argv =
      '--seed 7 --runs=3 --faults heavy --model=job --json --keep-going --digest --trace-dir t --coverage c.md';
    expect(parse(argv.split(' '))).toEqual({
      command: 'campaign',
      model: 'job',
      seed: 7,
      faults: 'heavy',
      until: { runs: 3 },
      json: true,
      keepGoing: true,
      traceDir: 't',
      coverage: 'c.md',
      trace: undefined,
      digest: true,
    });
    expect(parse(['--minutes', '0.5'])).toMatchObject({ minutes: 0.5 });
  });

  it('ask for inputs to a real server, which has a corpus, but neither faults nor machines to cover', () => {
    expect(parse(['--model', 'http', '--seed', '1', '--runs', '2'])).toEqual({
      command: 'http',
      seed: 1,
      until: { runs: 2 },
      json: false,
      keepGoing: false,
      traceDir: 'fuzz-failures',
      corpusDir: 'fuzz-corpus/http',
    });
    expect(parse(['--model=http', '--corpus=c'])).toMatchObject({ corpusDir: 'c' });
    for (const argv of ['--model http --faults none', '--model http --coverage c.txt', '--corpus c']) {
      expect(() => parse(argv.split(' ')), argv).toThrow(/^--\w+ does not go with --model \w+$/);
    }
  });

  it('ask for a replay', () => {
    expect(parse(['--replay', 'a file'])).toEqual({
      command: 'replay',
      file: 'a file',
      json: false,
    });
    expect(parse(['--replay', 'f', '--json'])).toMatchObject({ json: true });
  });

  it.each([
    [['--seed', '-3'], '--seed must be a whole number from 0 to 4503599627370496, not "-3"'],
    [['--seed', '--runs'], '--seed needs a value'],
    [
      ['--coverage', 'c.html'],
      '--coverage writes no HTML: with a name that ends in .md it writes Markdown with charts',
    ],
    [['--seed=-1'], '--seed must be a whole number from 0 to 4503599627370496, not "-1"'],
    [['--seed', '1e3'], '--seed must be a whole number from 0 to 4503599627370496, not "1e3"'],
    [
      ['--seed', '4503599627370497'],
      '--seed must be a whole number from 0 to 4503599627370496, not "4503599627370497"',
    ],
    [['--runs', '0'], '--runs must be a whole number from 1 to 1000000000, not "0"'],
    [['--minutes', 'x'], '--minutes must be a number from 0.001 to 10080, not "x"'],
    [['--minutes', '0'], '--minutes must be a number from 0.001 to 10080, not "0"'],
    [['--runs', '1', '--minutes', '1'], '--runs and --minutes do not go together'],
    [['--faults', 'some'], '--faults must be one of none, light, heavy, not "some"'],
    [
      ['--model', 'toString'],
      '--model must be one of all, window, ledger, job, store, config, outward, clip, part, node, process, http, not "toString"',
    ],
    [['--faults', 'hevy'], '--faults must be one of none, light, heavy, not "hevy"; did you mean heavy?'],
    [
      ['--model', 'leger'],
      '--model must be one of all, window, ledger, job, store, config, outward, clip, part, node, process, http, not "leger"; did you mean ledger?',
    ],
    [['--replay', 'f', '--seed', '1'], '--replay goes with --json alone, not --seed'],
    [['--replay', 'f', '--keep-going'], '--replay goes with --json alone, not --keep-going'],
    [['--replay'], '--replay needs a value'],
    [['--runs', '1', '--runs=1'], '--runs is given twice'],
    [['--trace', 'f'], '--trace is of a single run: it goes with --runs 1 alone'],
    [['--trace', 'f', '--runs', '2'], '--trace is of a single run: it goes with --runs 1 alone'],
    [['--json=1'], '--json takes no value'],
    [['--sede', '1'], '--sede is not an option; did you mean --seed?'],
    [['-h'], '-h is not an option'],
    [['node'], 'node is one argument too many'],
  ])('%j are refused by name', (argv, message) => {
    expect(() => parse(argv)).toThrow(
      expect.objectContaining({ message, exitStatus: 2, name: 'ConfigError' }),
    );
  });
});
