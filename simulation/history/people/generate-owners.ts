/**
 * Makes an account lose everybody with an owner's rights, one after the other, until there is but the last:
 * operators and owners are removed or made members, by an operator's key and by each other.
 */
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall, Role } from '../people-call.js';

const OWNERS_CHANCE = 0.25;
const ACCOUNT = 0;
/** Names of steps, which no other step has. */
const FIRST_LINK = -150_001;
const FIRST_SESSION = -151_001;
const REST_MS = 5_000;
const JOINED_MS = 1_000;

/** @param before what people do before: somebody else may be in the account, but nobody joins any more */
export function generateOwners(random: Random, before: readonly NodeStep[]): readonly NodeStep[] {
  if (!random.chance(OWNERS_CHANCE)) return [];
  const others = new Set(before.flatMap(invitedBy));
  const from = Math.max(...before.map(({ at }) => at)) + REST_MS;
  const roles: readonly Role[] = ['operator', 'owner', random.pick(['operator', 'owner'] as const)];
  const own = roles.map((role, n) => {
    return { name: `heir${n}@people.test`, role, link: FIRST_LINK - n, session: FIRST_SESSION - n };
  });
  const joins = own.flatMap(({ name, role, link, session }, n): readonly NodeStep[] => {
    const invite: PeopleCall = { op: 'invite', account: ACCOUNT, name, role };
    const accept: PeopleCall = { op: 'accept', link, password: `Password of ${name}` };
    return [
      { ...edgeStep(from + n, invite), id: link },
      { ...edgeStep(from + 300 + 50 * n, accept), id: session },
    ];
  });
  let at = from + JOINED_MS + 200;
  const lose = (name: string, isByHeir: boolean): NodeStep => {
    at += random.pick([0, 100, 100]);
    const byWhom = isByHeir ? { session: random.pick(own).session } : {};
    return edgeStep(
      at,
      random.chance(0.5)
        ? { op: 'remove_user', name, ...byWhom }
        : { op: 'change_role', name, role: 'member', ...byWhom },
    );
  };
  const last = random.below(own.length);
  const names = [...own.slice(last + 1), ...own.slice(0, last + 1)].map(({ name }) => name);
  const [raised = ''] = names;
  return [
    ...joins,
    edgeStep(from + JOINED_MS, { op: 'list_users', account: ACCOUNT }),
    ...[...others].map((name) => lose(name, false)),
    ...names.map((name) => lose(name, random.chance(0.4))),
    ...names.map((name) => lose(name, false)),
    // Another one takes the place of the last.
    edgeStep(at + 200, {
      op: 'change_role',
      name: raised,
      role: random.pick(['owner', 'operator'] as const),
    }),
    ...names
      .toReversed()
      .map((name, n) => edgeStep(at + 300 + 100 * n, { op: 'change_role', name, role: 'member' })),
  ];
}

/** The name that a step invites into the account. */
function invitedBy(step: NodeStep): readonly string[] {
  const call = step.do === 'request' ? step.call : undefined;
  return call?.op === 'invite' && call.account === ACCOUNT ? [call.name] : [];
}
