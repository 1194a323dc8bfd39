/** The options of `fuzz`: what is run, for how long, and where its findings go. */
import type { GivenArguments, OptionSpec } from '../../../src/cli/framework/command.js';
import { choiceOf, numberOf } from '../../../src/cli/framework/values.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { FAULT_LEVELS, type FaultLevel } from '../../model.js';
import { MODEL_NAMES, type ModelName } from './models.js';

/** A real server, fuzzed over its sockets; not a model. */
const HTTP = 'http';
/** All models and the real server, in processes of their own. */
const ALL = 'all';
export const MODEL_CHOICES = [ALL, ...MODEL_NAMES, HTTP] as const;

/** Options that no campaign of all models can have. */
const OF_ONE_MODEL = ['runs', 'trace', 'coverage', 'digest'] as const;

const SEED = { least: 0, most: 2 ** 52 };
const RUNS = { least: 1, most: 10 ** 9 };
const MINUTES = { least: 0.001, most: 7 * 24 * 60, isFractional: true };
const MINUTES_DEFAULT = 1;
const TRACE_DIR_DEFAULT = 'fuzz-failures';
const CORPUS_DEFAULT = 'fuzz-corpus/http';

export const FUZZ_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'seed',
    placeholder: 'N',
    description:
      'The seed of the first run; each further run adds 1. Default: a random seed, which is printed.',
  },
  { name: 'runs', placeholder: 'N', description: 'How many histories to run. Not with --minutes.' },
  {
    name: 'minutes',
    placeholder: 'M',
    description: `How long to go on; the run that has begun is finished. Default ${MINUTES_DEFAULT}.`,
  },
  {
    name: 'model',
    placeholder: MODEL_CHOICES.join('|'),
    description:
      'Subject of the test. all, the default: the others share the time, on all cores. node, the default with --runs, --trace, --coverage and --digest: a whole gateway in a simulated world. window, ledger, job: one part of it alone. store: the real database on a disk, against the simulated one. config: the configuration, from command line, environment and file. outward: calls to services, over real sockets. clip: files that are read as clips. part: small parts, each against a plain twin. process: the real program, with its database, real time and kill -9; a run takes about 20 s, failures are not shrunk, and a replay may differ. http: odd requests and raw bytes to a real server; a run is one connection.',
    completes: MODEL_CHOICES,
  },
  {
    name: 'faults',
    placeholder: FAULT_LEVELS.join('|'),
    description:
      'How much goes wrong around the gateway. Default: the seed decides; of eight runs one has none, six have light and one has heavy faults.',
    completes: FAULT_LEVELS,
  },
  { name: 'keep-going', description: 'Go on after a run that broke a rule.' },
  {
    name: 'trace-dir',
    placeholder: 'DIR',
    description: `Folder for the traces of failures. Default ${TRACE_DIR_DEFAULT}.`,
    completes: 'folder',
  },
  {
    name: 'trace',
    placeholder: 'FILE',
    description:
      'Write the whole trace of the run, for --replay, even if every rule held. Only with --runs 1.',
    completes: 'file',
  },
  {
    name: 'coverage',
    placeholder: 'FILE',
    description:
      'Write which transitions of the state machines were taken and which moments came: as Markdown with charts if the name ends in .md, else as text.',
    completes: 'file',
  },
  {
    name: 'corpus',
    placeholder: 'DIR',
    description: `With --model http: folder for the inputs that were answered in a new way; later runs vary them. Default ${CORPUS_DEFAULT}.`,
    completes: 'folder',
  },
  {
    name: 'digest',
    description:
      'Add a SHA-256 of all traces to the summary. The same seed and runs give the same digest on every machine.',
  },
  { name: 'json', description: 'Print JSON lines: one for each failure, and a summary.' },
  {
    name: 'replay',
    placeholder: 'FILE',
    description:
      'Run the history of a trace file again and step through its trace. On a terminal: Enter or space shows the next line, c all that are left, q quits. Takes no other option but --json.',
    completes: 'file',
  },
];

export interface CampaignOptions {
  readonly model: ModelName;
  /** The seed of the first run; undefined if it is left to chance. */
  readonly seed: number | undefined;
  /** Undefined if each run takes the level that follows from its seed. */
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
  /** Folder of the inputs that were new, of this campaign and of earlier ones. */
  readonly corpusDir: string;
};

/** Campaigns of all models. */
export type PortfolioOptions = Pick<
  CampaignOptions,
  'seed' | 'faults' | 'json' | 'keepGoing' | 'traceDir'
> & {
  readonly minutes: number;
};

export type FuzzOptions =
  | { readonly command: 'replay'; readonly file: string; readonly json: boolean }
  | ({ readonly command: 'campaign' } & CampaignOptions)
  | ({ readonly command: 'portfolio' } & PortfolioOptions)
  | ({ readonly command: 'http' } & HttpCampaignOptions);

/** @throws ConfigError with one line that names what is wrong */
export function fuzzOptions(given: GivenArguments): FuzzOptions {
  const json = given.has('json');
  const file = given.value('replay');
  if (file !== undefined) {
    const other = FUZZ_OPTIONS.find(({ name }) => name !== 'replay' && name !== 'json' && given.has(name));
    if (other !== undefined) throw new ConfigError(`--replay goes with --json alone, not --${other.name}`);
    return { command: 'replay', file, json };
  }
  const [seed, runs, minutes] = [
    given.value('seed'),
    given.value('runs'),
    given.value('minutes') ?? String(MINUTES_DEFAULT),
  ];
  if (runs !== undefined && given.has('minutes'))
    throw new ConfigError('--runs and --minutes do not go together');
  const plan = {
    seed: seed === undefined ? undefined : numberOf('--seed', seed, SEED),
    until:
      runs === undefined
        ? { minutes: numberOf('--minutes', minutes, MINUTES) }
        : { runs: numberOf('--runs', runs, RUNS) },
    json,
    keepGoing: given.has('keep-going'),
    traceDir: given.value('trace-dir') ?? TRACE_DIR_DEFAULT,
  };
  const isOfOne = OF_ONE_MODEL.some((name) => given.has(name));
  const model = choiceOf('--model', given.value('model') ?? (isOfOne ? 'node' : ALL), MODEL_CHOICES);
  const faults = given.has('faults')
    ? choiceOf('--faults', given.value('faults') ?? '', FAULT_LEVELS)
    : undefined;
  if (model === ALL) {
    refuseWith(given, model, [...OF_ONE_MODEL, 'corpus']);
    const { seed, json, keepGoing, traceDir } = plan;
    const inAll = numberOf('--minutes', minutes, MINUTES);
    return { command: 'portfolio', seed, faults, json, keepGoing, traceDir, minutes: inAll };
  }
  if (model === HTTP) {
    refuseWith(given, model, ['faults', 'coverage', 'trace', 'digest']);
    return { command: 'http', ...plan, corpusDir: given.value('corpus') ?? CORPUS_DEFAULT };
  }
  refuseWith(given, model, ['corpus']);
  if (given.has('trace') && runs !== '1')
    throw new ConfigError('--trace is of a single run: it goes with --runs 1 alone');
  const coverage = given.value('coverage');
  if (/\.html?$/i.test(coverage ?? ''))
    throw new ConfigError(
      '--coverage writes no HTML: with a name that ends in .md it writes Markdown with charts',
    );
  return {
    command: 'campaign',
    ...plan,
    model,
    faults,
    coverage,
    trace: given.value('trace'),
    digest: given.has('digest'),
  };
}

function refuseWith(given: GivenArguments, model: string, names: readonly string[]): void {
  const wrong = names.find((name) => given.has(name));
  if (wrong !== undefined) throw new ConfigError(`--${wrong} does not go with --model ${model}`);
}
