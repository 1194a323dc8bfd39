/**
 * Makes strangers who sign up: more of one network than it may have, and then some of another; and some while
 * the wall clock stands in the future, by days or by hours, and once it has been put right. A node that
 * lets nobody in does so for a while. Others open the mailed link about as late as they may.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep, ReloadStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';

/** By whether the node lets strangers in from the first. */
const CHANCES = { open: 0.9, closed: 0.25 } as const;
const OF_A_NETWORK = 10;
/** Networks of their own. */
const [CROWDED, OTHER, PATIENT] = [52, 53, 54] as const;
const EVERY_MS = 60;
const FAR_CHANCE = 0.5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Numbers of those who come when the clock is right. */
const LATE = 100;
/** And once nobody is let in any more. */
const LATEST = 200;
/** A link works for 72 h. */
const NIGHT_CHANCES = { open: 0.6, closed: 0.15 } as const;
const NIGHTS_MS = [71.5 * HOUR_MS, 72.2 * HOUR_MS];
const AFTER_NIGHT_MS = 12_000;

interface StrangersFacts {
  readonly hasMail: boolean;
  readonly isOpen: boolean;
  readonly durationMs: number;
}

export function generateStrangers(random: Random, facts: StrangersFacts): readonly NodeStep[] {
  return [...crowd(random, facts), ...patient(random.fork('patient'), facts)];
}

function patient(random: Random, { hasMail, isOpen, durationMs }: StrangersFacts): readonly NodeStep[] {
  if (!hasMail || !random.chance(isOpen ? NIGHT_CHANCES.open : NIGHT_CHANCES.closed)) return [];
  const from = durationMs + random.between(0, 20_000);
  const ms = random.pick(NIGHTS_MS);
  const step = (at: number, call: PeopleCall): NodeStep => {
    return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: PATIENT };
  };
  const name = 'patient@people.test';
  const password = 'Password of the patient';
  const mail = { to: name, kind: 'sign_up', nth: 0 } as const;
  return [
    reload(from, { signUpsPerDayMax: 200, ...(!isOpen && { signUp: 'open' }) }),
    step(from + 200, { op: 'sign_up', name }),
    { id: 0, at: from + 3_000, do: 'restart', downMs: ms },
    step(from + 3_000 + ms + AFTER_NIGHT_MS, { op: 'accept', mail, password }),
    step(from + 3_500 + ms + AFTER_NIGHT_MS, { op: 'sign_in', name, password }),
  ];
}

function crowd(random: Random, { hasMail, isOpen, durationMs }: StrangersFacts): readonly NodeStep[] {
  if (!random.chance(isOpen ? CHANCES.open : CHANCES.closed)) return [];
  const from = random.between(0, durationMs);
  const max = OF_A_NETWORK + random.between(1, 4);
  const many = OF_A_NETWORK + random.between(1, 6);
  const far = random.fork('far');
  const lead = far.chance(FAR_CHANCE) ? far.pick([DAY_MS, 3 * DAY_MS]) : far.pick([HOUR_MS, 13 * HOUR_MS]);
  const ofCrowd = Array.from({ length: many }, () => CROWDED);
  const clients = [...ofCrowd, ...Array.from({ length: random.between(1, 5) }, () => OTHER)];
  const rightAt = from + (clients.length + 2) * EVERY_MS;
  const signUp = (client: number, n: number, at: number): NodeStep => {
    const password = hasMail ? {} : { password: `Password of stranger ${n}` };
    const call = { op: 'sign_up', name: `stranger${n}@people.test`, ...password } as const;
    return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client };
  };
  const late = [OTHER, CROWDED, CROWDED].map((client, n) => signUp(client, LATE + n, rightAt + EVERY_MS));
  const closed = rightAt + 5 * EVERY_MS;
  return [
    reload(from, { signUpsPerDayMax: max, ...(!isOpen && { signUp: 'open' }) }),
    wallStep(from, lead),
    wallStep(rightAt, -lead),
    ...clients.map((client, n) => signUp(client, n, from + (n + 1) * EVERY_MS)),
    ...late,
    ...(isOpen ? [] : [reload(closed, { signUp: 'closed' }), signUp(OTHER, LATEST, closed + 2 * EVERY_MS)]),
  ];
}

function reload(at: number, options: NonNullable<ReloadStep['options']>): NodeStep {
  return { id: 0, at, do: 'reload', isMistaken: false, options };
}

function wallStep(at: number, ms: number): NodeStep {
  return { id: 0, at, do: 'step_wall', ms };
}
