/** Jobs that wait at their provider for long, which answers some of the polls with errors or nonsense. */
import type { Random } from '../../world/random.js';
import type { PollMove } from '../provider-script.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, scripted } from './life-steps.js';

const DEADLINE_MS = 120_000;
const WAITS_MS = [8_000, 25_000];
const JOBS = 4;
const POLLS = 8;
const MOVES: readonly PollMove['do'][] = ['error', 'garbage', 'truth', 'truth'];

export function polledInVain(random: Random): Life {
  const provider = random.pick(['plain', 'idempotent', 'findable'] as const);
  const model = lifeModel('polled-in-vain', { provider }, DEADLINE_MS);
  const scripts = Array.from({ length: JOBS }, () => {
    const polls = Array.from({ length: POLLS }, (): PollMove => ({ delayMs: 20, do: random.pick(MOVES) }));
    return scripted([], {
      polls: [{ delayMs: 20, do: 'error' }, ...polls],
      pendingMs: random.pick(WAITS_MS),
    });
  });
  return {
    models: [model],
    steps: [
      lifeKey(),
      ...scripts.map((script, n) => lifeSubmit(100 * n, model, `Polled in vain ${n}`, script)),
    ],
  };
}
