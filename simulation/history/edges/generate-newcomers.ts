/** Makes several accounts or keys in the same instant, and clients that walk through their list. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const NEWCOMERS_CHANCE = 0.15;
/** No other step makes keys of this number and those behind it. */
const FIRST_KEY = 8_000;

export interface NewcomerFacts {
  readonly accounts: number;
  readonly durationMs: number;
}

export function generateNewcomers(
  random: Random,
  { accounts, durationMs }: NewcomerFacts,
): readonly RequestStep[] {
  if (!random.chance(NEWCOMERS_CHANCE)) return [];
  const at = random.between(0, durationMs);
  const account = random.below(accounts);
  const list = random.pick(['accounts', 'keys'] as const);
  const made = Array.from({ length: random.between(2, 5) }, (_, n): ClientCall => {
    if (list === 'accounts') return { op: 'create_account', name: `Newcomer ${n}` };
    return { op: 'create_key', newKey: FIRST_KEY + n, account };
  });
  const walks = [1, 2, 3].map((limit): ClientCall => ({ op: 'page', list, key: 0, limit }));
  const walkedAt = at + random.between(300, 5_000);
  return [...made.map((call) => edgeStep(at, call)), ...walks.map((call) => edgeStep(walkedAt, call))];
}
