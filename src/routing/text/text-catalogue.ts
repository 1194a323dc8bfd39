/**
 * The models of text on offer, and what a request to one of them can cost at most.
 *
 * Invariants
 *  1. A model's id is on offer once, video models included.
 *  2. A reserve is never less than the price of what any of its routes may charge: a token is at least a byte
 *     of the body that is sent, and the tokens made are capped in that body.
 */
import type { AcceptableTextQuote, TextQuote } from '../../actors/generations/text-quote.js';
import { priceOfTokens } from '../../money/micro-da.js';
import type { RouteName } from '../../providers/provider.js';
import type { TextOffer, TextProvider, WantedText } from '../../providers/text-provider.js';
import type { SizedBody } from './text-desk.js';

/** Tokens with which a template sets one message apart from the next, at most. */
const TOKENS_PER_MESSAGE = 16;

export interface TextCatalogue {
  find(model: string): OfferedText | undefined;
  list(): readonly OfferedText[];
}

export interface OfferedText extends TextOffer {
  /** In order of preference. */
  readonly routes: readonly TextRoute[];
}

export interface TextRoute extends RouteName {
  readonly templateTokens: number;
  readonly passFields: readonly string[];
  readonly bodyOf: TextProvider['bodyOf'];
}

export interface TextSubmit {
  readonly model: string;
  /** Those that every route is sent, `messages` among them. */
  readonly fields: WantedText['fields'];
  /** Those that a route is sent only if it names them. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly messages: number;
  /** Undefined stands for the model's default. */
  readonly outputTokensMax: number | undefined;
  /** The field of the request that holds it. */
  readonly capParam: string;
  readonly isStreamed: boolean;
}

/** A quote, and the bodies that its routes are sent, in their order. */
export type QuotedText =
  | {
      readonly quote: AcceptableTextQuote;
      readonly bodies: readonly SizedBody[];
      readonly outputTokensMax: number;
    }
  | { readonly quote: Exclude<TextQuote, AcceptableTextQuote> };

/** @throws if a model is offered twice */
export function createTextCatalogue(offers: readonly OfferedText[]): TextCatalogue {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const twice = offers.find((offer) => byId.get(offer.id) !== offer);
  if (twice !== undefined) throw new Error(`model ${twice.id} is offered twice`);
  return { find: (model) => byId.get(model), list: () => offers };
}

export function quoteText(catalogue: TextCatalogue, wanted: TextSubmit): QuotedText {
  const offer = catalogue.find(wanted.model);
  if (offer === undefined) {
    // The name is not repeated: what was sent in its place may be a secret.
    const message = 'There is no such model; GET /v1/models lists those on offer.';
    return { quote: { ok: false, code: 'model_not_found', message, param: 'model' } };
  }
  const { id: model, prices, contextTokens, outputTokensMax, outputTokensDefault } = offer;
  const cap = wanted.outputTokensMax ?? outputTokensDefault;
  if (cap > outputTokensMax) {
    return invalid(
      wanted.capParam,
      `${wanted.capParam} must be at most ${outputTokensMax} for model ${model}.`,
    );
  }
  const names = Object.keys(wanted.others);
  const routes = offer.routes.filter(({ passFields }) => names.every((name) => passFields.includes(name)));
  const [route, ...fallbacks] = routes;
  if (route === undefined) {
    const name = names.find((one) => offer.routes.every(({ passFields }) => !passFields.includes(one)));
    const param = name ?? names[0] ?? 'model';
    return invalid(param, `${param} is not passed on for model ${model}; leave it out.`);
  }
  const asked = routes.map((one) => {
    const body = one.bodyOf({
      model: one.model,
      fields: { ...wanted.fields, ...wanted.others },
      outputTokensMax: cap,
      isStreamed: wanted.isStreamed,
    });
    const bytes = Buffer.byteLength(JSON.stringify(body), 'utf8');
    return { body, bytes, inputTokens: bytes + TOKENS_PER_MESSAGE * wanted.messages + one.templateTokens };
  });
  const inputTokensMax = Math.max(...asked.map(({ inputTokens }) => inputTokens));
  const inputTokens = Math.min(inputTokensMax, contextTokens - cap);
  const reserve = priceOfTokens(prices, inputTokens, cap);
  if (reserve === undefined)
    return invalid('messages', 'This text could cost more than a key can ever hold; send less of it.');
  const quote: AcceptableTextQuote = {
    ok: true,
    model,
    route: nameOf(route),
    fallbacks: fallbacks.map(nameOf),
    prices,
    reserve,
  };
  return { quote, bodies: asked, outputTokensMax: cap };
}

function nameOf({ provider, model }: TextRoute): RouteName {
  return { provider, model };
}

function invalid(param: string, message: string): QuotedText {
  return { quote: { ok: false, code: 'invalid_request', message, param } };
}
