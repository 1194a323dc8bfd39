/**
 * The models on offer, over all providers, and what a submit to one of them would buy.
 *
 * Invariant: a model's id is on offer once. A second offer of the same one is a fault of the configuration,
 * found at start.
 */
import type { Quote } from '../actors/jobs/quote.js';
import { priceOfLength } from '../money/micro-da.js';
import type { Misfit, ModelOffer, Provider, ProviderSubmit, Route } from '../providers/provider.js';
import { printSeconds } from './seconds.js';

/** The models on offer. */
export interface Catalogue {
  find(model: string): OfferedModel | undefined;
  list(): readonly ModelOffer[];
}

export interface OfferedModel extends ModelOffer {
  /** In order of preference. */
  readonly routes: readonly OfferedRoute[];
}

export interface OfferedRoute {
  readonly route: Route;
  readonly misfitOf: Provider['misfitOf'];
}

/** A model of the configuration, with its routes in order of preference. */
export interface RoutedModel {
  readonly offer: ModelOffer;
  readonly routes: readonly { readonly provider: Provider; readonly model: string }[];
}

/** The part of a request that decides whether a route can make it. */
export interface WantedVideo extends Pick<ProviderSubmit, 'prompt' | 'extra'> {
  /** The field of the request that holds the length; `seconds` if it is left out. */
  readonly lengthParam?: string;
}

const NO_ROUTES: readonly Route[] = [];

/**
 * @param routed the models of the configuration; those of providers have one route each
 * @throws if a model is offered twice
 */
export function createCatalogue(
  providers: readonly Provider[],
  routed: readonly RoutedModel[] = [],
): Catalogue {
  const own = providers.flatMap((provider) =>
    provider.models.map((offer) => ({ offer, routes: [{ provider, model: offer.id }] })),
  );
  const offers = new Map<string, OfferedModel>();
  for (const { offer, routes } of [...own, ...routed]) {
    const [first] = routes;
    const [other] = offers.get(offer.id)?.routes ?? [];
    if (other !== undefined) {
      const both = `${other.route.provider} and ${first?.provider.name}`;
      throw new Error(`model ${offer.id} is offered by both ${both}`);
    }
    offers.set(offer.id, { ...offer, routes: routes.map(({ provider, model }) => routeTo(provider, model)) });
  }
  const list: readonly ModelOffer[] = [...offers.values()];
  return { find: (model) => offers.get(model), list: () => list };
}

function routeTo(provider: Provider, model: string): OfferedRoute {
  const { name, lostAnswer } = provider;
  return {
    route: { provider: name, model, lostAnswer },
    misfitOf: provider.misfitOf && ((request) => provider.misfitOf?.(request)),
  };
}

/**
 * Prices a submit by the models on offer. It comes after the schema and is told after the look-up of the
 * Idempotency-Key: the key actor answers a replay even if the model is gone since.
 *
 * @param lengthMs what was asked for; undefined stands for the model's default
 */
export function quoteSubmit(
  catalogue: Catalogue,
  model: string,
  lengthMs: number | undefined,
  wanted: WantedVideo,
): Quote {
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
  return quoteOffer(offer, lengthMs ?? offer.lengthDefaultMs, wanted);
}

function quoteOffer(offer: OfferedModel, lengthMs: number, wanted: WantedVideo): Quote {
  const { id: model, pricePerSecondMicroDa: pricePerSecond, deadlineAfterMs } = offer;
  const { lengthParam = 'seconds' } = wanted;
  const bounds = missedBounds(offer, lengthMs);
  if (bounds !== undefined) {
    return refusedFor(lengthParam, `${lengthParam} must be ${bounds} for model ${model}.`);
  }
  const reserve = priceOfLength(pricePerSecond, lengthMs);
  if (reserve === undefined) {
    return refusedFor(
      lengthParam,
      'This length would cost more than a key can ever hold; ask for fewer seconds.',
    );
  }
  const able = routesFor(offer, lengthMs, wanted);
  if ('misfit' in able) {
    const { param, message } = able.misfit;
    return refusedFor(param === 'seconds' ? lengthParam : param, message);
  }
  const { route, fallbacks } = able;
  return { ok: true, model, route, fallbacks, lengthMs, pricePerSecond, reserve, deadlineAfterMs };
}

/** The lengths that a model takes, if this is none of them. */
function missedBounds(
  { lengthMinMs, lengthMaxMs, lengthsAllowedMs }: ModelOffer,
  lengthMs: number,
): string | undefined {
  if (lengthsAllowedMs !== undefined) {
    if (lengthsAllowedMs.includes(lengthMs)) return undefined;
    return `one of ${lengthsAllowedMs.map(printSeconds).join(', ')}`;
  }
  if (lengthMs >= lengthMinMs && lengthMs <= lengthMaxMs) return undefined;
  return `from ${printSeconds(lengthMinMs)} to ${printSeconds(lengthMaxMs)}`;
}

/** The routes that can make a video as it is asked for; if none can, why the first of them cannot. */
function routesFor(
  { routes }: OfferedModel,
  lengthMs: number,
  { prompt, extra }: WantedVideo,
): { readonly route: Route; readonly fallbacks: readonly Route[] } | { readonly misfit: Misfit } {
  const able: Route[] = [];
  let first: Misfit | undefined;
  for (const { route, misfitOf } of routes) {
    const misfit = misfitOf?.({ model: route.model, prompt, lengthMs, extra });
    if (misfit === undefined) able.push(route);
    else first ??= misfit;
  }
  const [route] = able;
  if (route !== undefined) return { route, fallbacks: able.length === 1 ? NO_ROUTES : able.slice(1) };
  if (first === undefined) throw new Error('a model on offer has no route');
  return { misfit: first };
}

function refusedFor(param: string, message: string): Quote {
  return { ok: false, code: 'invalid_request', message, param };
}
