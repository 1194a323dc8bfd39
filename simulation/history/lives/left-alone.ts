/**
 * A provider fails until one of its models is left alone, and again as one call finds out whether it still
 * does; for another model it is well meanwhile.
 */
import type { Random } from '../../world/random.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, scripted, times } from './life-steps.js';

/** After that many failures in a row a model is left alone, for a second at first. */
const FAILURES = 8;
const DEADLINE_MS = 45_000;
const LEFT_ALONE_BY_MS = 500;
/** Two cool-downs that double, and some. */
const TRIED_AGAIN_BY_MS = 6_000;

export function leftAlone(random: Random): Life {
  const provider = random.pick(['idempotent', 'forgetful', 'forgetful', 'plain'] as const);
  const failing = lifeModel('failing', { provider }, DEADLINE_MS);
  const beside = lifeModel('beside', { provider }, DEADLINE_MS);
  const failure = { delayMs: 20, do: provider === 'idempotent' ? 'not_now' : 'error' } as const;
  // It answers those that find out no better at first, and slowly.
  const slow = { ...failure, delayMs: random.pick([20, 400, 800]) };
  const failures = times(FAILURES + random.between(0, 2), failure);
  const later = [...times(random.between(2, 3), [slow]), ...times(random.between(1, 2), [])];
  return {
    models: [failing, beside],
    steps: [
      lifeKey(),
      lifeSubmit(0, beside, 'Beside it before', scripted([])),
      ...failures.map((move, n) => lifeSubmit(10 * n, failing, `Failing ${n}`, scripted(times(2, move)))),
      ...later.map((moves, n) =>
        lifeSubmit(LEFT_ALONE_BY_MS + 30 * n, failing, `Left alone ${n}`, scripted(moves)),
      ),
      lifeSubmit(LEFT_ALONE_BY_MS + 50, beside, 'Beside it', scripted([])),
      lifeSubmit(TRIED_AGAIN_BY_MS, failing, 'Later', scripted([])),
    ],
  };
}
