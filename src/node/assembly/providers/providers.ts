/** Makes the providers that the configuration names; if they have models of their own, with its prices. */

import { noService } from '../../../outward/no-service.js';
import type { AdapterParts } from '../../../providers/adapters/adapter.js';
import { adapterOf, makesVideo } from '../../../providers/adapters/adapters.js';
import type { Provider } from '../../../providers/provider.js';
import type { NodeConfig } from '../../config/config.js';
import type { ProviderConfig } from '../../config/config-providers.js';
import { ConfigError } from '../../config/start-refused.js';
import { overridden } from './models.js';

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
  const ofVideo = providers.filter(({ kind }) => makesVideo(kind));
  return ofVideo.map((config) => {
    const { name, kind, settings } = config;
    const key = keyOf?.(config) ?? '';
    const adapterParts = { makeService: noService, ...parts, key, name, deadlineAfterMs };
    return configured(adapterOf(kind).create(adapterParts, settings), config);
  });
}

function configured(provider: Provider, { name, models }: ProviderConfig): Provider {
  if (provider.models.length === 0) return provider;
  const offers = new Map(provider.models.map((offer) => [offer.id, offer]));
  for (const { id, override, where } of models) {
    const offer = offers.get(id);
    if (offer === undefined) {
      throw new ConfigError(`${where} names no model of ${name}; it has ${[...offers.keys()].join(', ')}`);
    }
    offers.set(id, overridden(offer, override, where));
  }
  for (const { id, override } of models) if (override.isOffered === false) offers.delete(id);
  return { ...provider, models: [...offers.values()] };
}
