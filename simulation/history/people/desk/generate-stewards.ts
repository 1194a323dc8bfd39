/** Makes scripts with the management keys of accounts: they handle the people of theirs, and of others. */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall } from '../../people-call.js';
import type { PeopleFacts } from '../people-steps.js';
import { DeskSteps } from './desk-steps.js';

const STEWARDS_CHANCE = 0.7;
const PASSWORD = 'Password of a script';
const LIMITS = [1, 3, 20, 100];

/** @param facts accounts after the first have a management key of their own */
export function generateStewards(
  random: Random,
  { accounts, keys, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  const desk = new DeskSteps(random.between(0, durationMs), 2);
  for (let left = random.between(1, 3); left > 0; left--) {
    desk.send({ op: 'read_audit', account: random.below(accounts), limit: random.pick(LIMITS) });
    desk.at += random.between(0, 5_000);
  }
  if (accounts < 2 || !random.chance(STEWARDS_CHANCE)) return desk.steps;
  const as = random.between(1, accounts - 1);
  const send = (call: PeopleCall) => desk.send(call, undefined, as);
  const links = [as, 0].map((account) => {
    const name = `steward${account}@people.test`;
    const { link } = desk.join(account, name, 'member', PASSWORD);
    desk.send({ op: 'list_users', account });
    desk.at += 200;
    return { account, name, link };
  });
  for (let left = random.between(6, 14); left > 0; left--) {
    const { account, name, link } = random.pick(links);
    const role = random.pick(['member', 'owner', 'operator'] as const);
    const granted = keys.map((_, key) => key).filter((key) => keys[key]?.account === account);
    send(
      random.weighted<PeopleCall>([
        [2, { op: 'invite', account, name: `script${left}of${account}@people.test`, role }],
        [1, { op: 'list_users', account }],
        [1, { op: 'list_invitations', account }],
        [2, { op: 'read_audit', account, limit: random.pick(LIMITS) }],
        [2, { op: 'change_role', name, role }],
        [1, { op: 'grant', name, keys: granted.filter(() => random.chance(0.5)) }],
        [0.5, { op: 'remove_user', name }],
        [0.5, { op: 'withdraw', link }],
      ]),
    );
    desk.at += random.pick([0, 40, 300]);
  }
  const late = desk.send({ op: 'invite', account: 0, name: 'foreign@people.test', role: 'member' });
  desk.at += 300;
  send({ op: 'withdraw', link: late });
  desk.at += 300;
  desk.send({ op: 'look_at_link', link: late });
  return desk.steps;
}
