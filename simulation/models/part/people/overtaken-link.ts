/** A user is given a link, something happens to the user, and only then is the link used. */
import type { Random } from '../../../world/random.js';
import { ACCOUNTS, NAMES, OPERATORS, SOUND_PASSWORDS } from './known-people.js';
import type { PeopleAct } from './people-acts.js';

const BY = { role: 'operator', account: OPERATORS } as const;
const FROM = { network: 0, agent: 'a browser' };
const IN_USE = { everyMs: 0, times: 1 };

export function overtakenLink(random: Random): readonly PeopleAct[] {
  const whom = { who: random.below(NAMES.length), spelling: 0 };
  const account = random.pick(ACCOUNTS);
  const invited = (signsIn: boolean): PeopleAct => {
    return { do: 'invite', ...whom, by: BY, account, role: 'member', language: 'en', signsIn };
  };
  const accepted = (nth: number): PeopleAct => {
    return { do: 'accept', nth, password: random.below(SOUND_PASSWORDS), from: FROM };
  };
  const changed = (what: 'change_role' | 'remove'): PeopleAct => {
    return { do: what, by: BY, who: whom.who, role: 'owner', keys: [] };
  };
  const signedIn: PeopleAct = { do: 'sign_in', ...whom, from: FROM, ...IN_USE };
  const joined = [invited(false), accepted(0)];
  const given = random.pick<PeopleAct>([
    { do: 'forgot', ...whom, from: FROM, language: 'en', times: 1 },
    { do: 'forgot', ...whom, from: FROM, language: 'en', times: 1 },
    invited(false),
    invited(true),
  ]);
  // After another link the first one is the latest but one.
  const [overtaken, nth] = random.pick<readonly [readonly PeopleAct[], number]>([
    [[changed('remove')], 0],
    [[changed('remove'), ...joined], 1],
    [[changed('change_role')], 0],
    [joined, 1],
    [[signedIn, { do: 'change_password', nth: 0, password: 0, from: FROM }], 0],
    [[signedIn, { do: 'sign_out_everywhere', nth: 0 }], 0],
    [[{ do: 'restart' }], 0],
  ]);
  return [...joined, given, ...overtaken, accepted(nth), { do: 'use_link', nth, from: FROM }];
}
