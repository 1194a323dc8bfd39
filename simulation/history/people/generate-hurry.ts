/**
 * Makes somebody who signs in while a new password takes the place of the one that was typed: by another
 * invitation, whose link is mostly tried once more, or on the page.
 */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import { type PeopleFacts, stepsFrom } from './people-steps.js';

const HURRY_CHANCE = 0.4;
/** No other steps of people have these names. */
const [INVITED, JOINED, INVITED_AGAIN, SET, SIGNED_IN] = [-120_001, -120_002, -120_003, -120_004, -120_005];
const NAME = 'hurried@people.test';
const [OLD, NEXT, LATEST] = ['Password in a hurry', 'Password at leisure', 'Password of a finder'];
/** A network of its own. */
const CLIENT = 51;
const JOIN_MS = 500;

export function generateHurry(random: Random, { accounts, durationMs }: PeopleFacts): readonly NodeStep[] {
  if (!random.chance(HURRY_CHANCE)) return [];
  const account = random.below(accounts);
  const from = random.between(0, durationMs);
  const step = stepsFrom(from, CLIENT);
  const invitation: PeopleCall = { op: 'invite', account, name: NAME, role: 'owner' };
  const set: PeopleCall = random.chance(0.6)
    ? { op: 'accept', link: INVITED_AGAIN, password: NEXT }
    : { op: 'change_password', session: JOINED, password: OLD, next: NEXT };
  // A hash takes 20 ms, one after the other.
  const setMs = 3 * JOIN_MS + random.between(0, 60);
  const hurriedMs = 3 * JOIN_MS + random.between(0, 60);
  return [
    step(0, invitation, INVITED),
    step(JOIN_MS, { op: 'accept', link: INVITED, password: OLD }, JOINED),
    step(2 * JOIN_MS, invitation, INVITED_AGAIN),
    step(setMs, set, SET),
    step(hurriedMs, { op: 'sign_in', name: NAME, password: OLD }, SIGNED_IN),
    step(4 * JOIN_MS, { op: 'read_page', session: SIGNED_IN, page: 'sessions' }),
    ...(random.fork('again').chance(0.7)
      ? [step(5 * JOIN_MS, { op: 'accept', link: INVITED_AGAIN, password: LATEST })]
      : []),
  ];
}
