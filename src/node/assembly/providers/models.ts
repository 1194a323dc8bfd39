/** Makes the models on offer: those of providers, and those of the configuration with their routes. */

import { messageOf } from '../../../errors/error-text.js';
import { kindOf } from '../../../providers/adapters/adapters.js';
import type { ModelNames } from '../../../providers/adapters/remote/model-names.js';
import type { ModelOffer, Provider } from '../../../providers/provider.js';
import { type Catalogue, createCatalogue, type RoutedModel } from '../../../routing/catalogue.js';
import { printSeconds } from '../../../routing/seconds.js';
import type { NodeConfig } from '../../config/config.js';
import type { ModelConfig, RouteConfig } from '../../config/models/config-models.js';
import type { ModelOverride } from '../../config/models/model-settings.js';
import { ConfigError } from '../../config/start-refused.js';
import { suggestion } from '../../config/suggestions.js';

const MINUTE_MS = 60_000;

type ModelsConfig = Pick<NodeConfig, 'models' | 'providers' | 'jobDeadlineMinutes'>;

/**
 * The models on offer.
 *
 * @param createdAt in Unix seconds, of the models of the configuration: when the node began to offer them
 * @throws ConfigError if a model is offered twice or has no price, if a route leads nowhere or stands twice,
 * or if no route makes a length that a model takes.
 */
export function catalogueOf(
  providers: readonly Provider[],
  config: ModelsConfig,
  createdAt: number,
): Catalogue {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  const namesOf = new Map(config.providers.map(({ name, kind }) => [name, kindOf(kind).modelNames]));
  const routed = [...config.models, ...modelsOfServices(config, byName)].flatMap((model) => {
    refuseRepeats(model.routes);
    const routes = model.routes.map((route) => routeTo(route, byName, namesOf.get(route.provider)));
    const offer = offerOf(model, config.jobDeadlineMinutes * MINUTE_MS, createdAt);
    refuseLengths(model, offer, routes);
    return model.settings.isOffered === false ? [] : [{ offer, routes }];
  });
  try {
    return createCatalogue(providers, routed);
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error });
  }
}

/** The models in the entries of providers that have none of their own: each is one with a single route. */
function modelsOfServices(
  { providers }: ModelsConfig,
  byName: ReadonlyMap<string, Provider>,
): readonly ModelConfig[] {
  return providers
    .filter(({ name }) => byName.get(name)?.models.length === 0)
    .flatMap(({ name, models }) =>
      models.map(({ id, override, where }) => ({
        id,
        settings: override,
        routes: [{ provider: name, model: id, where }],
        where,
      })),
    );
}

function routeTo(
  { provider: name, model, where }: RouteConfig,
  byName: ReadonlyMap<string, Provider>,
  names: ModelNames | undefined,
): RoutedModel['routes'][number] {
  const provider = byName.get(name);
  if (provider === undefined) {
    throw new ConfigError(
      `${where} leads to no provider: there is none named ${name}${suggestion(name, [...byName.keys()])}`,
    );
  }
  const known = provider.models.map(({ id }) => id);
  if (known.length > 0 && !known.includes(model)) {
    throw new ConfigError(`${where} names no model of ${name}; it has ${known.join(', ')}`);
  }
  if (names?.pattern.test(model) === false) {
    throw new ConfigError(
      `${where}: ${JSON.stringify(model)} cannot be the name of a model of ${name}: it must be ${names.why}`,
    );
  }
  return { provider, model };
}

/** A job would be tried twice at one place. */
function refuseRepeats(routes: readonly RouteConfig[]): void {
  for (const [n, { provider, model, where }] of routes.entries()) {
    if (routes.findIndex((one) => one.provider === provider && one.model === model) < n) {
      throw new ConfigError(`${where} is the same as a route above it: ${model} of ${provider}`);
    }
  }
}

function offerOf(
  { id, settings, routes, where }: ModelConfig,
  deadlineAfterMs: number,
  createdAt: number,
): ModelOffer {
  const { pricePerSecondMicroDa, lengthMinMs, lengthMaxMs, lengthsAllowedMs } = settings;
  if (pricePerSecondMicroDa === undefined) {
    throw new ConfigError(`${where} has no price: set its price-per-second, in DA`);
  }
  if (lengthMinMs === undefined || lengthMaxMs === undefined) {
    throw new ConfigError(`${where} has no lengths: set its seconds, with allowed, or with min and max`);
  }
  return {
    id,
    provider: routes[0]?.provider ?? '',
    pricePerSecondMicroDa,
    lengthMinMs,
    lengthMaxMs,
    lengthDefaultMs: settings.lengthDefaultMs ?? lengthMinMs,
    ...(lengthsAllowedMs === undefined ? {} : { lengthsAllowedMs }),
    deadlineAfterMs: settings.deadlineAfterMs ?? deadlineAfterMs,
    createdAt,
  };
}

/** A request of a length that no route makes could only be refused. */
function refuseLengths({ where }: ModelConfig, offer: ModelOffer, routes: RoutedModel['routes']): void {
  const { lengthMinMs, lengthMaxMs, lengthDefaultMs, lengthsAllowedMs } = offer;
  for (const lengthMs of lengthsAllowedMs ?? [lengthMinMs, lengthMaxMs, lengthDefaultMs]) {
    const misfits = routes.map(({ provider, model }) =>
      provider.misfitOf?.({ model, prompt: '', lengthMs, extra: {} }),
    );
    if (misfits.every((misfit) => misfit?.param === 'seconds')) {
      throw new ConfigError(
        `${where}.seconds has ${printSeconds(lengthMs)}, which no route makes: ${misfits[0]?.message ?? ''}`,
      );
    }
  }
}

/** The offer of a provider with the settings that its entry in the configuration has. */
export function overridden(offer: ModelOffer, override: ModelOverride, where: string): ModelOffer {
  const { isOffered: _, ...differently } = override;
  const given = Object.fromEntries(Object.entries(differently).filter(([, value]) => value !== undefined));
  const result: ModelOffer = { ...offer, ...given };
  const { lengthMinMs, lengthMaxMs, lengthDefaultMs, lengthsAllowedMs } = result;
  if (lengthMinMs > lengthDefaultMs || lengthDefaultMs > lengthMaxMs) {
    throw new ConfigError(`${where}.seconds must hold min, default and max in this order`);
  }
  if (lengthsAllowedMs?.includes(lengthDefaultMs) === false) {
    throw new ConfigError(`${where}.seconds must have a default among its allowed lengths`);
  }
  return result;
}
