/** Models of text on offer, and requests for their texts, right ones and some with one thing wrong. */
import type { Random } from '../../../world/random.js';

export interface DrawnOffer {
  readonly id: string;
  /** In micro-DA for a million tokens. */
  readonly prices: { readonly input: number; readonly output: number };
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  readonly outputTokensDefault: number;
  readonly createdAt: number;
  readonly routes: readonly DrawnRoute[];
}

export interface DrawnRoute {
  readonly provider: string;
  readonly model: string;
  readonly templateTokens: number;
  readonly passFields: readonly string[];
}

export type DrawnBody = Readonly<Record<string, unknown>>;

/** Fields whose every token the bound on a price counts. */
export const PASSED: DrawnBody = {
  temperature: 0.5,
  top_p: 1,
  presence_penalty: -1,
  frequency_penalty: 0,
  stop: ['END', 'é'],
  seed: 7,
  response_format: { type: 'json_object' },
  tools: [{ type: 'function', function: { name: 'look' } }],
  tool_choice: 'auto',
  parallel_tool_calls: false,
  functions: [{ name: 'look' }],
  function_call: 'none',
  logit_bias: { 50256: -100 },
  logprobs: null,
  top_logprobs: 0,
  reasoning_effort: 'low',
  verbosity: 'low',
  user: 'somebody',
};
/** A route may name them; no field of these goes to one that does not. */
const OTHERS = ['top_k', 'min_p', 'best_of', 'service_tier', 'store'];
const FLAWS: readonly DrawnBody[] = [
  { model: 7 },
  { model: '' },
  { messages: [] },
  { messages: 'Hello' },
  { messages: [{ role: 'nobody', content: 'Hello' }] },
  { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
  { messages: [{ role: 'user', content: 7 }] },
  { max_tokens: 0 },
  { max_completion_tokens: 0 },
  { max_tokens: 1.5 },
  { max_completion_tokens: '5' },
  { stream: 'true' },
  { stream_options: true },
  { stream_options: { include_usage: 1 } },
  { n: 0 },
  { n: 2 },
];

export function drawOffers(random: Random): readonly DrawnOffer[] {
  return Array.from({ length: random.between(1, 2) }, (_, nth) => {
    const outputTokensMax = random.pick([1, 64, 2_048]);
    return {
      id: `text/${nth}`,
      prices: { input: drawPrice(random), output: drawPrice(random) },
      contextTokens: outputTokensMax + random.pick([1, 150, 300, 8_192]),
      outputTokensMax,
      outputTokensDefault: random.between(1, outputTokensMax),
      createdAt: 1_790_000_000 + nth,
      routes: Array.from({ length: random.between(1, 3) }, (_, route) => ({
        provider: `provider-${route}`,
        model: `m${random.pick(['', '-larger', ':8b'])}`,
        templateTokens: random.pick([0, 16, 64, 200]),
        passFields: OTHERS.filter(() => random.chance(0.4)),
      })),
    };
  });
}

function drawPrice(random: Random): number {
  return random.pick([0, 1, 40_000_000, 120_000_001, 999_999]);
}

export function drawBody(random: Random, offers: readonly DrawnOffer[]): DrawnBody {
  const { id, outputTokensMax } = random.pick(offers);
  const messages = Array.from({ length: random.pick([1, 1, 2, 5]) }, () => ({
    role: random.pick(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: random.pick(['Hello!', '', 'é'.repeat(90), null, [{ type: 'text', text: '中' }]]),
  }));
  const fields: Record<string, unknown> = { model: random.chance(0.04) ? 'no/model' : id, messages };
  const cap = () =>
    random.pick([1, outputTokensMax, outputTokensMax + 1, random.between(1, outputTokensMax)]);
  if (random.chance(0.35)) fields.max_tokens = cap();
  if (random.chance(0.35)) fields.max_completion_tokens = random.chance(0.3) ? fields.max_tokens : cap();
  if (random.chance(0.5)) fields.stream = random.pick([true, true, false, null]);
  if (random.chance(0.3))
    fields.stream_options = random.pick([null, {}, { include_usage: true }, { include_usage: false }]);
  if (random.chance(0.1)) fields.n = random.pick([1, null]);
  for (const [name, value] of Object.entries(PASSED)) if (random.chance(0.08)) fields[name] = value;
  for (const name of OTHERS) if (random.chance(0.12)) fields[name] = random.pick([1, 'auto', null]);
  return JSON.parse(JSON.stringify(random.chance(0.15) ? { ...fields, ...random.pick(FLAWS) } : fields));
}
