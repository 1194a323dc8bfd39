/** Makes the providers that the configuration names, with its prices and bounds. */

import { messageOf } from '../../errors/error-text.js';
import { noService } from '../../outward/no-service.js';
import type { AdapterParts } from '../../providers/adapters/adapter.js';
import { adapterOf } from '../../providers/adapters/adapters.js';
import type { ModelOffer, Provider } from '../../providers/provider.js';
import { type Catalogue, createCatalogue } from '../../routing/catalogue.js';
import type { NodeConfig } from '../config/config.js';
import type { ConfiguredModel, ProviderConfig } from '../config/config-providers.js';
import { ConfigError } from '../config/start-refused.js';

const MINUTE_MS = 60_000;

export interface ProviderParts
  extends Pick<AdapterParts, 'world' | 'secret'>,
    Partial<Pick<AdapterParts, 'makeService'>> {
  /** Reads the key of a provider; without it, none has one. */
  readonly keyOf?: (provider: ProviderConfig) => string;
}

/**
 * Throws `ConfigError` if the configuration names a model that its provider does not have. Without
 * `makeService` the providers answer for their configuration alone, and no service is called.
 */
export function makeProviders(
  { providers, jobDeadlineMinutes }: Pick<NodeConfig, 'providers' | 'jobDeadlineMinutes'>,
  { keyOf, ...parts }: ProviderParts,
): readonly Provider[] {
  const deadlineAfterMs = jobDeadlineMinutes * MINUTE_MS;
  return providers.map((config) => {
    const { name, kind, settings } = config;
    const key = keyOf?.(config) ?? '';
    const adapterParts = { makeService: noService, ...parts, key, name, deadlineAfterMs };
    return configured(adapterOf(kind).create(adapterParts, settings), config);
  });
}

/** The models that providers offer. Throws `ConfigError` if two offer the same model. */
export function catalogueOf(providers: readonly Provider[]): Catalogue {
  try {
    return createCatalogue(providers);
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error });
  }
}

function configured(provider: Provider, { name, models }: ProviderConfig): Provider {
  const offers = new Map(provider.models.map((offer) => [offer.id, offer]));
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
  return { ...provider, models: [...offers.values()] };
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
