/** Makes requests that look texts up: of the asker's account and of others, soon and late. */
import type { Random } from '../../../world/random.js';
import type { NodeStep, RequestStep } from '../../node-history.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { edgeStep } from '../edge-steps.js';

const SERVED_CHANCE = 0.7;
/** Of a text, that it is looked up; few are if that is not served. */
const LOOKED_UP_CHANCE = 0.7;
const IN_VAIN_CHANCE = 0.1;
const OWN_KEY_CHANCE = 0.5;
const UNKNOWN_CHANCE = 0.05;
/** After the request for a text, in ms: within it, right behind it, and when it may be gone. */
const DELAYS_MS = [0, 1, 30, 90, 300, 1_000, 5_000, 50_000, 120_000];

interface LookUps {
  readonly texts: TextSetup | undefined;
  readonly steps: readonly RequestStep[];
}

/**
 * @param texts as they are without
 * @param asked the requests for texts
 * @param keys how many stand before the first request
 */
export function generateLookUps(
  random: Random,
  texts: TextSetup | undefined,
  asked: readonly { readonly at: number; readonly do: string }[],
  keys: number,
): LookUps {
  if (texts === undefined) return { texts, steps: [] };
  const isServed = random.chance(SERVED_CHANCE);
  const steps: RequestStep[] = [];
  for (const { at, do: what } of asked) {
    if (what !== 'request' || !random.chance(isServed ? LOOKED_UP_CHANCE : IN_VAIN_CHANCE)) continue;
    for (let left = random.between(1, 3); left > 0; left--) {
      const key = random.below(keys);
      steps.push(edgeStep(at + random.pick(DELAYS_MS), { op: 'generation', key, text: 0 }));
    }
  }
  return { texts: isServed ? { ...texts, generations: true } : texts, steps };
}

/** Every look-up gets a text that was asked for before it, mostly one of the latest, and mostly its key. */
export function withTexts(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const asked: { readonly text: number; readonly key: number }[] = [];
  return steps.map((step) => {
    if (step.do !== 'request') return step;
    const { call } = step;
    if (call.op === 'chat') asked.push({ text: step.id, key: call.key });
    if (call.op !== 'generation' || asked.length === 0 || random.chance(UNKNOWN_CHANCE)) return step;
    const { text, key } = random.pick(random.chance(0.7) ? asked.slice(-3) : asked);
    return { ...step, call: { ...call, text, key: random.chance(OWN_KEY_CHANCE) ? key : call.key } };
  });
}
