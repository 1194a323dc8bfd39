/**
 * Makes guesses at passwords that nearly fill one of their windows, an end of the process, and guesses behind
 * it that fill the window: from one network at many names, at one name from many networks, or in a browser
 * that is known to have signed in as the name. Links for forgotten passwords are asked for in the same way.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import type { WindowFacts } from './generate-kept-windows.js';
import { endAndStart, NOTED_AFTER_MS } from './restart-steps.js';

const GUESSES_CHANCE = 0.4;
const FORGOTTEN_CHANCE = 0.3;
/** No other steps of people have this name, or come from these networks. */
const GRACE = { name: 'browser@people.test', invited: -100_011, accepted: -100_012 };
const FIRST_CLIENT = 60;
const FIRST_FORGETFUL = 80;
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

type Kind = keyof typeof KINDS;

export function generateKeptGuesses(random: Random, facts: WindowFacts): readonly NodeStep[] {
  if (facts.people === undefined || !random.chance(GUESSES_CHANCE)) return [];
  const kind = random.weighted<Kind>([
    [3, 'network'],
    [2, 'name'],
    [3, 'browser'],
  ]);
  return aroundAnEnd(random, facts, kind, FIRST_CLIENT, (name) => {
    const device = kind === 'browser' ? { device: GRACE.accepted } : {};
    return { op: 'sign_in', name, password: 'a wrong password', ...device };
  });
}

/** Of names that are nobody's: no mails go out. */
export function generateKeptForgotten(random: Random, facts: WindowFacts): readonly NodeStep[] {
  if (facts.people?.hasMail !== true || !random.chance(FORGOTTEN_CHANCE)) return [];
  const kind = random.pick(['network', 'network', 'name'] as const);
  return aroundAnEnd(random, facts, kind, FIRST_FORGETFUL, (name) => ({ op: 'forgot', name }));
}

/** @param ask one of those that fill the window */
function aroundAnEnd(
  random: Random,
  { faults, accounts, durationMs }: WindowFacts,
  kind: Kind,
  firstClient: number,
  ask: (name: string) => PeopleCall,
): readonly NodeStep[] {
  const { limit, before } = KINDS[kind];
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  let guessed = 0;
  const send = (call: PeopleCall, id = 0, client = firstClient): void => {
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client });
  };
  const guess = (count: number): void => {
    for (let left = count; left > 0; left--) {
      const nth = Math.floor(guessed / BY_NAME_AND_NETWORK);
      const name = kind === 'browser' ? GRACE.name : `tried${kind === 'name' ? '' : nth}@people.test`;
      send(ask(name), 0, firstClient + (kind === 'name' ? nth : 0));
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
