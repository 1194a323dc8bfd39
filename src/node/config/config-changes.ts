/**
 * The differences between the configuration in force and one that is wanted, and which of them a running node
 * takes.
 *
 * Invariants
 *  1. `takenAtReload(a, b)` differs from `b` in nothing but options that are taken at start, and from `a` in
 *     none of those.
 *  2. A name stands in `taken` or `needRestart` exactly if the two differ in it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { NodeConfig } from './config.js';
import { OPTION_KEYS, OPTIONS, type OptionKey, optionName } from './options/options.js';
import { ConfigError } from './start-refused.js';

export interface ConfigChanges {
  /** Names, as in the file, of what differs and is taken at reload. */
  readonly taken: readonly string[];
  /** Of what differs and is taken at the next start. */
  readonly needRestart: readonly string[];
}

type ValueKey = Exclude<OptionKey, 'config'>;

const VALUE_KEYS = OPTION_KEYS.filter((key): key is ValueKey => key !== 'config');
const TLS_KEYS: readonly ValueKey[] = ['tlsCert', 'tlsKey', 'tlsPassphraseFile'];

export function changesBetween(inForce: NodeConfig, wanted: NodeConfig): ConfigChanges {
  const changed = VALUE_KEYS.filter((key) => !isDeepStrictEqual(inForce[key], wanted[key]));
  const atStart = keysAtStart(inForce, wanted);
  const [before, after] = [sectionsOf(inForce), sectionsOf(wanted)];
  const sections = (['providers', 'models', 'payments'] as const).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  return {
    taken: [...changed.filter((key) => !atStart.has(key)).map(optionName), ...sections],
    needRestart: changed.filter((key) => atStart.has(key)).map(optionName),
  };
}

/**
 * The configuration after a reload: the one that is wanted, save options that are taken at start.
 *
 * @throws ConfigError if a provider's name goes over to another kind, which cannot read the handles of the
 *   jobs that are under way there
 */
export function takenAtReload(inForce: NodeConfig, wanted: NodeConfig): NodeConfig {
  const kinds = new Map(inForce.providers.map(({ name, kind }) => [name, kind]));
  for (const { name, kind } of wanted.providers) {
    const before = kinds.get(name) ?? kind;
    if (before === kind) continue;
    throw new ConfigError(
      `providers.${name} is of kind ${before} and cannot become ${kind} at a reload: jobs of it may be under way; give the new provider another name`,
    );
  }
  const kept = Object.fromEntries([...keysAtStart(inForce, wanted)].map((key) => [key, inForce[key]]));
  return Object.freeze({ ...wanted, ...kept, managementKey: inForce.managementKey });
}

/** The providers whose name goes over to another URL, which may not know the handles of the jobs there. */
export function movedProviders(inForce: NodeConfig, next: NodeConfig): readonly string[] {
  const urls = new Map(inForce.providers.map(({ name, settings }) => [name, settings.url]));
  return next.providers
    .filter(({ name, settings }) => urls.has(name) && urls.get(name) !== settings.url)
    .map(({ name }) => name);
}

/** A certificate can be changed for another one; whether there is one is a matter of how the node listens. */
function keysAtStart(inForce: NodeConfig, wanted: NodeConfig): ReadonlySet<ValueKey> {
  const atStart = VALUE_KEYS.filter((key) => OPTIONS[key].taken === 'at_start');
  const changesTls = (inForce.tlsCert === undefined) !== (wanted.tlsCert === undefined);
  return new Set(changesTls ? [...atStart, ...TLS_KEYS] : atStart);
}

/** The sections of the file. The place of an entry there is no part of what it says. */
function sectionsOf({ providers, models, textModels, payments }: NodeConfig) {
  return {
    payments,
    providers: providers.map((provider) => ({ ...provider, models: provider.models.map(withoutPlace) })),
    models: [...models, ...textModels].map((model) => ({
      ...withoutPlace(model),
      routes: model.routes.map(withoutPlace),
    })),
  };
}

function withoutPlace<Entry extends { readonly where: string }>({ where: _, ...entry }: Entry) {
  return entry;
}
