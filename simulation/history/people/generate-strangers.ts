/**
 * Makes strangers who sign up: more of one network than it may have, and then some of another; and some while
 * the wall clock stands in the future, on another day or on the same one, and once it has been put right.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';

const STRANGERS_CHANCE = 0.9;
const OF_A_NETWORK = 10;
/** Networks of their own. */
const [CROWDED, OTHER] = [52, 53] as const;
const EVERY_MS = 60;
const FAR_CHANCE = 0.4;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Numbers of those who come when the clock is right. */
const LATE = 100;

interface StrangersFacts {
  readonly hasMail: boolean;
  readonly durationMs: number;
}

export function generateStrangers(
  random: Random,
  { hasMail, durationMs }: StrangersFacts,
): readonly NodeStep[] {
  if (!random.chance(STRANGERS_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const max = OF_A_NETWORK + random.between(1, 4);
  const crowd = OF_A_NETWORK + random.between(1, 6);
  const far = random.fork('far');
  const within = random.fork('hours').pick([13, 1, 13]) * HOUR_MS;
  const lead = far.chance(FAR_CHANCE) ? far.pick([1, 3]) * DAY_MS : within;
  const ofCrowd = Array.from({ length: crowd }, () => CROWDED);
  const clients = [...ofCrowd, ...Array.from({ length: random.between(1, 5) }, () => OTHER)];
  const rightAt = from + (clients.length + 2) * EVERY_MS;
  const signUp = (client: number, n: number, at: number): NodeStep => {
    const password = hasMail ? {} : { password: `Password of stranger ${n}` };
    const call = { op: 'sign_up', name: `stranger${n}@people.test`, ...password } as const;
    return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client };
  };
  return [
    { id: 0, at: from, do: 'reload', isMistaken: false, options: { signUpsPerDayMax: max } },
    ...(lead > 0 ? [wallStep(from, lead), wallStep(rightAt, -lead)] : []),
    ...clients.map((client, n) => signUp(client, n, from + (n + 1) * EVERY_MS)),
    ...(lead > 0 ? [OTHER, CROWDED].map((client, n) => signUp(client, LATE + n, rightAt + EVERY_MS)) : []),
  ];
}

function wallStep(at: number, ms: number): NodeStep {
  return { id: 0, at, do: 'step_wall', ms };
}
