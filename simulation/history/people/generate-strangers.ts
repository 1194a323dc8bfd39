/** Makes strangers who sign up: more of one network than it may have, and then some of another. */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';

const STRANGERS_CHANCE = 0.5;
const OF_A_NETWORK = 10;
/** Networks of their own. */
const [CROWDED, OTHER] = [52, 53] as const;
const EVERY_MS = 60;

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
  const ofCrowd = Array.from({ length: crowd }, () => CROWDED);
  const clients = [...ofCrowd, ...Array.from({ length: random.between(1, 5) }, () => OTHER)];
  return [
    { id: 0, at: from, do: 'reload', isMistaken: false, options: { signUpsPerDayMax: max } },
    ...clients.map((client, n): NodeStep => {
      const password = hasMail ? {} : { password: `Password of stranger ${n}` };
      const call = { op: 'sign_up', name: `stranger${n}@people.test`, ...password } as const;
      return { id: 0, at: from + (n + 1) * EVERY_MS, do: 'request', call, bodyAfterMs: 0, client };
    }),
  ];
}
