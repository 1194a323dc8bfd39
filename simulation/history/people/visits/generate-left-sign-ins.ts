/**
 * Makes browsers that leave while somebody's sign-in is under way, as often as there are places for sign-ins
 * and once more; later the same person signs in and stays.
 */
import type { Random } from '../../../world/random.js';
import type { SmallLimits } from '../../limits/small-limits.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall } from '../../people-call.js';
import { stepsFrom } from '../people-steps.js';

interface LeftSignIns {
  readonly limits?: SmallLimits;
  readonly steps: readonly NodeStep[];
}

const LEFT_CHANCE = 0.3;
/** No other steps have these names. */
const [INVITED, JOINED] = [-165_000, -165_001];
const NAME = 'leaves@people.test';
const PASSWORD = 'Password of one who leaves';
/** A network of its own. */
const CLIENT = 79;
/** A hash takes 20 ms. */
const LEAVES_AFTER_MS = [1, 5, 15];
const EACH_MS = 3_000;

export function generateLeftSignIns(random: Random, accounts: number, durationMs: number): LeftSignIns {
  if (!random.chance(LEFT_CHANCE)) return { steps: [] };
  const signInsUnderWay = random.between(1, 2);
  const from = random.between(0, durationMs);
  const step = stepsFrom(from, CLIENT);
  const signIn: PeopleCall = { op: 'sign_in', name: NAME, password: PASSWORD };
  const left = Array.from({ length: signInsUnderWay + 1 }, (_, n) => ({
    ...step((n + 1) * EACH_MS, signIn),
    givesUpAfterMs: random.pick(LEAVES_AFTER_MS),
  }));
  const stays = [2, 3].map((n) => step((left.length + n) * EACH_MS, signIn));
  return {
    limits: { signInsUnderWay },
    steps: [
      step(0, { op: 'invite', account: random.below(accounts), name: NAME, role: 'member' }, INVITED),
      step(500, { op: 'accept', link: INVITED, password: PASSWORD }, JOINED),
      ...left,
      ...stays,
    ],
  };
}
