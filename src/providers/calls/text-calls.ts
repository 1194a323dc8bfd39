/**
 * The caller of text models: a request is asked for once on each route. Time limits are its caller's to keep,
 * by the signal.
 *
 * Invariants
 *  1. A request that is turned away here never left: its breaker is open, its provider has put calls off, or
 *     a bound on requests, at a time or in a second, is reached.
 *  2. A request counts as under way until its pieces have ended, or were left.
 *  3. A provider has answered once a piece of its text is there, or once it has refused the request. Requests
 *     that nobody waits for any more say nothing of it.
 *  4. A request that left is counted once, by its outcome, when it is no longer under way.
 */
import type { World } from '../../time/world.js';
import type { RouteName } from '../provider.js';
import type { TextAnswer, TextPiece, TextProvider, TextRequest } from '../text-provider.js';
import { Pacer } from './pacer.js';
import { Breaker } from './slots/breaker.js';
import { CALL_LIMITS, type CallLimits } from './slots/call-limits.js';

/** A provider that says to stay away for longer is tried all the same. */
const PAUSE_MAX_MS = 3_600_000;

type TextLimits = Pick<CallLimits, 'submitsInFlightMax' | 'pollsPerSecondMax' | 'breaker'>;
type NotNow = Extract<TextAnswer, { readonly outcome: 'not_now' }>;

export interface TextCallsOptions {
  readonly world: World;
  readonly providers: readonly TextProvider[];
  /** The bounds of a provider that are not the default. */
  readonly limitsOf: (provider: string) => Partial<TextLimits>;
}

/** `answered`: the text came to its end. `left`: nobody waited for it any more. */
export type TextOutcome = 'answered' | 'rejected' | 'not_now' | 'timeout' | 'error' | 'left';

export interface TextModelNumbers extends RouteName {
  readonly underWay: number;
  readonly outcomes: Readonly<Record<TextOutcome, number>>;
  readonly breaker: Breaker['state'];
  /** How often it opened. */
  readonly breakerOpenings: number;
}

/** The reason of an abort that is no fault of the provider's. */
export class NobodyWaitsError extends Error {
  override readonly name = 'NobodyWaitsError';
}

interface ModelCalls extends RouteName {
  readonly breaker: Breaker;
  readonly pacer: Pacer;
  underWay: number;
  readonly outcomes: Record<TextOutcome, number>;
  /** As the provider said, in steady ms. */
  pausedUntil: number;
}

export class TextCalls {
  readonly #world: World;
  #providers: ReadonlyMap<string, TextProvider>;
  #limitsOf: TextCallsOptions['limitsOf'];
  /** By provider and model. */
  readonly #models = new Map<string, ModelCalls>();

  constructor({ world, providers, limitsOf }: TextCallsOptions) {
    this.#world = world;
    this.#providers = byName(providers);
    this.#limitsOf = limitsOf;
  }

  /** From the next request on. A provider's breaker stays as it is. */
  configure(providers: readonly TextProvider[], limitsOf: TextCallsOptions['limitsOf']): void {
    this.#providers = byName(providers);
    this.#limitsOf = limitsOf;
    for (const { provider, breaker, pacer } of this.#models.values()) {
      const { breaker: limits, pollsPerSecondMax } = this.#limits(provider);
      breaker.configure(limits);
      pacer.configure(pollsPerSecondMax, pollsPerSecondMax);
    }
  }

  /** Rejects if the outcome is not known. */
  async ask(route: RouteName, request: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
    const provider = this.#providers.get(route.provider);
    if (provider === undefined) return notNow('The provider of this model is not configured any more.');
    const calls = this.#callsOf(route);
    const turnedAway = this.#turnedAway(calls);
    if (turnedAway !== undefined) return turnedAway;
    const call = this.#begun(calls, signal);
    try {
      const answer = await provider.generate(request, { signal });
      if (answer.outcome === 'begun') {
        const pieces = answer.pieces[Symbol.asyncIterator]();
        return { outcome: 'begun', pieces: new FollowedPieces(pieces, call) };
      }
      if (answer.outcome === 'not_now') this.#pause(calls, answer.askAgainAfterMs);
      call.ended(isSound(answer), outcomeOf(answer));
      return answer;
    } catch (error) {
      call.ended(false, 'error');
      throw error;
    }
  }

  numbers(): readonly TextModelNumbers[] {
    return [...this.#models.values()].map(({ provider, model, underWay, outcomes, breaker }) => ({
      provider,
      model,
      underWay,
      outcomes: { ...outcomes },
      breaker: breaker.state,
      breakerOpenings: breaker.openings,
    }));
  }

  /** Undefined if the request may begin now. */
  #turnedAway({ provider, underWay, breaker, pacer, pausedUntil }: ModelCalls): NotNow | undefined {
    const now = this.#world.steadyMs();
    if (!breaker.admits())
      return notNow('The provider does not answer at the moment.', breaker.admitsFrom() - now);
    if (pausedUntil > now) return notNow('The provider takes no requests at the moment.', pausedUntil - now);
    const { submitsInFlightMax } = this.#limits(provider);
    if (underWay >= submitsInFlightMax) return notNow('The provider has as many requests as it may.');
    const inMs = pacer.admitsFrom() - now;
    return inMs > 0 ? notNow('The provider has as many requests in this second as it may.', inMs) : undefined;
  }

  #begun(calls: ModelCalls, signal: AbortSignal): FollowedCall {
    const beganAt = this.#world.steadyMs();
    calls.pacer.take(beganAt);
    calls.breaker.began();
    calls.underWay += 1;
    let isJudged = false;
    let isOver = false;
    const judge = (wasSound: boolean) => {
      if (isJudged) return;
      isJudged = true;
      if (wasSound) calls.breaker.answered();
      // A probe that nobody waits for leaves the breaker open: no other would begin otherwise.
      else if (!(signal.reason instanceof NobodyWaitsError) || calls.breaker.state === 'half_open')
        calls.breaker.failed(beganAt);
    };
    return {
      answered: () => judge(true),
      ended(wasSound, outcome) {
        judge(wasSound);
        if (isOver) return;
        isOver = true;
        calls.underWay -= 1;
        calls.outcomes[signal.aborted ? abortedBy(signal.reason) : outcome] += 1;
      },
    };
  }

  #pause(calls: ModelCalls, forMs: number | undefined): void {
    if (forMs === undefined) return;
    const until = this.#world.steadyMs() + Math.min(forMs, PAUSE_MAX_MS);
    calls.pausedUntil = Math.max(calls.pausedUntil, until);
  }

  #callsOf({ provider, model }: RouteName): ModelCalls {
    const key = `${provider} ${model}`;
    const known = this.#models.get(key);
    if (known !== undefined) return known;
    const { breaker: limits, pollsPerSecondMax } = this.#limits(provider);
    const calls: ModelCalls = {
      provider,
      model,
      breaker: new Breaker(this.#world, limits),
      pacer: new Pacer(pollsPerSecondMax, pollsPerSecondMax),
      underWay: 0,
      // With all that there can be, so that the first of each shows as an increase.
      outcomes: { answered: 0, rejected: 0, not_now: 0, timeout: 0, error: 0, left: 0 },
      pausedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#models.set(key, calls);
    return calls;
  }

  #limits(provider: string): TextLimits {
    return { ...CALL_LIMITS, ...this.#limitsOf(provider) };
  }
}

/** Hears of one call's progress; each news counts once. */
interface FollowedCall {
  answered(): void;
  /** @param outcome unless it was aborted */
  ended(wasSound: boolean, outcome: TextOutcome): void;
}

/** No generator: one that was never asked for a piece would not hear that it is left. */
class FollowedPieces implements AsyncIterableIterator<readonly TextPiece[]> {
  readonly #pieces: AsyncIterator<readonly TextPiece[]>;
  readonly #call: FollowedCall;

  constructor(pieces: AsyncIterator<readonly TextPiece[]>, call: FollowedCall) {
    this.#pieces = pieces;
    this.#call = call;
  }

  async next(): Promise<IteratorResult<readonly TextPiece[]>> {
    try {
      const next = await this.#pieces.next();
      if (next.done === true) this.#call.ended(true, 'answered');
      else this.#call.answered();
      return next;
    } catch (error) {
      this.#call.ended(false, 'error');
      throw error;
    }
  }

  async return(): Promise<IteratorResult<readonly TextPiece[]>> {
    this.#call.ended(false, 'left');
    await this.#pieces.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Whether a provider that did not begin is there, and takes requests. */
function isSound(answer: Exclude<TextAnswer, { readonly outcome: 'begun' }>): boolean {
  if (answer.outcome === 'not_now') return false;
  const { code } = answer.failure;
  return code === 'provider_rejected' || code === 'content_rejected';
}

function outcomeOf(answer: Exclude<TextAnswer, { readonly outcome: 'begun' }>): TextOutcome {
  if (answer.outcome === 'not_now') return 'not_now';
  if (isSound(answer)) return 'rejected';
  return answer.failure.code === 'provider_timeout' ? 'timeout' : 'error';
}

function abortedBy(reason: unknown): TextOutcome {
  return reason instanceof NobodyWaitsError ? 'left' : 'timeout';
}

/** @param inMs when it is worth asking again; nothing is said of it if it is not known */
function notNow(message: string, inMs = Number.POSITIVE_INFINITY): NotNow {
  if (!Number.isFinite(inMs)) return { outcome: 'not_now', message };
  return { outcome: 'not_now', message, askAgainAfterMs: Math.max(0, Math.ceil(inMs)) };
}

function byName(providers: readonly TextProvider[]): ReadonlyMap<string, TextProvider> {
  return new Map(providers.map((provider) => [provider.name, provider]));
}
