/**
 * Makes reloads of the bounds on calls to a provider, for a model that was called before: at once afterwards
 * more jobs are wanted than it may be called for at a time.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeStep, ReloadStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';

const BOUNDS_CHANCE = 0.3;
/** No other step makes a key of this number. */
const KEY = 7_300;
const USUAL = { providerCallsMax: 256, providerPollsMax: 2_048 } as const;
/** The provider takes so long for each call; the rule of bounds waits for none longer. */
const SLOW_MS = [1_500, 2_300];

type Bound = keyof typeof USUAL;

export function generateBoundReloads(
  random: Random,
  models: readonly ModelSetup[],
  durationMs: number,
): readonly NodeStep[] {
  if (!random.chance(BOUNDS_CHANCE)) return [];
  const bound = random.pick(['providerCallsMax', 'providerCallsMax', 'providerPollsMax'] as const);
  const model = random.pick(models).id;
  let at = random.between(0, durationMs);
  let made = 0;
  const submits = (count: number): readonly NodeStep[] =>
    Array.from({ length: count }, () => {
      made += 1;
      return edgeStep(at, submitOf(model, made, slowly(random, bound)));
    });
  const steps: NodeStep[] = [edgeStep(at, richKey(KEY, 100_000_000, 1_000))];
  at += 400;
  steps.push(...submits(random.between(1, 2)));
  for (let reloads = random.between(1, 2); reloads > 0; reloads--) {
    at += random.between(2_500, 4_000);
    steps.push(reload(at, bound, random.between(1, 3)));
    at += random.pick([0, 5, 300]);
    steps.push(...submits(random.between(4, 8)));
  }
  return [...steps, reload(at + random.between(8_000, 20_000), bound, USUAL[bound])];
}

function reload(at: number, bound: Bound, value: number): ReloadStep {
  return { id: 0, at, do: 'reload', isMistaken: false, options: { [bound]: value } };
}

function submitOf(model: string, nth: number, script: ProviderScript): ClientCall {
  return { op: 'submit', key: KEY, model, prompt: `Bounded scene ${nth}`, script };
}

function slowly(random: Random, bound: Bound): ProviderScript {
  const delayMs = random.pick(SLOW_MS);
  const isSubmit = bound === 'providerCallsMax';
  return {
    submits: isSubmit ? [{ do: 'accept', delayMs }] : [],
    polls: isSubmit ? [] : Array.from({ length: 3 }, () => ({ do: 'truth', delayMs })),
    pendingMs: 0,
    runningMs: isSubmit ? 500 : 9_000,
    end: { how: 'completed', outputMs: 1_000 },
    askAgainAfterMs: 500,
  };
}
