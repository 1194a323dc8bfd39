/** A job goes on to another route, whose provider promises something else; there its answer is lost. */
import type { Random } from '../../world/random.js';
import type { ProviderName } from '../provider-kinds.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, scripted, times } from './life-steps.js';

const DEADLINE_MS = 120_000;
/** Of the route before; a repeat may come for three seconds at a provider that forgets. */
const WAITS_MS = [20, 500, 4_000];
/** A submit is given up after half a minute: together longer than such a provider remembers. */
const SILENCES = 3;
const ROUTES: readonly (readonly [ProviderName, ProviderName])[] = [
  ['forgetful', 'brief'],
  ['lookup', 'brief'],
  ['idempotent', 'brief'],
  ['brief', 'idempotent'],
  ['brief', 'idempotent'],
  ['brief', 'lookup'],
];

export function movedOn(random: Random): Life {
  const [provider, next] = random.pick(ROUTES);
  const model = lifeModel('moved-on', { provider, fallbacks: [next] }, DEADLINE_MS);
  const busy = { delayMs: random.pick(WAITS_MS), do: 'not_now' } as const;
  const lost = { delayMs: 20, do: random.pick(['accept_then_error', 'error'] as const) } as const;
  const silent = { delayMs: 0, do: 'never' } as const;
  return {
    models: [model],
    steps: [
      lifeKey(),
      lifeSubmit(0, model, 'Moved on', scripted([busy])),
      lifeSubmit(100, model, 'Moved on and lost', scripted([busy, lost, lost])),
      lifeSubmit(200, model, 'Moved on unheard', scripted([busy, lost, ...times(SILENCES, silent)])),
    ],
  };
}
