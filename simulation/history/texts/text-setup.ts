/** The models of text of a history, their prices, and the bounds on generations. */
import type { TextCalled } from './text-observation.js';
import type { TextProviderName } from './text-script.js';

export interface TextSetup {
  readonly models: readonly TextModelSetup[];
  readonly openGenerationsMax: number;
  readonly firstTokenMaxMs: number;
  readonly tokenPauseMaxMs: number;
  readonly abandonedStreamMaxMs: number;
  /** Whether texts can be looked up; absent if they cannot. */
  readonly generations?: true;
}

export interface TextModelSetup extends TextPrices {
  readonly id: string;
  /** In order of preference. */
  readonly providers: readonly TextProviderName[];
  /** Of the first route, and of all that are not named below. */
  readonly templateTokens: number;
  /** Of the routes behind the first. */
  readonly furtherTemplateTokens?: readonly number[];
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  readonly outputTokensDefault: number;
}

/** In micro-DA for a million tokens. */
export interface TextPrices {
  readonly input: number;
  readonly output: number;
}

export function templateTokensAt(
  { templateTokens, furtherTemplateTokens = [] }: TextModelSetup,
  route: number,
): number {
  return route === 0 ? templateTokens : (furtherTemplateTokens[route - 1] ?? templateTokens);
}

/** Tokens with which a template sets one message apart from the next, at most. */
const PER_MESSAGE = 16;

/** The most tokens that a prompt may have at any route of its model. */
export function promptBound(
  model: TextModelSetup,
  { bodyBytes, cap, more = [] }: Pick<TextCalled, 'bodyBytes' | 'cap' | 'more'>,
): number {
  const template = Math.max(...model.providers.map((_, route) => templateTokensAt(model, route)));
  const bound = bodyBytes + PER_MESSAGE * (1 + more.length) + template;
  return Math.min(bound, model.contextTokens - cap);
}

/** The routes of the model that has this one, as `textModelAt` names them; none if no model has it. */
export function textRoutesBeside(models: readonly TextModelSetup[], route: string): readonly string[] {
  return models.map(textRoutesOf).find((routes) => routes.includes(route)) ?? [];
}

/** Its names at its providers, in order of preference. */
export function textRoutesOf({ id, providers }: TextModelSetup): readonly string[] {
  return providers.map((provider) => textModelAt(id, provider));
}

/** A provider's own name of a model: as long at each, so that each is sent as many bytes. */
export function textModelAt(model: string, provider: TextProviderName): string {
  return `${model}@${provider}`;
}
