/**
 * Every option of a node, once.
 *
 * The command line, the environment, the configuration file, the help text, `docs/configuration.md` and
 * the type of the configuration are all derived from this table. An option is called by one word
 * everywhere: `retentionDays` in code is `--retention-days` on the command line, `TOLLGATE_RETENTION_DAYS`
 * in the environment and `retention-days` in the file. A name ends in its unit where the value has one.
 */
import {
  CIDR_LIST,
  HOST,
  oneOf,
  optionalPath,
  PUBLIC_URL,
  path,
  type ValueKind,
  wholeNumber,
} from './config-values.js';

export const ENVIRONMENT_PREFIX = 'TOLLGATE_';

/** Read from the environment alone: a command line shows in process lists, a file in backups. */
export const MANAGEMENT_KEY_VARIABLE = 'TOLLGATE_MANAGEMENT_KEY';

export interface Option<T> {
  readonly kind: ValueKind<T>;
  readonly fallback: T;
  /** One or two sentences for the operator, without the default. */
  readonly description: string;
  /** False for the one option that says where the file is. */
  readonly inFile: boolean;
}

function option<T>(kind: ValueKind<T>, fallback: T, description: string, inFile = true): Option<T> {
  return { kind, fallback, description, inFile };
}

const DAY_MS = 86_400_000;

export const OPTIONS = {
  port: option(wholeNumber(0, 65_535), 8080, 'TCP port to listen on; 0 picks a free one.'),
  host: option(HOST, '127.0.0.1', 'Address or name of the interface to listen on.'),
  data: option(
    path('DIR'),
    'data',
    'Folder of everything the node keeps; made where it is missing. One node per folder. A relative path in the configuration file counts from the folder of that file.',
  ),
  config: option(optionalPath('FILE'), undefined, 'Configuration file, YAML or JSON.', false),
  publicUrl: option(
    PUBLIC_URL,
    undefined,
    'Base URL under which clients reach the gateway, for the absolute links in its answers. Without it links follow the request.',
  ),
  trustedProxies: option(
    CIDR_LIST,
    [],
    'Networks of the proxies whose X-Forwarded-For, -Proto and -Host are believed.',
  ),
  metricsNetworks: option(
    CIDR_LIST,
    [],
    'Networks that may read /metrics, besides the loopback addresses, which always may.',
  ),
  bodyMaxBytes: option(wholeNumber(1_024, 104_857_600), 1_048_576, 'Largest request body, in bytes.'),
  bodyTimeoutMs: option(
    wholeNumber(10, 600_000),
    10_000,
    'Time for a request body to arrive whole, in milliseconds.',
  ),
  openJobsMax: option(wholeNumber(1, 1_000_000), 1_000, 'Most unfinished jobs of one API key.'),
  defaultRpm: option(
    wholeNumber(1, 1_000_000),
    60,
    'Requests a minute of an API key without a limit of its own.',
  ),
  managementRpm: option(wholeNumber(1, 1_000_000), 6_000, 'Requests a minute of a management key.'),
  addressRpm: option(
    wholeNumber(1, 1_000_000),
    60,
    'Requests a minute of a client address (IPv6: of its /64) without a valid key.',
  ),
  addressWindowsMax: option(
    wholeNumber(1, 10_000_000),
    100_000,
    'Most client addresses counted one by one; newcomers beyond them share one count.',
  ),
  retentionDays: option(wholeNumber(1, 36_500), 90, 'Days a settled job is kept.'),
  idempotencyHours: option(wholeNumber(1, 8_760), 24, 'Hours an Idempotency-Key is remembered.'),
  jobDeadlineMinutes: option(
    wholeNumber(1, 10_080),
    30,
    'Minutes after its submit at which an unsettled job expires, where its model sets no other deadline.',
  ),
  gateTimeLimitMs: option(
    wholeNumber(100, 600_000),
    5_000,
    'Time a commit may take before what waits on it is refused with 503, in milliseconds.',
  ),
  mailboxMax: option(
    wholeNumber(10_000, 10_000_000),
    10_000,
    'Messages one actor may have waiting before the next is refused with 503.',
  ),
  residentActorsMax: option(
    wholeNumber(100, 100_000_000),
    100_000,
    'Actors held in memory before idle ones leave it early.',
  ),
  residentKeysMax: option(
    wholeNumber(1, 10_000_000),
    1_000_000,
    'Keys held in memory, of those that were used since the start; some 400 bytes each.',
  ),
  passivateAfterMs: option(
    wholeNumber(1_000, DAY_MS),
    120_000,
    'Time an actor stays in memory after its last message, in milliseconds.',
  ),
  drainTimeLimitMs: option(
    wholeNumber(0, 600_000),
    10_000,
    'Time open requests have to finish when the node is told to stop, in milliseconds.',
  ),
  providerCallsMax: option(
    wholeNumber(1, 100_000),
    256,
    'Submits under way at once to one model of one provider.',
  ),
  providerPollsMax: option(
    wholeNumber(1, 100_000),
    2_048,
    'Polls, the questions how a job stands, under way at once to one model of one provider. With N unfinished jobs, an interval of 20 s and T seconds to an answer, N × T / 20 are under way at a time.',
  ),
  providerCallsPerSecondMax: option(
    wholeNumber(1, 1_000_000),
    20_000,
    'Polls started in a second to one model of one provider; what a provider allows, where it tells. N unfinished jobs and an interval of 20 s take N / 20 a second; with less than that jobs are polled late, with twice that a wave of them ebbs away.',
  ),
  providerSubmitTimeoutMs: option(
    wholeNumber(100, 600_000),
    30_000,
    'Time a provider has to answer a submit, in milliseconds.',
  ),
  providerPollTimeoutMs: option(
    wholeNumber(100, 600_000),
    10_000,
    'Time a provider has to answer how a job stands, in milliseconds.',
  ),
  logLevel: option(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe entry that is logged.',
  ),
  lmdbMapMib: option(
    wholeNumber(16, 16_777_216),
    65_536,
    'Address space set aside for the database from the start, in MiB. It takes neither memory nor disk, and grows where it is too small.',
  ),
} satisfies Record<string, Option<unknown>>;

export type OptionKey = keyof typeof OPTIONS;

/** The value of every option, by its name in code. */
export type OptionValues = { readonly [K in OptionKey]: (typeof OPTIONS)[K]['fallback'] };

export const OPTION_KEYS = Object.keys(OPTIONS) as OptionKey[];

/** `retentionDays` as `retention-days`: the name in the file and, after two dashes, on the command line. */
export function optionName(key: OptionKey): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `retentionDays` as `TOLLGATE_RETENTION_DAYS`. */
export function variableName(key: OptionKey): string {
  return ENVIRONMENT_PREFIX + optionName(key).replaceAll('-', '_').toUpperCase();
}

/** The option's default as an operator would write it; undefined where it has none. */
export function printedFallback(key: OptionKey): string | undefined {
  const { fallback } = OPTIONS[key];
  if (fallback === undefined) return undefined;
  return Array.isArray(fallback) ? fallback.join(',') || undefined : String(fallback);
}
