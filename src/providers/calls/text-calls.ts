/**
 * The caller of text models: a request is asked for once on each route, and goes no further if its breaker or
 * its bound on requests at a time does not let it.
 *
 * Invariants
 *  1. A request that is turned away here never left.
 *  2. A request counts as under way until its pieces have ended, or were left.
 */
import type { World } from '../../time/world.js';
import type { RouteName } from '../provider.js';
import type { TextAnswer, TextPiece, TextProvider, TextRequest } from '../text-provider.js';
import { Breaker } from './slots/breaker.js';
import { CALL_LIMITS, type CallLimits } from './slots/call-limits.js';

type TextLimits = Pick<CallLimits, 'submitsInFlightMax' | 'breaker'>;

export interface TextCallsOptions {
  readonly world: World;
  readonly providers: readonly TextProvider[];
  /** The bounds of a provider that are not the default. */
  readonly limitsOf: (provider: string) => Partial<TextLimits>;
}

export interface TextModelNumbers extends RouteName {
  readonly underWay: number;
  readonly breaker: Breaker['state'];
}

interface ModelCalls {
  readonly breaker: Breaker;
  underWay: number;
}

export class TextCalls {
  readonly #world: World;
  #providers: ReadonlyMap<string, TextProvider>;
  #limitsOf: TextCallsOptions['limitsOf'];
  /** By provider and model. */
  readonly #models = new Map<string, ModelCalls & RouteName>();

  constructor({ world, providers, limitsOf }: TextCallsOptions) {
    this.#world = world;
    this.#providers = byName(providers);
    this.#limitsOf = limitsOf;
  }

  /** From the next request on. */
  configure(providers: readonly TextProvider[], limitsOf: TextCallsOptions['limitsOf']): void {
    this.#providers = byName(providers);
    this.#limitsOf = limitsOf;
    for (const { provider, breaker } of this.#models.values())
      breaker.configure(this.#limits(provider).breaker);
  }

  /** Rejects if the outcome is not known. */
  async ask(route: RouteName, request: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
    const provider = this.#providers.get(route.provider);
    if (provider === undefined)
      return { outcome: 'not_now', message: 'The provider of this model is not configured any more.' };
    const calls = this.#callsOf(route);
    const { submitsInFlightMax } = this.#limits(route.provider);
    if (calls.underWay >= submitsInFlightMax)
      return { outcome: 'not_now', message: 'The provider has as many requests as it may.' };
    if (!calls.breaker.admits())
      return { outcome: 'not_now', message: 'The provider does not answer at the moment.' };
    const beganAt = this.#world.steadyMs();
    calls.breaker.began();
    calls.underWay += 1;
    let isBegun = false;
    try {
      const answer = await provider.generate(request, { signal });
      const isFailure = answer.outcome === 'rejected' && answer.failure.code === 'provider_error';
      if (isFailure) calls.breaker.failed(beganAt);
      else calls.breaker.answered();
      if (answer.outcome !== 'begun') return answer;
      isBegun = true;
      return { outcome: 'begun', pieces: counted(answer.pieces, calls) };
    } catch (error) {
      calls.breaker.failed(beganAt);
      throw error;
    } finally {
      if (!isBegun) calls.underWay -= 1;
    }
  }

  numbers(): readonly TextModelNumbers[] {
    return [...this.#models.values()].map(({ provider, model, underWay, breaker }) => {
      return { provider, model, underWay, breaker: breaker.state };
    });
  }

  #callsOf({ provider, model }: RouteName): ModelCalls {
    const key = `${provider} ${model}`;
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    const breaker = new Breaker(this.#world, this.#limits(provider).breaker);
    const calls = { provider, model, breaker, underWay: 0 };
    this.#models.set(key, calls);
    return calls;
  }

  #limits(provider: string): TextLimits {
    return { ...CALL_LIMITS, ...this.#limitsOf(provider) };
  }
}

async function* counted(pieces: AsyncIterable<TextPiece>, calls: ModelCalls): AsyncGenerator<TextPiece> {
  try {
    yield* pieces;
  } finally {
    calls.underWay -= 1;
  }
}

function byName(providers: readonly TextProvider[]): ReadonlyMap<string, TextProvider> {
  return new Map(providers.map((provider) => [provider.name, provider]));
}
