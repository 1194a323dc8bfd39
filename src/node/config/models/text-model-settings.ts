/** The settings that models of text have in the section `models`. */
import * as z from 'zod';
import type { TokenPrices } from '../../../money/micro-da.js';
import { mapWanted, PRICE } from './model-settings.js';

const TOKENS_MAX = 100_000_000;
const TOKENS_WHY = `must be a whole number of tokens from 1 to ${TOKENS_MAX}`;
const TOKENS = z.int({ error: TOKENS_WHY }).min(1, TOKENS_WHY).max(TOKENS_MAX, TOKENS_WHY);

const TEMPLATE_WHY = 'must be a whole number of tokens from 0 to 100000';
const FIELDS_WHY = 'must be a list of names of fields';
const FIELD_WHY = 'must be the name of a field: 1 to 100 of A-Z, a-z, 0-9, - and _';
const NOT_TO_PASS_WHY = 'decides what a text costs, and cannot be passed on';

/** Fields that the gateway itself sends, or that change what is charged at a provider. */
const NOT_TO_PASS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'n',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
]);

export const TEXT_SETTINGS = {
  'price-per-million': z.strictObject({ input: PRICE, output: PRICE }, { error: mapWanted }).optional(),
  'context-tokens': TOKENS.optional(),
  'output-tokens': z
    .strictObject({ max: TOKENS, default: TOKENS.optional() }, { error: mapWanted })
    .refine(
      ({ max, default: usual }) => usual === undefined || usual <= max,
      'must have a default of at most its max',
    )
    .optional(),
};

/** The settings of a route to a text model besides provider and model. */
export const TEXT_ROUTE_SETTINGS = {
  'template-tokens': z
    .int({ error: TEMPLATE_WHY })
    .min(0, TEMPLATE_WHY)
    .max(100_000, TEMPLATE_WHY)
    .optional(),
  'pass-fields': z
    .array(
      z
        .string({ error: FIELD_WHY })
        .regex(/^[\w-]{1,100}$/, FIELD_WHY)
        .refine((name) => !NOT_TO_PASS.has(name), NOT_TO_PASS_WHY),
      { error: FIELDS_WHY },
    )
    .optional(),
};

const TEMPLATE_TOKENS_DEFAULT = 64;
const OUTPUT_TOKENS_DEFAULT = 512;

export interface TextSettings {
  readonly prices: TokenPrices;
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  readonly outputTokensDefault: number;
  /** False takes the model off sale. */
  readonly isOffered: boolean;
}

type Given = { readonly [Name in keyof typeof TEXT_SETTINGS]?: z.output<(typeof TEXT_SETTINGS)[Name]> };

/** Undefined if the model has no price for tokens, and so is none of text. */
export function textSettings(
  given: Given & { readonly offered?: boolean | undefined },
): TextSettings | undefined {
  const { 'price-per-million': prices, 'context-tokens': contextTokens, 'output-tokens': output } = given;
  if (prices === undefined || contextTokens === undefined || output === undefined) return undefined;
  const { max: outputTokensMax, default: usual = Math.min(OUTPUT_TOKENS_DEFAULT, outputTokensMax) } = output;
  const isOffered = given.offered !== false;
  return { prices, contextTokens, outputTokensMax, outputTokensDefault: usual, isOffered };
}

export interface TextRouteSettings {
  /** Tokens of the prompt that the model's template adds, at most. */
  readonly templateTokens: number;
  /** Fields of a request that are passed on besides the usual ones. */
  readonly passFields: readonly string[];
}

export function textRouteSettings(
  given: {
    readonly [Name in keyof typeof TEXT_ROUTE_SETTINGS]?: z.output<(typeof TEXT_ROUTE_SETTINGS)[Name]>;
  },
): TextRouteSettings {
  return {
    templateTokens: given['template-tokens'] ?? TEMPLATE_TOKENS_DEFAULT,
    passFields: given['pass-fields'] ?? [],
  };
}

const VIDEO_ONLY = ['price-per-second', 'seconds', 'deadline-minutes'] as const;

/** The settings of a model that do not go together; undefined if all do. */
export function textProblem(model: Readonly<Record<string, unknown>>): string | undefined {
  const isText = model['price-per-million'] !== undefined;
  const missing = (['context-tokens', 'output-tokens'] as const).find((name) => model[name] === undefined);
  const ofVideo = VIDEO_ONLY.find((name) => model[name] !== undefined);
  if (isText && ofVideo !== undefined) return `has price-per-million, so it cannot have ${ofVideo}`;
  if (isText && missing !== undefined) return `has price-per-million, so it must have ${missing}`;
  const ofText = Object.keys(TEXT_SETTINGS).find((name) => model[name] !== undefined);
  if (!isText && ofText !== undefined) return `has ${ofText}, so it must have price-per-million`;
  if (!isText) return undefined;
  const output = model['output-tokens'] as { readonly max: number };
  const context = model['context-tokens'] as number;
  return output.max > context ? 'has output-tokens whose max is more than its context-tokens' : undefined;
}
