/** The first of two providers cannot be reached, and the second takes nothing for a moment. */
import type { Random } from '../../world/random.js';
import type { ProviderName } from '../provider-kinds.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, MADE_MS, scripted, times } from './life-steps.js';

const DEADLINE_MS = 120_000;
/** After that many calls a provider is left alone, for a second at first. */
const CALLS = 12;
const LEFT_ALONE_BY_MS = 600;
const ROUTES: readonly (readonly [ProviderName, ProviderName])[] = [
  ['idempotent', 'plain'],
  ['plain', 'idempotent'],
  ['findable', 'idempotent'],
  ['plain', 'findable'],
];

export function passedOver(random: Random): Life {
  const [provider, next] = random.pick(ROUTES);
  const model = lifeModel('passed-over', { provider, fallbacks: [next] }, DEADLINE_MS);
  const busy = { delayMs: random.pick([0, 100, 500, 1_500]), do: 'not_now' } as const;
  return {
    models: [model],
    steps: [
      lifeKey(),
      { id: 0, at: MADE_MS, do: 'outage', how: 'refused', skip: 0, calls: 3 * CALLS, provider },
      ...times(CALLS, scripted([])).map((script, n) =>
        lifeSubmit(20 + n * 10, model, `Not reached ${n}`, script),
      ),
      ...[1, 2, 1].map((count, n) =>
        lifeSubmit(LEFT_ALONE_BY_MS + n * 50, model, `Passed over ${n}`, scripted(times(count, busy))),
      ),
    ],
  };
}
