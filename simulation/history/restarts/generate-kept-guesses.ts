/**
 * Makes guesses at passwords that nearly fill one of their windows, an end of the process, and guesses behind
 * it that fill the window: from one network at many names, at one name from many networks, or in a browser
 * that is known to have signed in as the name.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import type { WindowFacts } from './generate-kept-windows.js';
import { endAndStart, NOTED_AFTER_MS } from './restart-steps.js';

const GUESSES_CHANCE = 0.4;
/** No other steps of people have this name, or come from these networks. */
const GRACE = { name: 'browser@people.test', invited: -100_011, accepted: -100_012 };
const FIRST_CLIENT = 60;
/** Of each window: how many fill it, and how many guesses are made before the end at least. */
const KINDS = {
  network: { limit: 30, before: 24 },
  name: { limit: 100, before: 95 },
  browser: { limit: 10, before: 5 },
} as const;
const AFTER = 9;
/** As few as no window by name and network is full with. */
const BY_NAME_AND_NETWORK = 9;
const MINUTE_MS = 60_000;

export function generateKeptGuesses(
  random: Random,
  { faults, hasPeople, accounts, durationMs }: WindowFacts,
): readonly NodeStep[] {
  if (!hasPeople || !random.chance(GUESSES_CHANCE)) return [];
  const kind = random.weighted<keyof typeof KINDS>([
    [3, 'network'],
    [1, 'name'],
    [2, 'browser'],
  ]);
  const { limit, before } = KINDS[kind];
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  let guessed = 0;
  const send = (call: PeopleCall, id = 0, client = FIRST_CLIENT): void => {
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client });
  };
  const guess = (count: number): void => {
    for (let left = count; left > 0; left--) {
      const nth = Math.floor(guessed / BY_NAME_AND_NETWORK);
      const name = kind === 'browser' ? GRACE.name : `tried${kind === 'name' ? '' : nth}@people.test`;
      const device = kind === 'browser' ? { device: GRACE.accepted } : {};
      const client = FIRST_CLIENT + (kind === 'name' ? nth : 0);
      send({ op: 'sign_in', name, password: 'a wrong password', ...device }, 0, client);
      guessed += 1;
      at += random.pick([0, 25, 40]);
    }
  };
  if (kind === 'browser') {
    send({ op: 'invite', account: random.below(accounts), name: GRACE.name, role: 'owner' }, GRACE.invited);
    at += 400;
    send({ op: 'accept', link: GRACE.invited, password: 'Password of the browser' }, GRACE.accepted);
    at += 400;
  }
  const beganAt = at;
  guess(random.between(before, limit));
  at += random.pick([NOTED_AFTER_MS, NOTED_AFTER_MS, 200, 10_000]);
  steps.push(endAndStart(random, faults, at));
  at += random.between(4_000, 9_000);
  guess(AFTER);
  // The first of them leave the window.
  at = beganAt + MINUTE_MS + random.pick([-1, 0, 1, 500]);
  guess(AFTER);
  return steps;
}
