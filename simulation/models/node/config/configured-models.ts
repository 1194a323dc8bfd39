/** The models of a history as the configuration says them. */
import { microDa } from '../../../../src/money/micro-da.js';
import { type NodeConfig, readConfig } from '../../../../src/node/config/config.js';
import type { ModelConfig, TextModelConfig } from '../../../../src/node/config/models/config-models.js';
import { modelOverride } from '../../../../src/node/config/models/model-settings.js';
import type { Provider } from '../../../../src/providers/provider.js';
import { lengthsOf, routesOf } from '../../../history/model-routes.js';
import type { ModelSetup, NodeSetup, Reloaded } from '../../../history/node-history.js';
import type { LeftModels, ModelBounds } from '../../../history/reload-words.js';
import {
  type TextModelSetup,
  type TextPrices,
  templateTokensAt,
  textModelAt,
} from '../../../history/texts/text-setup.js';

/** @param prices in micro-DA a second, in the order of the models; those of the setup for what is absent */
export function configuredModels(
  models: readonly ModelSetup[],
  prices: readonly number[] = [],
  bounds: ModelBounds = {},
): readonly ModelConfig[] {
  return models.map((model, n) => {
    const { id, pricePerSecondMicroDa, deadlineAfterMs } = model;
    return {
      id,
      settings: {
        isOffered: true,
        pricePerSecondMicroDa: microDa(prices[n] ?? pricePerSecondMicroDa),
        deadlineAfterMs,
        ...lengthsOf(model, bounds[id]),
      },
      routes: routesOf(model).map((route) => ({ ...route, where: id })),
      where: id,
    };
  });
}

/** @param prices in the order of the models; those of the setup for what is absent */
export function configuredTextModels(
  models: readonly TextModelSetup[],
  prices: readonly TextPrices[] = [],
): readonly TextModelConfig[] {
  return models.map((offered, n) => {
    const { providers, templateTokens, furtherTemplateTokens, input, output, ...model } = offered;
    return {
      ...model,
      isOffered: true,
      prices: { input: microDa(prices[n]?.input ?? input), output: microDa(prices[n]?.output ?? output) },
      routes: providers.map((provider, route) => ({
        provider,
        model: textModelAt(model.id, provider),
        templateTokens: templateTokensAt(offered, route),
        passFields: [],
        where: model.id,
      })),
      where: model.id,
    };
  });
}

/** The models as a file has them that names all providers but one. */
function routedModels(
  configured: readonly ModelConfig[],
  models: readonly ModelSetup[],
  without: string | undefined,
): readonly ModelConfig[] {
  return configured.map((config) => {
    const model = models.find(({ id }) => id === config.id);
    if (model === undefined) return config;
    const routes = routesOf(model).filter(({ provider }) => provider !== without);
    return { ...config, routes: routes.map((route) => ({ ...route, where: config.id })) };
  });
}

/** The models that the file names, and whether it says that they are offered. */
function namedModels<T extends { readonly id: string }>(
  models: readonly T[],
  left: LeftModels,
  notOffered: (model: T) => T,
): readonly T[] {
  return models
    .filter(({ id }) => left[id] !== 'not_named')
    .map((model) => (left[model.id] === 'not_offered' ? notOffered(model) : model));
}

/** Of the embedded provider the file says only which of its models are not offered. */
function embeddedEntries(providers: NodeConfig['providers'], left: LeftModels): NodeConfig['providers'] {
  return providers.map((entry) => {
    const ids = Object.keys(left).filter((id) => entry.kind === 'simulated' && id.startsWith('sim/'));
    const override = { ...modelOverride({}), isOffered: false };
    return { ...entry, models: ids.map((id) => ({ id, override, where: id })) };
  });
}

/** The configuration of a process that starts: its file names all providers. */
export function startedConfig(config: NodeConfig, { models }: NodeSetup): NodeConfig {
  return { ...config, models: routedModels(config.models, models, undefined) };
}

/** The providers without those that models led to when the process started, and do not any more. */
export function namedIn(
  now: NodeConfig,
  providers: readonly Provider[],
  started: NodeConfig,
): readonly Provider[] {
  const leadsTo = ({ models }: NodeConfig, name: string) =>
    models.some(({ routes }) => routes.some(({ provider }) => provider === name));
  return providers.filter(({ name }) => leadsTo(now, name) || !leadsTo(started, name));
}

const LISTS = ['corsOrigins', 'metricsNetworks'] as const;

/** Options that are lists, as the reader of production takes them. */
function listsIn(options: Reloaded['options'] = {}): Partial<Pick<NodeConfig, (typeof LISTS)[number]>> {
  const given = LISTS.filter((name) => options[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const text = String(options[name]);
      return [name, text === '' ? [] : readConfig(new Map([[name, text]]), {}, '/')[name]];
    }),
  );
}

/** The part of a file that says its models. */
export type SaidOfModels = Pick<Reloaded, 'prices' | 'textPrices' | 'leftModels' | 'bounds'>;

/**
 * The configuration as its file says it after a change.
 *
 * @param said of the models, by then
 */
export function reloadedConfig(
  config: NodeConfig,
  { models, texts }: NodeSetup,
  { addressRpm, managementRpm, without, options }: Reloaded,
  { prices, textPrices, leftModels = {}, bounds }: SaidOfModels,
): NodeConfig {
  const named = namedModels(configuredModels(models, prices, bounds), leftModels, (model) => ({
    ...model,
    settings: { ...model.settings, isOffered: false },
  }));
  const written = configuredTextModels(texts?.models ?? [], textPrices);
  return {
    ...config,
    ...options,
    ...listsIn(options),
    providers: embeddedEntries(config.providers, leftModels),
    models: routedModels(named, models, without),
    textModels: namedModels(written, leftModels, (model) => ({ ...model, isOffered: false })),
    ...(addressRpm === undefined ? {} : { addressRpm }),
    ...(managementRpm === undefined ? {} : { managementRpm }),
  };
}
