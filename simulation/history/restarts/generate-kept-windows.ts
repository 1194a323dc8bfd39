/**
 * Makes windows that are filled before a restart and after it: those of guessed passwords, and that of an
 * account's messages in the web chat, sent by one person or two, under several sessions and for several keys.
 *
 * No message asks for a model that there is: its window is asked before everything else.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { NodeStep, PeopleSetup } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import { endAndStart, NOTED_AFTER_MS } from './restart-steps.js';

const WINDOWS_CHANCE = 0.4;
/** No other steps of people have these names. */
const ADA = { name: 'chat@people.test', invited: -100_001, accepted: -100_002 };
const BOB = { name: 'talk@people.test', invited: -100_003, accepted: -100_004 };
const SIGNED_IN = -100_005;
const PASSWORD = 'Password of the chat';
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
  /** Absent if there are none. */
  readonly people: PeopleSetup | undefined;
  readonly accounts: number;
  readonly keys: number;
  readonly durationMs: number;
}

export function generateKeptWindows(
  random: Random,
  { faults, people: setup, accounts, keys, durationMs }: WindowFacts,
): readonly NodeStep[] {
  if (setup === undefined || !random.chance(WINDOWS_CHANCE)) return [];
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  const send = (call: PeopleCall, id = 0): void => {
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client: CLIENT });
  };
  const sendMany = (count: number, next: () => PeopleCall): void => {
    for (let left = count; left > 0; left--) {
      send(next());
      at += random.pick([0, 0, 7, 40]);
    }
  };
  const guess = (): PeopleCall => ({ op: 'sign_in', name: GUESSED, password: 'a wrong password' });
  const account = random.below(accounts);
  const senders = random.fork('senders');
  const isAlone = senders.chance(0.3);
  const people = isAlone ? [ADA] : [ADA, BOB];
  for (const { name, invited } of people) {
    const role = name === ADA.name || senders.chance(0.5) ? 'owner' : 'member';
    send({ op: 'invite', account, name, role }, invited);
  }
  at += 400;
  for (const { invited, accepted } of people)
    send({ op: 'accept', link: invited, password: PASSWORD }, accepted);
  at += 400;
  const granted = random.fork('granted');
  if (!isAlone && granted.chance(0.7)) {
    send({ op: 'list_users', account });
    at += 100;
    const grants = Array.from({ length: granted.between(0, 2) }, () => granted.below(keys));
    send({ op: 'grant', name: BOB.name, keys: [...new Set(grants)] });
  }
  if (!isAlone) send({ op: 'sign_in', name: ADA.name, password: PASSWORD }, SIGNED_IN);
  at += 400;
  const sessions = [...people.map(({ accepted }) => accepted), ...(isAlone ? [] : [SIGNED_IN])];
  const message = (): PeopleCall => ({
    op: 'chat_message',
    session: senders.pick(sessions),
    ...(senders.chance(0.5) && { key: senders.below(keys) }),
  });
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
