/** The answer to a submit is lost, and the provider cannot say whether it has the job until its deadline. */
import type { Random } from '../../world/random.js';
import type { FindMove } from '../provider-script.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, scripted, times } from './life-steps.js';

const LOOKS = 30;

export function soughtTooLong(random: Random): Life {
  const provider = random.weighted([
    [5, 'lookup'],
    [1, 'findable'],
  ] as const);
  const deadlineMs = random.pick([3_000, 10_000]);
  const model = lifeModel('sought', { provider }, deadlineMs);
  const lost = { delayMs: 20, do: 'accept_then_error' } as const;
  const look = { delayMs: 10, do: random.pick(['error', 'garbage', 'never'] as const) } as const;
  const found: FindMove = { delayMs: 10, do: 'truth' };
  return {
    models: [model],
    steps: [
      lifeKey(),
      lifeSubmit(0, model, 'Sought in vain', scripted([lost], { finds: times(LOOKS, look) })),
      lifeSubmit(50, model, 'Sought and found', scripted([lost], { finds: [look, found] })),
      lifeSubmit(100, model, 'Not there', scripted([{ ...lost, do: 'error' }])),
    ],
  };
}
