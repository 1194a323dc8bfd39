/** Services whose keys are not where a file says, and the makers of production that look there. */
import { makePayments } from '../../../../src/node/assembly/payments.js';
import { makeProviders } from '../../../../src/node/assembly/providers/providers.js';
import { makeTextProviders } from '../../../../src/node/assembly/providers/text-models.js';
import type { NodeConfig } from '../../../../src/node/config/config.js';
import type { ProviderConfig } from '../../../../src/node/config/config-providers.js';
import { readProviderKey } from '../../../../src/node/config/provider-keys.js';
import { noService } from '../../../../src/outward/no-service.js';
import type { World } from '../../../../src/time/world.js';
import type { LackingKey } from '../../../history/reload-words.js';

const KEY = { from: 'environment', variable: 'NOT_SET' } as const;
const keyOf = (provider: ProviderConfig) => readProviderKey(provider, {});

export function withLackingKey(config: NodeConfig, lacking: LackingKey): NodeConfig {
  if (lacking === 'payment_key') {
    const mode = config.payments?.kind === 'chargily' ? config.payments.mode : 'test';
    return { ...config, payments: { kind: 'chargily', mode, url: undefined, key: KEY } };
  }
  const kind = lacking === 'text_key' ? 'openai' : 'fal';
  const entry = { name: 'further', kind, models: [], bounds: {}, key: KEY, results: undefined };
  const further = { ...entry, settings: { url: 'https://further.test' } };
  return { ...config, providers: [...config.providers, further] };
}

/** @throws if a provider of video lacks its key */
export function lookForKeys(world: World, secret: Uint8Array, config: NodeConfig): void {
  makeProviders(keyed(config), { world, secret, makeService: noService, keyOf });
}

/** @throws if a provider of text lacks its key */
export function lookForTextKeys(world: World, config: NodeConfig): void {
  makeTextProviders(keyed(config), { world, makeService: noService, keyOf });
}

/** @throws if the payment service lacks its key */
export function lookForPaymentKey(config: NodeConfig): void {
  makePayments(config, noService, {});
}

function keyed(config: NodeConfig): NodeConfig {
  return { ...config, providers: config.providers.filter(({ key }) => key !== undefined) };
}
