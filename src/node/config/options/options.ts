/**
 * Every option of a node, once.
 *
 * The command line, the environment, the configuration file, the help text, `docs/configuration.md`, the
 * commented file that a new operator begins with and the type of the configuration are all derived from this
 * table. An option is called by one word everywhere: `retentionDays` in code is `--retention-days` on the
 * command line, `TOLLGATE_RETENTION_DAYS` in the environment and `retention-days` in the file. A name ends in
 * its unit if the value has one.
 */

import { CAPACITY_OPTIONS, JOB_OPTIONS, REQUEST_OPTIONS, TEXT_OPTIONS } from './limit-options.js';
import type { Option } from './option.js';
import { PAYMENT_OPTIONS } from './payment-options.js';
import { PEOPLE_OPTIONS } from './people-options.js';
import { PROVIDER_OPTIONS } from './provider-options.js';
import { RESULT_OPTIONS } from './result-options.js';
import { CLIENT_OPTIONS, LISTENING_OPTIONS, NODE_OPTIONS } from './serving-options.js';

export const ENVIRONMENT_PREFIX = 'TOLLGATE_';

/** Read from the environment alone: a command line shows in process lists, a file in backups. */
export const MANAGEMENT_KEY_VARIABLE = 'TOLLGATE_MANAGEMENT_KEY';

/** Read from the environment, unless the configuration names a file with it. */
export const SMTP_PASSWORD_VARIABLE = 'TOLLGATE_SMTP_PASSWORD';

/** Variables that are no options. */
export const SECRET_VARIABLES = [MANAGEMENT_KEY_VARIABLE, SMTP_PASSWORD_VARIABLE];

export const OPTIONS = {
  ...NODE_OPTIONS,
  ...LISTENING_OPTIONS,
  ...CLIENT_OPTIONS,
  ...REQUEST_OPTIONS,
  ...JOB_OPTIONS,
  ...TEXT_OPTIONS,
  ...PROVIDER_OPTIONS,
  ...RESULT_OPTIONS,
  ...PAYMENT_OPTIONS,
  ...PEOPLE_OPTIONS,
  ...CAPACITY_OPTIONS,
} satisfies Record<string, Option<unknown>>;

export type OptionKey = keyof typeof OPTIONS;

/** The value of every option, by its name in code. */
export type OptionValues = { readonly [K in OptionKey]: (typeof OPTIONS)[K]['fallback'] };

export const OPTION_KEYS = Object.keys(OPTIONS) as OptionKey[];

/** The options in the groups in which an operator meets them, in order. Each is in one. */
export const OPTION_SECTIONS: readonly { readonly title: string; readonly keys: readonly OptionKey[] }[] = [
  { title: 'The node', keys: keysOf(NODE_OPTIONS) },
  { title: 'Where it listens', keys: keysOf(LISTENING_OPTIONS) },
  { title: 'Clients and proxies', keys: keysOf(CLIENT_OPTIONS) },
  { title: 'Requests', keys: keysOf(REQUEST_OPTIONS) },
  { title: 'Jobs', keys: keysOf(JOB_OPTIONS) },
  { title: 'Text', keys: keysOf(TEXT_OPTIONS) },
  { title: 'Calls to providers', keys: keysOf(PROVIDER_OPTIONS) },
  { title: 'Results', keys: keysOf(RESULT_OPTIONS) },
  { title: 'Payments', keys: keysOf(PAYMENT_OPTIONS) },
  { title: 'People', keys: keysOf(PEOPLE_OPTIONS) },
  { title: 'Memory and disk', keys: keysOf(CAPACITY_OPTIONS) },
];

function keysOf(options: Partial<Record<OptionKey, unknown>>): readonly OptionKey[] {
  return Object.keys(options) as OptionKey[];
}

/** `retentionDays` as `retention-days`: the name in the file and, after two dashes, on the command line. */
export function optionName(key: OptionKey): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `retentionDays` as `TOLLGATE_RETENTION_DAYS`. */
export function variableName(key: OptionKey): string {
  return ENVIRONMENT_PREFIX + optionName(key).replaceAll('-', '_').toUpperCase();
}

/** The option's default as an operator would write it; undefined if it has none. */
export function printedFallback(key: OptionKey): string | undefined {
  const { fallback } = OPTIONS[key];
  if (fallback === undefined) return undefined;
  return Array.isArray(fallback) ? fallback.join(',') || undefined : String(fallback);
}
