/**
 * Makes windows that are filled before a restart and after it: those of guessed passwords, and that of an
 * account's messages in the web chat.
 *
 * No message asks for a model that there is: its window is asked before everything else.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import { endAndStart, NOTED_AFTER_MS } from './restart-steps.js';

const WINDOWS_CHANCE = 0.4;
/** No other steps of people have these names. */
const INVITED = -100_001;
const ACCEPTED = -100_002;
const NAME = 'chat@people.test';
/** Nobody's. */
const GUESSED = 'guessed@people.test';
/** A network of its own. */
const CLIENT = 50;
const MESSAGES_BEFORE = 24;
const MESSAGES_AFTER = 8;
const GUESSES = 7;
const MINUTE_MS = 60_000;

export interface WindowFacts {
  readonly faults: FaultLevel;
  /** Whether there are people at all. */
  readonly hasPeople: boolean;
  readonly accounts: number;
  readonly durationMs: number;
}

export function generateKeptWindows(
  random: Random,
  { faults, hasPeople, accounts, durationMs }: WindowFacts,
): readonly NodeStep[] {
  if (!hasPeople || !random.chance(WINDOWS_CHANCE)) return [];
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  const send = (call: PeopleCall, id = 0): void => {
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client: CLIENT });
  };
  const sendMany = (count: number, call: PeopleCall): void => {
    for (let left = count; left > 0; left--) {
      send(call);
      at += random.pick([0, 0, 7, 40]);
    }
  };
  const message: PeopleCall = { op: 'chat_message', session: ACCEPTED };
  const guess: PeopleCall = { op: 'sign_in', name: GUESSED, password: 'a wrong password' };
  send({ op: 'invite', account: random.below(accounts), name: NAME, role: 'owner' }, INVITED);
  at += 400;
  send({ op: 'accept', link: INVITED, password: 'Password of the chat' }, ACCEPTED);
  at += 400;
  const beganAt = at;
  const isOver = random.chance(0.2);
  sendMany(MESSAGES_BEFORE + (isOver ? MESSAGES_AFTER : 0), message);
  sendMany(GUESSES, guess);
  at += random.pick([NOTED_AFTER_MS, NOTED_AFTER_MS, 200, 10_000]);
  steps.push(endAndStart(random, faults, at));
  at += random.between(4_000, 9_000);
  sendMany(MESSAGES_AFTER, message);
  sendMany(GUESSES, guess);
  // The first of them leave the window.
  at = beganAt + MINUTE_MS + random.pick([-1, 0, 1, 500]);
  sendMany(MESSAGES_AFTER, message);
  return steps;
}
