/**
 * Makes reloads of a file that does not name a provider any more, while jobs are under way there: their
 * models have other routes. Later it may be named again; a start finds it named.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import { lengthsOf, routesOf } from '../model-routes.js';
import type { ModelSetup, NodeStep, ReloadStep } from '../node-history.js';
import type { ProviderName } from '../provider-kinds.js';
import type { ProviderScript } from '../provider-script.js';

const LOST_CHANCE = 0.6;
/** No other step makes a key of this number. */
const KEY = 7_800;

/** @param others models for which no jobs are made here */
export function generateLostProviders(
  random: Random,
  models: readonly ModelSetup[],
  others: readonly ModelSetup[],
  durationMs: number,
): readonly NodeStep[] {
  const all = [...models, ...others];
  const left = models.filter(({ provider, fallbacks }) => fallbacks !== undefined && mayGo(provider, all));
  if (left.length === 0 || !random.chance(LOST_CHANCE)) return [];
  const { id, provider, deadlineAfterMs } = random.pick(left);
  const at = random.between(0, durationMs);
  const lostAt = at + random.pick([700, 1_500, 2_500]);
  const backAt = lostAt + random.pick([3_000, 20_000, 60_000]);
  const key = { op: 'create_key', newKey: KEY, account: 0, rpm: 1_000, creditsMicroDa: 100_000_000 } as const;
  const submits = (from: number, to: number, count: number): readonly NodeStep[] =>
    Array.from({ length: count }, (_, n) => {
      const call: ClientCall = {
        op: 'submit',
        key: KEY,
        model: id,
        prompt: `Left scene ${from + n}`,
        script: scriptOf(random, deadlineAfterMs),
      };
      return edgeStep(random.between(from, to), call);
    });
  return [
    edgeStep(at, key),
    ...submits(at + 200, lostAt, random.between(2, 4)),
    reload(lostAt, provider),
    ...submits(lostAt, lostAt + 2_000, random.between(1, 3)),
    edgeStep(lostAt + 500, { op: 'list_jobs', key: KEY, limit: 10 }),
    ...(random.chance(0.5) ? [reload(backAt), ...submits(backAt, backAt + 2_000, 1)] : []),
  ];
}

/** Whether each model has a route without it, by which it makes the same lengths. */
function mayGo(gone: ProviderName, models: readonly ModelSetup[]): boolean {
  return models.every((model) => {
    const [provider, ...fallbacks] = routesOf(model)
      .map((route) => route.provider)
      .filter((name) => name !== gone);
    if (provider === undefined) return false;
    return JSON.stringify(lengthsOf({ ...model, provider, fallbacks })) === JSON.stringify(lengthsOf(model));
  });
}

function reload(at: number, without?: ProviderName): ReloadStep {
  return { id: 0, at, do: 'reload', isMistaken: false, ...(without && { without }) };
}

/** It is at work when its provider goes, and done well before its deadline. */
function scriptOf(random: Random, deadlineAfterMs: number): ProviderScript {
  return {
    submits: [],
    polls: [],
    pendingMs: random.pick([0, 100]),
    runningMs: random.pick([0.3, 0.5, 0.7]) * Math.min(deadlineAfterMs, 20_000),
    end: { how: 'completed', outputMs: 1_000 },
    askAgainAfterMs: 500,
  };
}
