/** Makes the models of a history: their providers, prices and deadlines. */
import type { Random } from '../../world/random.js';
import type { ModelSetup } from '../node-history.js';
import { type ProviderName, providerKind, SCRIPTED_NAMES, SERVICE_NAMES } from '../provider-kinds.js';
import { PRICES } from '../reloads/generate-reloads.js';
import { withOddPrices } from './odd-prices.js';

/** One to three, most of them with the prices that reloads bring, too. */
export function generateModels(random: Random): readonly ModelSetup[] {
  return withOddPrices(random.fork('odd prices'), usualModels(random.fork('models')));
}

function usualModels(random: Random): readonly ModelSetup[] {
  return Array.from({ length: random.between(1, 3) }, (_, n): ModelSetup => {
    const routes = generateRoutes(random);
    const pricePerSecondMicroDa = random.pick(PRICES);
    const deadlineAfterMs = random.pick([3_000, 10_000, 45_000, 120_000]);
    // Mostly a job outlives the memory of its provider.
    const forgets = providerKind(routes.provider)?.idempotentForMs !== undefined;
    const isLong = forgets && deadlineAfterMs > 3_000;
    return {
      id: `model/${n}`,
      ...routes,
      pricePerSecondMicroDa,
      deadlineAfterMs: isLong ? 120_000 : deadlineAfterMs,
    };
  });
}

function generateRoutes(random: Random): Pick<ModelSetup, 'provider' | 'fallbacks'> {
  const provider = random.weighted<ProviderName>([
    [4, random.pick(['idempotent', 'forgetful'] as const)],
    [4, random.pick(SCRIPTED_NAMES)],
    [1, random.pick(SERVICE_NAMES)],
  ]);
  const count = random.weighted([
    [4, 0],
    [3, 1],
    [2, 2],
  ]);
  const fallbacks: ProviderName[] = [];
  while (fallbacks.length < count) {
    const names = random.chance(0.2) ? SERVICE_NAMES : SCRIPTED_NAMES;
    const others = names.filter((name) => name !== provider && !fallbacks.includes(name));
    fallbacks.push(random.pick(others));
  }
  return count === 0 ? { provider } : { provider, fallbacks };
}
