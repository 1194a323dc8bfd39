/** Makes requests with altered secrets, secrets in the place of others, and forms of other sites. */
import type { Random } from '../../../world/random.js';
import { FORGERIES } from '../../forms/forged-call.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleFacts } from '../people-steps.js';
import { DeskSteps } from './desk-steps.js';

const FORGERIES_CHANCE = 0.5;
const [NAME, LATE, STRANGER] = [
  'forged@people.test',
  'late@people.test',
  'forged-stranger@people.test',
] as const;
const PASSWORD = 'Password of the forged';
const [FORGED, LINK_PARTS] = [12, 3];

interface ForgeryFacts extends PeopleFacts {
  readonly hasMail: boolean;
  readonly maySignUp: boolean;
}

export function generateForgeries(
  random: Random,
  { accounts, durationMs, hasMail, maySignUp }: ForgeryFacts,
): readonly NodeStep[] {
  if (!random.chance(FORGERIES_CHANCE)) return [];
  const desk = new DeskSteps(random.between(0, durationMs), 1);
  const account = random.below(accounts);
  const { session } = desk.join(account, NAME, 'owner', PASSWORD);
  const link = desk.send({ op: 'invite', account, name: LATE, role: 'member' });
  desk.at += 300;
  for (let left = FORGED; left > 0; left--) {
    desk.send({ op: 'forged', how: random.pick(FORGERIES), session, link });
    desk.at += random.pick([0, 5, 60]);
  }
  desk.at += 200;
  desk.send({ op: 'read_page', session, page: 'sessions' });
  desk.send({ op: 'accept', link, password: PASSWORD });
  if (!hasMail || !maySignUp) return desk.steps;
  desk.send({ op: 'sign_up', name: STRANGER });
  desk.at += 20_000;
  const mail = { to: STRANGER, kind: 'sign_up', nth: 0 } as const;
  for (let part = 0; part < LINK_PARTS; part++) desk.send({ op: 'forged', how: 'altered_link', mail, part });
  desk.at += 300;
  desk.send({ op: 'accept', mail, password: PASSWORD });
  return desk.steps;
}
