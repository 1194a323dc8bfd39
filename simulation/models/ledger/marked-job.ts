/** A job that is charged in part, and paid with less marked credit than it reserves. */
import type { Random } from '../../world/random.js';
import { type ActorsStep, CREATED_FROM } from '../actors-reference/actors-history.js';

const CHANCE = 0.3;
/** Between one step and the next a commit comes to disk. */
const PAUSE_MS = 20;

/** @param id the first that is free */
export function markedJob(random: Random, id: number, after: number): readonly ActorsStep[] {
  if (!random.chance(CHANCE)) return [];
  const key = CREATED_FROM + id;
  const at = (nth: number) => ({ id: id + nth, at: after + nth * PAUSE_MS });
  const price = { pricePerSecondMicroDa: random.pick([100, 333]), lengthMs: 4_001 } as const;
  return [
    { ...at(0), do: 'create_key', key, account: 0, creditsMicroDa: 1_500 },
    { ...at(1), do: 'credit', key, amountMicroDa: random.pick([1, 100, 300]), reference: 11, isMarked: true },
    {
      ...{ ...at(2), do: 'submit', key, ...price },
      ...{ deadlineAfterMs: 20_000, lost: 'unknown', fingerprint: 0 },
    },
    {
      ...{ ...at(3), do: 'report', job: id + 2, says: 'accepted_done' },
      outputMs: random.pick([1, 300, 1_234, 3_999]),
    },
  ];
}
