/** The first of two providers cannot be reached, and the second takes nothing for a moment. */
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { routesOf } from '../model-routes.js';
import { canMake } from '../provider-kinds.js';
import type { ProviderScript } from '../provider-script.js';
import { SHORTEST_MS, type Situation, WELL } from './situation.js';

/** No other step makes a key of this number. */
const KEY = 9_400;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** After that many calls a provider is left alone, for a second at first. */
const CALLS = 12;
const LEFT_ALONE_WITHIN_MS = 700;

export const passedOver: Situation = {
  fits: (_, model) => routesOf(model).filter(({ provider }) => canMake(provider, SHORTEST_MS)).length === 2,
  arrange(random, submittedAt, { id, provider }) {
    const from = Math.max(0, submittedAt - LEFT_ALONE_WITHIN_MS);
    const submit = (afterMs: number, prompt: string, script: ProviderScript) => {
      const call = {
        op: 'submit',
        key: KEY,
        model: id,
        prompt,
        seconds: SHORTEST_MS / 1_000,
        script,
      } as const;
      return edgeStep(from + afterMs, call);
    };
    const busy = { delayMs: random.between(0, 500), do: 'not_now' } as const;
    const script = { ...WELL, submits: Array.from({ length: random.between(1, 2) }, () => busy) };
    return {
      script,
      troubles: [
        edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)),
        { id: 0, at: from + 10, do: 'outage', how: 'refused', skip: 0, calls: 3 * CALLS, provider },
        ...Array.from({ length: CALLS }, (_, n) => submit(50 + n * 10, `Not reached ${n}`, WELL)),
        ...[0, 50, 100].map((ms) => submit(LEFT_ALONE_WITHIN_MS + ms, `Passed over ${ms}`, script)),
      ],
    };
  },
};
