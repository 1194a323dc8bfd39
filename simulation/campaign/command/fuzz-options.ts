/**
 * The arguments of `fuzz`: what is run, for how long, and where what it finds goes.
 *
 * It is strict, as the command line of the gateway is: what it does not know, what is given twice, and what
 * does not go together is refused by name.
 */

import { ConfigError } from '../../../src/node/config/start-refused.js';
import { nearestName } from '../../../src/node/config/suggestions.js';
import { FAULT_LEVELS, type FaultLevel } from '../../model.js';
import { MODEL_NAMES, type ModelName } from './models.js';

/** What is fuzzed from outside, over its sockets, and so is no model. */
const HTTP = 'http';
const SEED_MAX = 2 ** 52;
const RUNS_MAX = 10 ** 9;
const MINUTES_MAX = 7 * 24 * 60;
const MINUTES_DEFAULT = 1;

const VALUES = [
  'seed',
  'runs',
  'minutes',
  'faults',
  'model',
  'replay',
  'trace',
  'trace-dir',
  'coverage',
  'corpus',
] as const;
const SWITCHES = ['json', 'keep-going', 'digest', 'help'] as const;
type ValueName = (typeof VALUES)[number];
type SwitchName = (typeof SWITCHES)[number];

export interface CampaignOptions {
  readonly model: ModelName;
  /** The seed of the first run; undefined where it is left to chance. */
  readonly seed: number | undefined;
  /** Undefined where each run takes the level that follows from its seed. */
  readonly faults: FaultLevel | undefined;
  /** When it ends, unless a violation ends it before. */
  readonly until: { readonly runs: number } | { readonly minutes: number };
  readonly json: boolean;
  readonly keepGoing: boolean;
  readonly traceDir: string;
  /** The file for the trace of the only run, whether it breaks a rule or not. */
  readonly trace: string | undefined;
  /** The file that the report of coverage is written to. */
  readonly coverage: string | undefined;
  /** Whether the summary is to have a digest of all traces. */
  readonly digest: boolean;
}

/** A campaign of inputs against a real server, which has neither faults nor state machines to cover. */
export type HttpCampaignOptions = Omit<
  CampaignOptions,
  'model' | 'faults' | 'coverage' | 'digest' | 'trace'
> & {
  /** Where inputs that were new are kept, and those of earlier campaigns read from. */
  readonly corpusDir: string;
};

export type FuzzOptions =
  | { readonly command: 'help' }
  | { readonly command: 'replay'; readonly file: string; readonly json: boolean }
  | ({ readonly command: 'campaign' } & CampaignOptions)
  | ({ readonly command: 'http' } & HttpCampaignOptions);

/**
 * @param argv the arguments after `fuzz`
 * @throws ConfigError with one line that names what is wrong
 */
export function parseFuzzOptions(argv: readonly string[]): FuzzOptions {
  const { values, switches } = readArguments(argv);
  if (switches.has('help')) return { command: 'help' };
  const replay = values.get('replay');
  if (replay !== undefined) {
    const others = [...values.keys(), ...switches].filter((name) => name !== 'replay' && name !== 'json');
    if (others[0] !== undefined) throw new ConfigError(`--replay goes with --json alone, not --${others[0]}`);
    return { command: 'replay', file: replay, json: switches.has('json') };
  }
  const runs = numberOf(values, 'runs', { least: 1, most: RUNS_MAX, isWhole: true });
  const minutes = numberOf(values, 'minutes', { least: 0.001, most: MINUTES_MAX, isWhole: false });
  if (runs !== undefined && minutes !== undefined)
    throw new ConfigError('--runs and --minutes do not go together');
  const model = choiceOf(values, 'model', [...MODEL_NAMES, HTTP]) ?? 'node';
  const plan = {
    seed: numberOf(values, 'seed', { least: 0, most: SEED_MAX, isWhole: true }),
    until: runs === undefined ? { minutes: minutes ?? MINUTES_DEFAULT } : { runs },
    json: switches.has('json'),
    keepGoing: switches.has('keep-going'),
    traceDir: values.get('trace-dir') ?? 'fuzz-failures',
  };
  if (model === HTTP) {
    refuseWith(values, `--model ${HTTP}`, ['faults', 'coverage', 'trace']);
    if (switches.has('digest')) throw new ConfigError(`--digest does not go with --model ${HTTP}`);
    return { command: 'http', ...plan, corpusDir: values.get('corpus') ?? 'fuzz-corpus/http' };
  }
  refuseWith(values, `--model ${model}`, ['corpus']);
  const faults = choiceOf(values, 'faults', FAULT_LEVELS);
  const coverage = values.get('coverage');
  if (/\.html?$/i.test(coverage ?? ''))
    throw new ConfigError(
      '--coverage writes no HTML: with a name that ends in .md it writes Markdown with charts',
    );
  const trace = values.get('trace');
  if (trace !== undefined && runs !== 1)
    throw new ConfigError('--trace is of a single run: it goes with --runs 1 alone');
  return {
    command: 'campaign',
    ...plan,
    model,
    faults,
    coverage,
    trace,
    digest: switches.has('digest'),
  };
}

function refuseWith(
  values: ReadonlyMap<ValueName, string>,
  what: string,
  others: readonly ValueName[],
): void {
  const given = others.find((name) => values.has(name));
  if (given !== undefined) throw new ConfigError(`--${given} does not go with ${what}`);
}

interface Arguments {
  readonly values: ReadonlyMap<ValueName, string>;
  readonly switches: ReadonlySet<SwitchName>;
}

function readArguments(argv: readonly string[]): Arguments {
  const values = new Map<ValueName, string>();
  const switches = new Set<SwitchName>();
  const rest = argv[Symbol.iterator]();
  for (const argument of rest) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const value = VALUES.find((one) => one === name);
    const known = SWITCHES.find((one) => one === name);
    if (known !== undefined) {
      if (inline !== undefined) throw new ConfigError(`--${known} takes no value`);
      switches.add(known);
    } else if (value !== undefined) {
      if (values.has(value)) throw new ConfigError(`--${value} is given twice`);
      values.set(value, inline ?? valueAfter(value, rest.next()));
    } else throw unknown(argument, name);
  }
  return { values, switches };
}

function valueAfter(name: ValueName, next: IteratorResult<string, unknown>): string {
  // A number below zero is a value, if a wrong one.
  if (next.done === true || /^-(?!\d)/.test(next.value)) throw new ConfigError(`--${name} needs a value`);
  return next.value;
}

function unknown(argument: string, name: string | undefined): ConfigError {
  if (!argument.startsWith('-')) return new ConfigError(`${argument} is one argument too many; see --help`);
  const given = name === undefined ? argument : `--${name}`;
  const near = nearestName(
    given,
    [...VALUES, ...SWITCHES].map((one) => `--${one}`),
  );
  return new ConfigError(
    `${given} is not an option of fuzz${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

function numberOf(
  values: ReadonlyMap<ValueName, string>,
  name: ValueName,
  bounds: { readonly least: number; readonly most: number; readonly isWhole: boolean },
): number | undefined {
  const given = values.get(name);
  if (given === undefined) return undefined;
  const pattern = bounds.isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  const number = Number(given);
  if (!pattern.test(given) || number < bounds.least || number > bounds.most) {
    const kind = bounds.isWhole ? 'a whole number' : 'a number';
    throw new ConfigError(
      `--${name} must be ${kind} from ${bounds.least} to ${bounds.most}, not ${JSON.stringify(given)}`,
    );
  }
  return number;
}

function choiceOf<T extends string>(
  values: ReadonlyMap<ValueName, string>,
  name: ValueName,
  choices: readonly T[],
): T | undefined {
  const given = values.get(name);
  if (given === undefined) return undefined;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) {
    const near = nearestName(given, choices);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    throw new ConfigError(
      `--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(given)}${meant}`,
    );
  }
  return found;
}
