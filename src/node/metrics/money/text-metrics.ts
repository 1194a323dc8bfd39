/**
 * Texts: sums that are committed with what moves them, and so are exact, after a restart too; and the time to
 * their first token, by route, since the start.
 */
import {
  GENERATION_STATUSES,
  type GenerationState,
  routeOf,
} from '../../../actors/generations/generation-messages.js';
import {
  endedTally,
  GENERATION_ENDS,
  GENERATIONS_ACCEPTED,
  GENERATIONS_BEYOND_RESERVE,
  GENERATIONS_ESTIMATED,
  generationsTally,
  TOKENS,
} from '../../../actors/generations/tallies.js';
import type { Tallies } from '../../../actors/runtime/tallies.js';
import { Histogram, WAIT_BOUNDS_MS } from '../../../metrics/histogram.js';
import type { TextCalls } from '../../../providers/calls/text-calls.js';
import type { RouteName } from '../../../providers/provider.js';
import { counter, gauge, histogram } from '../definition.js';
import type { MetricsPage } from '../page.js';
import { BREAKER_STATES, PROVIDER_METRICS } from '../provider-metrics.js';

export const TEXT_METRICS = {
  generations: gauge(
    'tollgate_generations',
    'Text generations on disk, by state. Settled ones are kept for retention-days.',
    ['state'],
  ),
  accepted: counter(
    'tollgate_generations_accepted_total',
    'Text generations accepted. Goes on across restarts.',
  ),
  ended: counter(
    'tollgate_generations_ended_total',
    'Text generations that ended, by outcome: completed; failed; interrupted, for their client had gone or the node stopped. Goes on across restarts.',
    ['outcome'],
  ),
  tokens: counter(
    'tollgate_tokens_total',
    'Tokens of texts that have ended, by kind: prompt, completion. Goes on across restarts.',
    ['kind'],
  ),
  estimated: counter(
    'tollgate_generations_estimated_total',
    'Text generations that were charged by an estimate, for their provider reported no tokens. Goes on across restarts.',
  ),
  beyondReserve: counter(
    'tollgate_generations_beyond_reserve_total',
    'Text generations whose provider reported more than was reserved: the reserve was charged. Goes on across restarts.',
  ),
  firstToken: histogram(
    'tollgate_first_token_seconds',
    'Time from the request to the first token of texts that have ended; of one that does not come as a stream, to its end.',
    ['provider', 'model'],
  ),
};

/** The times to first tokens since the start, by route. */
export class FirstTokenTimes {
  readonly #byRoute = new Map<string, RouteName & { readonly times: Histogram }>();

  /** A generation has settled. */
  settled(generation: GenerationState): void {
    const { provider, model } = routeOf(generation);
    const ms = generation.machine.context.end?.firstTokenMs;
    if (ms === undefined || ms === null) return;
    const key = `${provider} ${model}`;
    const known = this.#byRoute.get(key) ?? { provider, model, times: new Histogram(WAIT_BOUNDS_MS) };
    this.#byRoute.set(key, known);
    known.times.observe(ms);
  }

  addTo(page: MetricsPage): void {
    for (const { provider, model, times } of this.#byRoute.values())
      page.addHistogram(TEXT_METRICS.firstToken, times.numbers(), { provider, model });
  }
}

export function addTextMetrics(
  page: MetricsPage,
  tallies: Tallies,
  calls: TextCalls,
  firstTokens: FirstTokenTimes,
): void {
  const sum = (name: string) => String(tallies.get(name) ?? 0);
  for (const state of GENERATION_STATUSES)
    page.add(TEXT_METRICS.generations, sum(generationsTally(state)), { state });
  page.add(TEXT_METRICS.accepted, sum(GENERATIONS_ACCEPTED));
  for (const outcome of GENERATION_ENDS) page.add(TEXT_METRICS.ended, sum(endedTally(outcome)), { outcome });
  for (const [kind, name] of Object.entries(TOKENS)) page.add(TEXT_METRICS.tokens, sum(name), { kind });
  page.add(TEXT_METRICS.estimated, sum(GENERATIONS_ESTIMATED));
  page.add(TEXT_METRICS.beyondReserve, sum(GENERATIONS_BEYOND_RESERVE));
  firstTokens.addTo(page);
  for (const { provider, model, underWay, outcomes, breaker, breakerOpenings } of calls.numbers()) {
    for (const [outcome, count] of Object.entries(outcomes))
      page.add(PROVIDER_METRICS.calls, count, { provider, model, kind: 'text', outcome });
    page.add(PROVIDER_METRICS.inFlight, underWay, { provider, model, kind: 'text' });
    page.add(PROVIDER_METRICS.breaker, BREAKER_STATES.indexOf(breaker), { provider, model });
    page.add(PROVIDER_METRICS.openings, breakerOpenings, { provider, model });
  }
}
