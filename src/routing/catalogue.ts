/**
 * The models on offer, over all providers, and what a submit to one of them would buy.
 *
 * Invariant: a model's id is on offer once; two providers that offer the same one are a fault of the
 * configuration, found at start.
 */
import type { Quote } from '../actors/jobs/quote.js';
import { priceOfLength } from '../money/micro-da.js';
import type { ModelOffer, Provider, Route } from '../providers/provider.js';
import { printSeconds } from './seconds.js';

/** The models on offer. */
export interface Catalogue {
  find(model: string): OfferedModel | undefined;
  list(): readonly ModelOffer[];
}

export interface OfferedModel extends ModelOffer {
  readonly route: Route;
}

/** Throws if two providers offer the same model. */
export function createCatalogue(providers: readonly Provider[]): Catalogue {
  const offers = new Map<string, OfferedModel>();
  for (const { name, models, lostAnswer } of providers) {
    for (const model of models) {
      const other = offers.get(model.id);
      if (other !== undefined) {
        throw new Error(`model ${model.id} is offered by both ${other.provider} and ${name}`);
      }
      offers.set(model.id, { ...model, route: { provider: name, model: model.id, lostAnswer } });
    }
  }
  const list: readonly ModelOffer[] = [...offers.values()];
  return { find: (model) => offers.get(model), list: () => list };
}

/**
 * Prices a submit by the models on offer. It comes after the schema and is told after the look-up of the
 * Idempotency-Key: the key actor answers a replay even if the model is gone since.
 *
 * @param lengthMs what was asked for; undefined stands for the model's default
 */
export function quoteSubmit(catalogue: Catalogue, model: string, lengthMs: number | undefined): Quote {
  const offer = catalogue.find(model);
  if (offer === undefined) {
    return {
      ok: false,
      code: 'model_not_found',
      // The name is not repeated: what was sent in its place may be a secret.
      message: 'There is no such model; GET /v1/models lists those on offer.',
      param: 'model',
    };
  }
  return quoteOffer(offer, lengthMs ?? offer.lengthDefaultMs);
}

function quoteOffer(offer: OfferedModel, lengthMs: number): Quote {
  const { lengthMinMs, lengthMaxMs } = offer;
  if (lengthMs < lengthMinMs || lengthMs > lengthMaxMs) {
    const bounds = `${printSeconds(lengthMinMs)} to ${printSeconds(lengthMaxMs)}`;
    return outOfBounds(`seconds must be from ${bounds} for model ${offer.id}.`);
  }
  const reserve = priceOfLength(offer.pricePerSecondMicroDa, lengthMs);
  if (reserve === undefined) {
    return outOfBounds('This length would cost more than a key can ever hold; ask for fewer seconds.');
  }
  return {
    ok: true,
    model: offer.id,
    route: offer.route,
    fallbacks: [],
    lengthMs,
    pricePerSecond: offer.pricePerSecondMicroDa,
    reserve,
    deadlineAfterMs: offer.deadlineAfterMs,
  };
}

function outOfBounds(message: string): Quote {
  return { ok: false, code: 'invalid_request', message, param: 'seconds' };
}
