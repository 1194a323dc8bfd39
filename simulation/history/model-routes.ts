/** The routes of the models of a history, and the lengths that they make. */
import type { ModelSetup } from './node-history.js';
import { canMake, type ProviderName, providerKind } from './provider-kinds.js';
import type { LengthBounds } from './reload-words.js';

export interface ModelRoute {
  readonly provider: ProviderName;
  /** The provider's own name of the model. */
  readonly model: string;
}

const LENGTH_MIN_MS = 1_000;
const LENGTH_MAX_MS = 60_000;
const LENGTH_DEFAULT_MS = 4_000;

/** In order of preference. A model with one route has the same name at its provider. */
export function routesOf({ id, provider, fallbacks = [] }: ModelSetup): readonly ModelRoute[] {
  if (fallbacks.length === 0) return [{ provider, model: id }];
  return [provider, ...fallbacks].map((one, n) => ({ provider: one, model: `${id}@${n + 1}` }));
}

export interface ModelLengths extends LengthBounds {
  /** Undefined if it takes every length between. */
  readonly lengthsAllowedMs: readonly number[] | undefined;
}

/**
 * The lengths that a model takes: those that at least one of its routes makes.
 *
 * @param within further bounds, by a reload; for a model of which a route makes any length
 */
export function lengthsOf(model: ModelSetup, within?: LengthBounds): ModelLengths {
  const providers = routesOf(model).map(({ provider }) => provider);
  const made = providers.map((provider) => providerKind(provider)?.lengthsMs);
  const bounds = { lengthMinMs: LENGTH_MIN_MS, lengthMaxMs: LENGTH_MAX_MS };
  if (made.includes(undefined)) {
    return { ...bounds, lengthDefaultMs: LENGTH_DEFAULT_MS, lengthsAllowedMs: undefined, ...within };
  }
  const allowed = [...new Set(made.flatMap((lengths) => lengths ?? []))].sort((a, b) => a - b);
  const [lengthMinMs = LENGTH_MIN_MS] = allowed;
  return {
    lengthMinMs,
    lengthMaxMs: allowed.at(-1) ?? LENGTH_MAX_MS,
    lengthDefaultMs: providers.some((one) => canMake(one, LENGTH_DEFAULT_MS))
      ? LENGTH_DEFAULT_MS
      : lengthMinMs,
    lengthsAllowedMs: allowed,
  };
}
