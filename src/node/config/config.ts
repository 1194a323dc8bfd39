/**
 * The configuration of a node: all values that were given, validated and put together.
 *
 * Rules
 *  1. An option on the command line beats the environment, the environment the file, the file the default.
 *     An environment variable that is set to nothing counts as not set.
 *  2. Every value that is given is validated, also one that is beaten: a wrong value never waits for its day.
 *  3. A mistake is one `ConfigError` whose single line names the option, the variable, or the file,
 *     line and path, and says what would be right. The management key is never part of a message.
 *  4. A key of the file that is no option is refused. A variable is refused only if it looks like a
 *     mistyped option: clients have variables of the same prefix, and some orchestrators inject more.
 */
import { dirname } from 'node:path';
import { refuseConflicts } from './config-conflicts.js';
import { type ConfigFile, readConfigFile } from './config-file.js';
import {
  isLoopback,
  PAYMENTS_SECTION,
  type PaymentsConfig,
  paymentsByDefault,
  toPayments,
} from './config-payments.js';
import {
  isReal,
  PROVIDERS_BY_DEFAULT,
  PROVIDERS_SECTION,
  type ProviderConfig,
  toProviders,
} from './config-providers.js';
import { type Given, parseGiven } from './given.js';
import {
  MODELS_SECTION,
  type ModelConfig,
  type TextModelConfig,
  toModels,
  toTextModels,
} from './models/config-models.js';
import type { Option } from './options/option.js';
import { type Cidr, type PeerNetwork, parseCidr } from './options/option-values.js';
import {
  ENVIRONMENT_PREFIX,
  MANAGEMENT_KEY_VARIABLE,
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  type OptionValues,
  optionName,
  SECRET_VARIABLES,
  variableName,
} from './options/options.js';
import { ConfigError } from './start-refused.js';
import { nearestName, suggestion } from './suggestions.js';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Every option's value, and what is configured by other means. Paths are absolute. */
export interface NodeConfig extends Omit<OptionValues, 'config'> {
  /** The operator's management key; undefined if the environment sets none. */
  readonly managementKey: string | undefined;
  readonly providers: readonly ProviderConfig[];
  /** Those of video. */
  readonly models: readonly ModelConfig[];
  readonly textModels: readonly TextModelConfig[];
  /** Undefined if nobody can pay. */
  readonly payments: PaymentsConfig | undefined;
}

/** The options of the command line: by name in code, as text. */
export type GivenOptions = ReadonlyMap<OptionKey, string>;

/** The sources of values besides the file. */
interface Sources {
  readonly options: GivenOptions;
  readonly environment: EnvironmentVariables;
  readonly folder: string;
}

interface FileSource {
  readonly file: ConfigFile;
  readonly entries: ReadonlyMap<string, unknown>;
  readonly folder: string;
}

const SECTIONS = ['providers', 'models', 'payments'] as const;

/** Options that somebody may write a secret into. */
const SECRET_OPTIONS: ReadonlySet<OptionKey> = new Set(['smtpUrl', 'smtpPasswordFile']);

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr).filter((cidr): cidr is Cidr => cidr !== undefined);

/**
 * @param options the options of the command line
 * @param environment environment variables
 * @param folder the folder that relative paths count from
 */
export function readConfig(
  options: GivenOptions,
  environment: EnvironmentVariables,
  folder: string,
): NodeConfig {
  refuseMistypedVariables(environment);
  const managementKey = readManagementKey(environment);
  const sources = { options, environment, folder };
  const source = openFile(sources);
  const values = Object.fromEntries(
    OPTION_KEYS.map((key) => [
      key,
      pick(key, [...outsideFile(key, sources), ...inFile(key, source)], folder),
    ]),
  ) as unknown as OptionValues;
  const { config: _, ...kept } = values;
  const providers = readProviders(source);
  const payments = readPayments(source) ?? paymentsByDefault(kept.host, providers);
  refuseConflicts(kept, providers, payments);
  return Object.freeze({ ...kept, managementKey, providers, ...readModels(source), payments });
}

/** The networks that may read metrics: this machine's, and those that the configuration names. */
export function metricsReaders({ metricsNetworks }: NodeConfig): readonly PeerNetwork[] {
  return [...LOOPBACK, ...metricsNetworks];
}

/** Why there can be no demo with this configuration; undefined if there can. */
export function whyNoDemo(config: NodeConfig): string | undefined {
  if (!isLoopback(config.host))
    return `--demo serves on a loopback address only, and the host is ${config.host}`;
  if (config.payments?.kind === 'chargily') return '--demo is for a node without real payments';
  const real = config.providers.find(isReal);
  return real === undefined
    ? undefined
    : `--demo is for the simulated provider only, and ${real.name} is configured`;
}

/** The option's value by the first that was given, after all that were given have been validated. */
function pick<K extends OptionKey>(key: K, given: readonly Given[], folder: string): OptionValues[K] {
  const { kind, fallback } = OPTIONS[key] as Option<OptionValues[K]>;
  const isShown = !SECRET_OPTIONS.has(key);
  const [first] = given.map((one) => ({ value: parseGiven(kind.schema, one, isShown), folder: one.folder }));
  const { value, folder: from } = first ?? { value: fallback, folder };
  return kind.inFolder === undefined ? value : kind.inFolder(value, from);
}

function outsideFile(key: OptionKey, { options, environment, folder }: Sources): readonly Given[] {
  const ranked = [
    [`--${optionName(key)}`, options.get(key)],
    [variableName(key), environment[variableName(key)] || undefined],
  ] as const;
  return ranked.flatMap(([name, text]) =>
    text === undefined ? [] : [{ where: () => name, value: OPTIONS[key].kind.fromText(text), folder }],
  );
}

function inFile(key: OptionKey, source: FileSource | undefined): readonly Given[] {
  const name = optionName(key);
  if (source === undefined || !source.entries.has(name)) return [];
  const { file, entries, folder } = source;
  return [{ where: (path) => file.where([name, ...path]), value: entries.get(name), folder }];
}

function openFile(sources: Sources): FileSource | undefined {
  const given = outsideFile('config', sources);
  const path = pick('config', given, sources.folder);
  if (path === undefined) return undefined;
  const file = readConfigFile(path, given[0]?.where([]) ?? '');
  refuseUnknownKeys(file);
  return { file, entries: new Map(file.entries), folder: dirname(path) };
}

function readProviders(source: FileSource | undefined): readonly ProviderConfig[] {
  const given = sectionOf('providers', source);
  if (given === undefined) return PROVIDERS_BY_DEFAULT;
  return toProviders(parseGiven(PROVIDERS_SECTION, given), given.where, given.folder);
}

function readModels(source: FileSource | undefined): Pick<NodeConfig, 'models' | 'textModels'> {
  const given = sectionOf('models', source);
  if (given === undefined) return { models: [], textModels: [] };
  const section = parseGiven(MODELS_SECTION, given);
  return { models: toModels(section, given.where), textModels: toTextModels(section, given.where) };
}

function readPayments(source: FileSource | undefined): PaymentsConfig | undefined {
  const given = sectionOf('payments', source);
  return given === undefined ? undefined : toPayments(parseGiven(PAYMENTS_SECTION, given), given.folder);
}

function sectionOf(name: (typeof SECTIONS)[number], source: FileSource | undefined): Given | undefined {
  if (source === undefined || !source.entries.has(name)) return undefined;
  const { file, entries, folder } = source;
  return { where: (path) => file.where([name, ...path]), value: entries.get(name), folder };
}

function readManagementKey(environment: EnvironmentVariables): string | undefined {
  const key = environment[MANAGEMENT_KEY_VARIABLE] || undefined;
  if (key !== undefined && !/^[\x21-\x7e]{32,200}$/.test(key)) {
    throw new ConfigError(
      `${MANAGEMENT_KEY_VARIABLE} must be 32 to 200 printable ASCII characters without spaces`,
    );
  }
  return key;
}

function refuseUnknownKeys(file: ConfigFile): void {
  const names = [...OPTION_KEYS.filter((key) => OPTIONS[key].inFile).map(optionName), ...SECTIONS];
  for (const [key] of file.entries) {
    if (!names.includes(key))
      throw new ConfigError(`${file.where([key])} is not an option${suggestion(key, names)}`);
  }
}

function refuseMistypedVariables(environment: EnvironmentVariables): void {
  const names: readonly string[] = [...OPTION_KEYS.map(variableName), ...SECRET_VARIABLES];
  const tails = names.map((name) => name.slice(ENVIRONMENT_PREFIX.length));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(ENVIRONMENT_PREFIX) || names.includes(name)) continue;
    const meant = nearestName(name.slice(ENVIRONMENT_PREFIX.length), tails);
    if (meant === undefined) continue;
    throw new ConfigError(`${name} is not an option; did you mean ${ENVIRONMENT_PREFIX}${meant}?`);
  }
}
