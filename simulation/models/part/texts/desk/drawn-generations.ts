/** The models, keys and bounds of a history of generations, and what may be asked about them. Plain JSON. */
import type { Random } from '../../../../world/random.js';
import { type DrawnDays, drawDays, KEYS } from '../../jobs/desk/drawn-desk.js';
import { type DrawnBody, type DrawnOffer, drawBody, drawOffers } from '../drawn-requests.js';

export interface GenerationLimits {
  readonly offers: readonly DrawnOffer[];
  readonly films: readonly DrawnFilm[];
  readonly openGenerationsMax: number;
  readonly keptMs: number;
  readonly rememberedMs: number;
  readonly atOnce: number;
  readonly residentMax: number;
  readonly rpm: readonly number[];
  readonly credits: readonly number[];
}

export interface DrawnFilm {
  readonly id: string;
  readonly provider: string;
  readonly pricePerSecond: number;
  readonly lengthsMs: readonly [min: number, max: number, usual: number];
  readonly allowedMs?: readonly number[];
  readonly createdAt: number;
}

export interface DrawnEnd {
  readonly finishReason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly isEstimated: boolean;
  readonly latencyMs: number;
  readonly firstTokenMs: number | null;
}

const CODES = [
  'provider_error',
  'provider_rejected',
  'provider_unavailable',
  'provider_timeout',
  'content_rejected',
] as const;
type Code = (typeof CODES)[number];

/** The change of a request that has the name of one before. */
type Change = 'nothing' | 'stream' | 'cap_name' | 'order' | 'cap' | 'messages' | 'field' | 'model';

export interface AskAct {
  readonly do: 'ask';
  readonly key: number;
  readonly body: DrawnBody;
  readonly repeat?: { readonly name: string; readonly isQuoted: boolean };
  /** It is the last one that had a name, once more with a change, if there is one. */
  readonly again?: Change;
  readonly times: 1 | 2;
}

export type GenerationAct =
  | AskAct
  | {
      readonly do: 'news';
      readonly nth: number;
      readonly is: 'NOT_TAKEN' | 'REFUSED' | 'ENDED' | 'BROKEN_OFF' | 'ABANDONED';
      readonly end: DrawnEnd;
      readonly code: Code;
    }
  | {
      readonly do: 'answer';
      readonly nth: number;
      readonly kind: 'begun' | 'failed' | 'unsettled';
      readonly code: Code;
      readonly againMs?: number;
    }
  | { readonly do: 'leave'; readonly nth: number }
  | { readonly do: 'look'; readonly key: number; readonly nth: number; readonly isHead: boolean }
  | { readonly do: 'credit'; readonly key: number; readonly amount: number; readonly isMarked: boolean }
  | { readonly do: 'revoke_and_ask'; readonly body: DrawnBody }
  | { readonly do: 'credits' | 'models'; readonly key: number }
  | { readonly do: 'ledger'; readonly key: number; readonly isOperator: boolean; readonly limit: number }
  | ({ readonly do: 'activity'; readonly key: number } & DrawnDays)
  | { readonly do: 'wall'; readonly ms: number }
  | { readonly do: 'restart'; readonly isGraceful: boolean };

const PROVIDERS = ['provider-0', 'provider-1', 'provider-2'];

export function drawLimits(random: Random): GenerationLimits {
  return {
    offers: drawOffers(random),
    films: Array.from({ length: random.below(3) }, (_, n) => ({
      id: `film/${n}`,
      provider: random.pick(['of "films"', 'b']),
      pricePerSecond: random.pick([1, 500_000, 333_333]),
      lengthsMs: random.pick([
        [1_000, 60_000, 5_000],
        [1_500, 8_001, 2_000],
      ]),
      ...(random.chance(0.5) ? { allowedMs: [1_500, 5_000] } : {}),
      createdAt: 1_780_000_000 + n,
    })),
    openGenerationsMax: random.pick([1, 2, 2, 3, 1_000, 1_000]),
    keptMs: random.pick([30_000, 90_000, 86_400_000]),
    rememberedMs: random.pick([20_000, 40_000, 200_000]),
    atOnce: random.pick([1, 2, 100]),
    residentMax: random.pick([1, 3, 1_000]),
    rpm: [1_000, random.pick([4, 1_000, 1_000]), random.pick([2, 1_000])],
    credits: Array.from({ length: KEYS }, () => random.pick([0, 5_000, 300_000, 300_000, 10_000_000])),
  };
}

export function generationAct(random: Random, limits: GenerationLimits): GenerationAct {
  const key = random.chance(0.65) ? 0 : random.below(KEYS);
  const nth = random.pick([0, 0, 0, 1, 1, 2, 3, 5]);
  return random.weighted<() => GenerationAct>([
    [15, () => drawAsk(random, key, limits)],
    [
      11,
      () => ({
        do: 'news',
        nth,
        is: random.pick(['NOT_TAKEN', 'REFUSED', 'ENDED', 'ENDED', 'ENDED', 'BROKEN_OFF', 'ABANDONED']),
        end: drawEnd(random),
        code: random.pick(CODES),
      }),
    ],
    [8, () => drawAnswer(random, nth)],
    [1, () => ({ do: 'leave', nth })],
    [8, () => ({ do: 'look', key, nth, isHead: random.chance(0.1) })],
    [
      2,
      () => ({ do: 'credit', key, amount: random.pick([1, 3_000, 200_000]), isMarked: random.chance(0.7) }),
    ],
    [0.3, () => ({ do: 'revoke_and_ask', body: plainBody(random, limits.offers) })],
    [1, () => ({ do: 'models', key })],
    [2, () => ({ do: 'credits', key })],
    [2, () => ({ do: 'ledger', key, isOperator: random.chance(0.5), limit: random.pick([1, 3, 20]) })],
    [3, () => ({ do: 'activity', key, ...drawDays(random, limits.offers.length, PROVIDERS) })],
    [1, () => ({ do: 'wall', ms: random.pick([-86_400_000, -1, 999, 3_600_000, 86_400_000]) })],
    [1.2, () => ({ do: 'restart', isGraceful: random.chance(0.5) })],
  ])();
}

function drawAnswer(random: Random, nth: number): GenerationAct {
  return {
    do: 'answer',
    nth,
    kind: random.pick(['begun', 'begun', 'begun', 'failed', 'unsettled']),
    code: random.pick(CODES),
    ...(random.chance(0.5) ? { againMs: random.pick([1, 2_500, 45_000]) } : {}),
  };
}

function drawAsk(random: Random, key: number, { offers }: GenerationLimits): AskAct {
  const again = random.pick(['nothing', 'nothing', 'nothing', 'stream', 'cap_name', 'order'] as const);
  const other = random.pick(['cap', 'messages', 'field', 'model'] as const);
  return {
    do: 'ask',
    key,
    body: random.chance(0.75) ? plainBody(random, offers) : drawBody(random, offers),
    ...(random.chance(0.5)
      ? { repeat: { name: random.pick(['k0', 'k0', 'k1']), isQuoted: random.chance(0.5) } }
      : {}),
    ...(random.chance(0.45) ? { again: random.chance(0.7) ? again : other } : {}),
    times: random.chance(0.15) ? 2 : 1,
  };
}

function plainBody(random: Random, offers: readonly DrawnOffer[]): DrawnBody {
  const { id, outputTokensMax } = random.pick(offers);
  return {
    model: id,
    messages: [{ role: 'user', content: random.pick(['Hello!', 'é', 'Go on.']) }],
    ...(random.chance(0.4) ? { max_tokens: random.between(1, outputTokensMax) } : {}),
    ...(random.chance(0.5) ? { stream: random.chance(0.8) } : {}),
    ...(random.chance(0.3) ? { stream_options: { include_usage: true } } : {}),
    ...(random.chance(0.3) ? { seed: random.below(2) } : {}),
  };
}

function drawEnd(random: Random): DrawnEnd {
  const isEmpty = random.chance(0.25);
  return {
    finishReason: random.pick([null, 'stop', 'stop', 'le"ngth']),
    promptTokens: isEmpty ? 0 : random.pick([0, 1, 7, 33, 150]),
    completionTokens: isEmpty ? 0 : random.pick([0, 1, 10, 64, 2_048, 100_000]),
    isEstimated: random.chance(0.4),
    latencyMs: random.pick([0, 812, 61_003]),
    firstTokenMs: random.pick([null, 0, 95]),
  };
}

/** The body of another request as it is told, with a change. */
export function changed(body: DrawnBody, change: Change, offers: readonly DrawnOffer[]): DrawnBody {
  switch (change) {
    case 'nothing':
      return body;
    case 'stream':
      return { ...body, stream: body.stream !== true, stream_options: { include_usage: true } };
    case 'cap_name': {
      const { max_tokens: cap, ...others } = body;
      return cap === undefined ? body : { ...others, max_completion_tokens: cap };
    }
    case 'order':
      return Object.fromEntries(Object.entries(body).reverse());
    case 'cap':
      return { ...body, max_tokens: body.max_tokens === 1 ? 2 : 1, max_completion_tokens: null };
    case 'messages':
      return { ...body, messages: [{ role: 'user', content: 'Another.' }] };
    case 'field':
      return { ...body, seed: 99 };
    case 'model':
      return { ...body, model: offers.find(({ id }) => id !== body.model)?.id ?? 'no/model' };
  }
}

/** News as a generation is told them. */
export function eventOf({ is, end, code }: Extract<GenerationAct, { readonly do: 'news' }>) {
  const failure = { code, message: 'Said.' };
  switch (is) {
    case 'NOT_TAKEN':
    case 'REFUSED':
      return { type: is, failure };
    case 'BROKEN_OFF':
      return { type: is, end, failure };
    default:
      return { type: is, end };
  }
}
