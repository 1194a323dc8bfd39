/**
 * Makes somebody with as many sessions as a person may have, the first of which is mostly used once more
 * before the next begins: that ends the one that was used longest ago.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import type { PeopleFacts } from './people-steps.js';

const MANY_CHANCE = 0.25;
/** Names of steps that no other step has: the invitation, then each session. */
const [INVITED, FIRST_SESSION] = [-153_000, -153_001];
const NAME = 'many-sessions@people.test';
const PASSWORD = 'Password everywhere';
const SESSIONS_MAX = 50;
/** Networks of their own, none of which asks too often. */
const [FIRST_CLIENT, CLIENTS] = [60, 10];
/** A hash takes 20 ms, one after the other. */
const APART_MS = 60;
/** A use is noted if the last note is older than ten minutes. */
const NOTED_AFTER_MS = 11 * 60_000;

export function generateManySessions(
  random: Random,
  { accounts, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(MANY_CHANCE)) return [];
  let at = random.between(0, durationMs);
  const steps: NodeStep[] = [];
  const send = (call: PeopleCall, id = 0) => {
    const client = FIRST_CLIENT + (steps.length % CLIENTS);
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client });
  };
  const signIn = (nth: number) => {
    send({ op: 'sign_in', name: NAME, password: PASSWORD }, FIRST_SESSION - nth);
    at += APART_MS;
  };
  const look = (session: number) => send({ op: 'read_page', session, page: 'sessions' });
  send({ op: 'invite', account: random.below(accounts), name: NAME, role: 'owner' }, INVITED);
  at += 500;
  send({ op: 'accept', link: INVITED, password: PASSWORD }, FIRST_SESSION);
  at += 500;
  const before = SESSIONS_MAX - random.between(1, 2);
  for (let nth = 1; nth <= before; nth++) signIn(nth);
  at += NOTED_AFTER_MS;
  if (random.chance(0.8)) look(FIRST_SESSION);
  at += 1_000;
  const last = before + random.between(1, 5);
  for (let nth = before + 1; nth <= last; nth++) signIn(nth);
  at += 500;
  for (const nth of [0, 1, before, before + 1]) look(FIRST_SESSION - nth);
  return steps;
}
