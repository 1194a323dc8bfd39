/** Makes the providers that the configuration names, with its prices and bounds. */

import { messageOf } from '../errors/error-text.js';
import { createSimulatedProvider } from '../providers/adapters/simulated/simulated-provider.js';
import type { ModelOffer, Provider } from '../providers/provider.js';
import { type Catalogue, createCatalogue } from '../routing/catalogue.js';
import type { World } from '../time/world.js';
import type { NodeConfig } from './config/config.js';
import type { ConfiguredModel, ProviderConfig } from './config/config-providers.js';
import { ConfigError } from './config/start-refused.js';

export interface ProviderParts {
  readonly world: World;
  /** 32 bytes that stay the same as long as the data folder does. */
  readonly secret: Uint8Array;
}

const MINUTE_MS = 60_000;

/** Throws `ConfigError` where the configuration names a model that its provider does not have. */
export function makeProviders(
  { providers, jobDeadlineMinutes }: Pick<NodeConfig, 'providers' | 'jobDeadlineMinutes'>,
  parts: ProviderParts,
): readonly Provider[] {
  const deadlineAfterMs = jobDeadlineMinutes * MINUTE_MS;
  return providers.map((config) =>
    configured(createSimulatedProvider({ ...parts, deadlineAfterMs }), config),
  );
}

/** What providers put on offer. Throws `ConfigError` where two offer the same model. */
export function catalogueOf(providers: readonly Provider[]): Catalogue {
  try {
    return createCatalogue(providers);
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error });
  }
}

function configured(provider: Provider, { name, models }: ProviderConfig): Provider {
  const offers = new Map(provider.models.map((offer) => [offer.id, { ...offer, provider: name }]));
  for (const model of models) {
    const offer = offers.get(model.id);
    if (offer === undefined) {
      throw new ConfigError(
        `${model.where} names no model of ${name}; it has ${[...offers.keys()].join(', ')}`,
      );
    }
    offers.set(model.id, overridden(offer, model));
  }
  for (const { id, override } of models) if (override.isOffered === false) offers.delete(id);
  return { ...provider, name, models: [...offers.values()] };
}

function overridden(offer: ModelOffer, { override, where }: ConfiguredModel): ModelOffer {
  const { isOffered: _, ...differently } = override;
  const given = Object.fromEntries(Object.entries(differently).filter(([, value]) => value !== undefined));
  const result: ModelOffer = { ...offer, ...given };
  if (result.lengthMinMs > result.lengthDefaultMs || result.lengthDefaultMs > result.lengthMaxMs) {
    throw new ConfigError(`${where}.seconds must hold min, default and max in this order`);
  }
  return result;
}
