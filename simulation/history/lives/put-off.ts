/** A provider puts jobs off until they are given up, or all but. */
import type { Random } from '../../world/random.js';
import { type Life, lifeKey, lifeModel, lifeSubmit, scripted, times } from './life-steps.js';

/** A job is submitted so often. */
const SUBMITS_MAX = 8;
/** Longer than all pauses together. */
const DEADLINE_MS = 45_000;

export function putOff(random: Random): Life {
  const provider = random.pick(['idempotent', 'forgetful', 'brief', 'brief', 'findable'] as const);
  const fallbacks = random.chance(0.3) ? (['plain'] as const) : undefined;
  // One job each: after as many failures as it has submits, others would be held up.
  const models = ['put-off', 'taken-late'].map((id) =>
    lifeModel(id, { provider, ...(fallbacks && { fallbacks }) }, DEADLINE_MS),
  );
  const [never, late] = models;
  const busy = { delayMs: random.pick([0, 20]), do: 'not_now' } as const;
  // A provider that takes a job's id for the same may have it after any of these.
  const unclear = provider === 'idempotent' && random.chance(0.5);
  const error = { delayMs: 10, do: 'error' } as const;
  const first = fallbacks === undefined ? 0 : 1;
  if (never === undefined || late === undefined) return { models: [], steps: [] };
  const moves = unclear && first === 0 ? [busy, ...times(SUBMITS_MAX, error)] : times(2 + SUBMITS_MAX, busy);
  return {
    models,
    steps: [
      lifeKey(),
      lifeSubmit(0, never, 'Put off for ever', scripted(moves)),
      lifeSubmit(200, late, 'Put off for long', scripted(times(first + SUBMITS_MAX - 1, busy))),
    ],
  };
}
