/**
 * The settings that a provider's entry has whatever its kind: bounds on the calls to it and, if it is a
 * service of others, its URL and the place of its key.
 *
 * A bound is called as the option for all providers is, without `provider-` before it, and beats that.
 */
import { resolve } from 'node:path';
import * as z from 'zod';
import type { ProviderKind } from '../../providers/adapters/adapter.js';
import { PATH, PUBLIC_URL } from './options/option-values.js';
import { type OptionValues, optionName } from './options/options.js';
import { PROVIDER_OPTIONS } from './options/provider-options.js';
import { RESULTS_KIND } from './options/result-options.js';

type BoundKey = keyof typeof PROVIDER_OPTIONS;

/** The bounds that an entry sets, by the names of the options that they beat. */
export type ProviderBounds = Partial<Pick<OptionValues, BoundKey>>;

/** The place of a key; the key itself is read by `provider-keys.ts`. */
export type KeySource =
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'file'; readonly path: string };

/** The settings of a provider, by whose they are. */
export interface ProviderParts {
  /** As the adapter's schemas made them of the entry; with the `url`, if the kind has one. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly bounds: ProviderBounds;
  /** Undefined if the entry names no key. */
  readonly key: KeySource | undefined;
  /** The place that its results are served from; undefined if the entry does not say. */
  readonly results?: OptionValues['results'];
}

/** Settings that somebody may mistake for the place of a secret: no message shows their value. */
export const NEVER_SHOWN: ReadonlySet<unknown> = new Set(['url', 'key-env', 'key-file']);

export const BOUND_KEYS = Object.keys(PROVIDER_OPTIONS) as BoundKey[];

const BOUND_SETTINGS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  BOUND_KEYS.map((key) => [boundName(key), PROVIDER_OPTIONS[key].kind.schema.optional()]),
);

const VARIABLE_WHY = 'must be the name of an environment variable, of A-Z, 0-9 and _';
/** Keys of many services would be names of variables, too, if those had small letters. */
export const KEY_SETTINGS = {
  'key-env': z
    .string({ error: VARIABLE_WHY })
    .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, VARIABLE_WHY)
    .optional(),
  'key-file': PATH.optional(),
};

const RESULTS_SETTING = { results: RESULTS_KIND.schema.optional() };

const NOT_THEIR_OWN = { ...BOUND_SETTINGS, ...KEY_SETTINGS, ...RESULTS_SETTING };

/** The schemas of the settings besides those of the adapter. */
export function commonSettings({ isReal, files = {} }: ProviderKind): Readonly<Record<string, z.ZodType>> {
  if (!isReal) return BOUND_SETTINGS;
  const paths = Object.fromEntries(Object.keys(files).map((setting) => [setting, PATH]));
  return { ...BOUND_SETTINGS, ...KEY_SETTINGS, ...RESULTS_SETTING, ...paths, url: PUBLIC_URL.schema };
}

/** Why the service of an entry cannot be called; undefined if it can. */
export function entryProblem(
  { isReal, defaultUrl, needsNoKey }: ProviderKind,
  entry: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!isReal) return undefined;
  if (defaultUrl === undefined && entry.url === undefined) return 'must have the url of the service';
  const given = Object.keys(KEY_SETTINGS).filter((name) => entry[name] !== undefined).length;
  if (given > 1) return 'must have only one of key-env and key-file';
  return given === 0 && needsNoKey !== true
    ? 'must say with key-env or key-file where its key is'
    : undefined;
}

/**
 * A parsed entry, parted into bounds, the place of the key and the adapter's own settings. A service that the
 * entry gives no URL has its default.
 *
 * @param folder the folder that a relative path counts from
 */
export function partEntry(
  { isReal, defaultUrl }: ProviderKind,
  entry: Readonly<Record<string, unknown>>,
  folder: string,
): ProviderParts {
  const bounds = BOUND_KEYS.flatMap((key) => {
    const value = entry[boundName(key)];
    return value === undefined ? [] : [[key, value]];
  });
  const own = Object.entries(entry).filter(([name]) => !(name in NOT_THEIR_OWN));
  const url = isReal && entry.url === undefined ? { url: defaultUrl } : {};
  return {
    bounds: Object.fromEntries(bounds),
    key: isReal ? keySource(entry, folder) : undefined,
    results: isReal ? z.object(RESULTS_SETTING).parse(entry).results : undefined,
    settings: { ...Object.fromEntries(own), ...url },
  };
}

export function keySource(entry: Readonly<Record<string, unknown>>, folder: string): KeySource | undefined {
  const { 'key-env': variable, 'key-file': path } = z.object(KEY_SETTINGS).parse(entry);
  if (variable !== undefined) return { from: 'environment', variable };
  return path === undefined ? undefined : { from: 'file', path: resolve(folder, path) };
}

/** `providerCallsMax` as `calls-max`. */
export function boundName(key: BoundKey): string {
  return optionName(key).replace(/^provider-/, '');
}
