/** The most that a request for a text may cost, and its routes, by the words of the contract. */
import { costOfTokens } from '../../../rules/facts/exact-amounts.js';
import { type DrawnBody, type DrawnOffer, type DrawnRoute, PASSED } from './drawn-requests.js';

/** The names of fields any of which a refusal may give, or the text that is asked for. */
export type NaiveQuote =
  | { readonly refused: 'invalid_request' | 'model_not_found'; readonly params: readonly string[] }
  | {
      readonly model: string;
      readonly routes: readonly { readonly provider: string; readonly model: string }[];
      readonly bodies: readonly DrawnBody[];
      readonly reserve: number;
      readonly outputTokensMax: number;
      readonly isStreamed: boolean;
      readonly wantsUsage: boolean;
    };

const OWN = ['model', 'messages', 'max_tokens', 'max_completion_tokens', 'stream', 'stream_options', 'n'];
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const PER_MESSAGE = 16;

export function naiveQuote(offers: readonly DrawnOffer[], body: DrawnBody): NaiveQuote {
  const flaws = OWN.filter((name) => !isRight(name, body[name]));
  if (flaws.length > 0) return { refused: 'invalid_request', params: flaws };
  const caps = ['max_completion_tokens', 'max_tokens'].filter((name) => !isAbsent(body[name]));
  if (new Set(caps.map((name) => body[name])).size > 1)
    return { refused: 'invalid_request', params: ['max_tokens', 'max_completion_tokens'] };
  const offer = offers.find(({ id }) => id === body.model);
  if (offer === undefined) return { refused: 'model_not_found', params: ['model'] };
  const cap = caps.length === 0 ? offer.outputTokensDefault : Number(body[caps[0] ?? '']);
  if (cap > offer.outputTokensMax) return { refused: 'invalid_request', params: caps };
  const others = Object.keys(body).filter((name) => !OWN.includes(name) && !(name in PASSED));
  const passes = (route: DrawnRoute, name: string) => route.passFields.includes(name);
  const routes = offer.routes.filter((route) => others.every((name) => passes(route, name)));
  if (routes.length === 0) {
    const nowhere = others.filter((name) => !offer.routes.some((route) => passes(route, name)));
    return { refused: 'invalid_request', params: nowhere.length > 0 ? nowhere : others };
  }
  const isStreamed = body.stream === true;
  const passed = Object.fromEntries(
    Object.entries(body).filter(([name]) => name === 'messages' || !OWN.includes(name)),
  );
  const bodies = routes.map(({ model }) => sentBody(model, passed, cap, isStreamed));
  const messages = (body.messages as readonly unknown[]).length;
  const bounds = bodies.map(
    (one, nth) => bytesOf(one) + PER_MESSAGE * messages + (routes[nth]?.templateTokens ?? 0),
  );
  const prompt = Math.min(Math.max(...bounds), offer.contextTokens - cap);
  const options = body.stream_options as { readonly include_usage?: unknown } | null | undefined;
  return {
    model: offer.id,
    routes: routes.map(({ provider, model }) => ({ provider, model })),
    bodies,
    reserve: Number(costOfTokens(offer.prices, { prompt, completion: cap })),
    outputTokensMax: cap,
    isStreamed,
    wantsUsage: options?.include_usage === true,
  };
}

/** A body as a provider is sent it in these histories: the order of its fields does not count. */
export function sentBody(model: string, fields: DrawnBody, cap: number, isStreamed: boolean): DrawnBody {
  const sent = { ...fields, model, cap, isStreamed };
  return Object.fromEntries(Object.entries(sent).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function bytesOf(body: DrawnBody): number {
  return new TextEncoder().encode(JSON.stringify(body)).length;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isRight(name: string, value: unknown): boolean {
  if (name === 'model') return typeof value === 'string' && value !== '';
  if (name === 'messages') return Array.isArray(value) && value.length > 0 && value.every(isMessage);
  if (isAbsent(value)) return true;
  if (name === 'stream') return typeof value === 'boolean';
  if (name === 'n') return value === 1;
  if (name !== 'stream_options') return Number.isInteger(value) && Number(value) >= 1;
  const { include_usage: usage } = Object(value);
  return typeof value === 'object' && (isAbsent(usage) || typeof usage === 'boolean');
}

function isMessage({ role, content }: { readonly role: string; readonly content: unknown }): boolean {
  const isText = (part: { readonly type: unknown }) => part.type === 'text';
  const isTold = isAbsent(content) || typeof content === 'string';
  return ROLES.includes(role) && (isTold || (Array.isArray(content) && content.every(isText)));
}
