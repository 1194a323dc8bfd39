/** Makes the models of text of a history, requests for texts, and what their providers do. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ChatCall } from './chat-call.js';
import { fieldsOfText, shapeOfText, withUsageWords } from './fields.js';
import { generateTextScript, LARGE_BYTES } from './generate-text-script.js';
import { TEXT_PROVIDER_NAMES, type TextProviderName } from './text-script.js';
import type { TextModelSetup, TextPrices, TextSetup } from './text-setup.js';

interface Texts {
  /** Absent if there are none. */
  readonly texts?: TextSetup;
  readonly steps: readonly (ChatStep | PriceStep)[];
}

interface ChatStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'request';
  readonly call: ChatCall;
  readonly bodyAfterMs: number;
  readonly givesUpAfterMs?: number;
  readonly client: number;
}

interface PriceStep {
  readonly id: number;
  readonly at: number;
  readonly do: 'reload';
  readonly isMistaken: false;
  readonly textPrices: readonly TextPrices[];
}

export interface TextFacts {
  readonly faults: FaultLevel;
  /** Those that stand before the first request. */
  readonly keys: readonly { readonly rpm: number; readonly creditsMicroDa: number }[];
  readonly durationMs: number;
}

const TEXTS_CHANCE = 0.45;
const LEFT_EARLY_CHANCE = 0.4;
const LEAVES: Readonly<Record<FaultLevel, number>> = { none: 0.03, light: 0.08, heavy: 0.2 };
/** Micro-DA for a million tokens: so that a text costs some, or much of what a key has. */
const PRICES = [1, 333_333, 40_000_000, 40_000_000, 999_999_937, 999_999_937, 20_000_000_000];

export function generateTexts(random: Random, facts: TextFacts): Texts {
  if (!random.chance(TEXTS_CHANCE)) return { steps: [] };
  const models = Array.from({ length: random.between(1, 3) }, (_, n) => modelOf(random.fork(n), n));
  const made: ChatCall[] = [];
  const asked = Array.from({ length: random.between(6, 24) }, () => {
    const call = nextCall(random, facts, models, made);
    made.push(call);
    return call;
  });
  const from = random.between(0, facts.durationMs);
  const spreadMs = random.pick([500, 4_000, facts.durationMs]);
  const steps = asked.map((call): ChatStep => {
    const at = Math.min(from, facts.durationMs) + random.between(0, spreadMs);
    const leaves = random.chance(LEAVES[facts.faults]);
    const step = { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 6 } as const;
    return leaves ? { ...step, givesUpAfterMs: random.pick([0, 30, 90, 300, 2_000]) } : step;
  });
  return {
    texts: { models, ...boundsOf(random.fork('bounds')) },
    steps: [...steps, ...reloads(random, facts, models), ...leftEarly(random.fork('left'), facts, models)],
  };
}

/** A client that goes before the first token, of a text that is longer than what is kept for its client. */
function leftEarly(
  random: Random,
  { keys, durationMs }: TextFacts,
  models: readonly TextModelSetup[],
): readonly ChatStep[] {
  if (!random.chance(LEFT_EARLY_CHANCE)) return [];
  const { id: model, outputTokensMax } = random.pick(models);
  const tokens = Math.min(outputTokensMax, 12);
  const begins = [{ do: 'write', delayMs: 60 }] as const;
  const script = { begins, tokens, tokenMs: 0, bytes: 2 * LARGE_BYTES, usage: 'last', tailMs: 0 } as const;
  const call = { op: 'chat', key: payerOf(random, keys), model, prompt: 'Text left', cap: tokens } as const;
  const at = random.between(0, durationMs);
  return [
    {
      id: 0,
      at,
      do: 'request',
      call: { ...call, isStreamed: true, script },
      bodyAfterMs: 0,
      givesUpAfterMs: 30,
      client: 6,
    },
  ];
}

function reloads(
  random: Random,
  { durationMs }: TextFacts,
  models: readonly TextModelSetup[],
): readonly PriceStep[] {
  if (!random.chance(0.3)) return [];
  return Array.from({ length: random.between(1, 3) }, (_, reload) => ({
    id: 0,
    at: random.between(0, durationMs),
    do: 'reload',
    isMistaken: false,
    textPrices: models.map(({ id }) => pricesOf(random, `${id} ${reload}`)),
  }));
}

function boundsOf(random: Random): Omit<TextSetup, 'models'> {
  return {
    openGenerationsMax: random.weighted([
      [2, random.between(1, 3)],
      [3, 100],
    ]),
    firstTokenMaxMs: random.pick([1_000, 5_000, 20_000]),
    tokenPauseMaxMs: random.pick([500, 3_000, 20_000]),
    abandonedStreamMaxMs: random.pick([0, 200, 10_000]),
  };
}

function modelOf(random: Random, nth: number): TextModelSetup {
  const outputTokensMax = random.pick([4, 64, 2_048]);
  const providers: TextProviderName[] = [];
  const count = random.weighted([
    [3, 1],
    [3, 2],
    [1, 3],
  ]);
  while (providers.length < count) {
    providers.push(random.pick(TEXT_PROVIDER_NAMES.filter((name) => !providers.includes(name))));
  }
  return {
    id: `text/${nth}`,
    providers,
    ...pricesOf(random, `${nth}`),
    templateTokens: random.pick([0, 64]),
    contextTokens: outputTokensMax + random.pick([10, 150, 8_192]),
    outputTokensMax,
    outputTokensDefault: random.between(1, outputTokensMax),
    furtherTemplateTokens: providers.slice(1).map(() => random.pick([0, 64, 300])),
  };
}

/** Some models cost nothing: an operator's own. */
function pricesOf(random: Random, nth: string): TextPrices {
  const prices = { input: random.pick(PRICES), output: random.pick(PRICES) };
  return random.fork(`free ${nth}`).chance(0.2) ? { input: 0, output: 0 } : prices;
}

function nextCall(
  random: Random,
  { faults, keys }: TextFacts,
  models: readonly TextModelSetup[],
  made: readonly ChatCall[],
): ChatCall {
  const keyed = made.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  if (keyed.length > 0 && random.chance(0.3)) return again(random, random.pick(keyed.slice(-3)));
  const nth = made.length + 1;
  const model = random.pick(models);
  const isStreamed = random.chance(0.75);
  const script = generateTextScript(random.fork(`script ${nth}`), faults);
  const isLarge = script.bytes === LARGE_BYTES && isStreamed;
  const call: ChatCall = {
    op: 'chat',
    key: payerOf(random, keys),
    model: random.chance(0.03) ? 'no/such-text' : model.id,
    prompt: `Text ${nth}${random.chance(0.3) ? ` ${'é'.repeat(random.between(1, 200))}` : ''}`,
    isStreamed,
    ...(isStreamed && random.chance(0.5) ? { wantsUsage: true } : {}),
    ...(random.chance(0.4) ? { cap: capOf(random, model, isLarge) } : {}),
    ...fieldsOfText(random.fork(`fields ${nth}`)),
    ...shapeOfText(random.fork(`shape ${nth}`), model.outputTokensMax),
    ...(random.chance(0.4) ? { idempotencyKey: `text-${nth}` } : {}),
    ...(isLarge && random.chance(0.7) ? { readPauseMs: random.pick([50, 1_500]) } : {}),
    script,
  };
  return withUsageWords(call, random.fork(`usage ${nth}`));
}

function payerOf(random: Random, keys: TextFacts['keys']): number {
  const able = keys.flatMap(({ rpm, creditsMicroDa }, n) => (rpm >= 60 && creditsMicroDa > 0 ? [n] : []));
  return able.length > 0 && random.chance(0.7) ? random.pick(able) : random.below(keys.length);
}

function capOf(random: Random, { outputTokensMax }: TextModelSetup, isLarge: boolean): number {
  if (isLarge) return outputTokensMax;
  return random.chance(0.05) ? outputTokensMax + 1 : random.between(1, outputTokensMax);
}

/** The same again, as a client that did not hear; seldom another text under the same key. */
function again(random: Random, first: ChatCall): ChatCall {
  return random.weighted<ChatCall>([
    [8, first],
    [1, { ...first, isStreamed: !first.isStreamed }],
    [1, { ...first, prompt: `${first.prompt} more` }],
  ]);
}
