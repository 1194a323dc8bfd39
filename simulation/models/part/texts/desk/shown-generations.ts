/** Generations and models as clients are to read them. */
import type { GenerationLimits } from './drawn-generations.js';
import type { PlainGeneration } from './plain-generations.js';

export function shownGeneration({
  id,
  offer,
  providers,
  createdAt,
  status,
  isStreamed,
  end,
  cost,
}: PlainGeneration) {
  return {
    id,
    object: 'generation',
    model: offer.id,
    provider: providers[0],
    created_at: createdAt,
    status,
    finish_reason: end?.finishReason ?? null,
    streamed: isStreamed,
    prompt_tokens: end?.promptTokens ?? 0,
    completion_tokens: end?.completionTokens ?? 0,
    estimated: end?.isEstimated ?? false,
    cost: cost / 1e6,
    latency_ms: end?.latencyMs ?? null,
    first_token_ms: end?.firstTokenMs ?? null,
  };
}

/** Films first, in one page. */
export function shownModels({ offers, films }: GenerationLimits): readonly object[] {
  const named = (id: string, provider: string | undefined, created: number) => {
    return { id, object: 'model', created, owned_by: provider, provider };
  };
  return [
    ...films.map(({ id, provider, createdAt, pricePerSecond, lengthsMs: [min, max, usual], allowedMs }) => ({
      ...named(id, provider, createdAt),
      price_per_second: pricePerSecond / 1e6,
      seconds: {
        min: min / 1_000,
        max: max / 1_000,
        default: usual / 1_000,
        ...(allowedMs && { allowed: allowedMs.map((ms) => ms / 1_000) }),
      },
    })),
    ...offers.map((offer) => ({
      ...named(offer.id, offer.routes[0]?.provider, offer.createdAt),
      price_per_million: { input: offer.prices.input / 1e6, output: offer.prices.output / 1e6 },
      context_tokens: offer.contextTokens,
      output_tokens: { max: offer.outputTokensMax, default: offer.outputTokensDefault },
    })),
  ];
}
