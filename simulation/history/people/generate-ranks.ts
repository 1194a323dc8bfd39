/**
 * Makes people of all ranks, in one account and beside it, who give and take each other's roles: operators,
 * an owner and a member of the first account, and an owner of another one.
 */
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall, Role } from '../people-call.js';
import type { PeopleFacts } from './people-steps.js';

const RANKS_CHANCE = 0.7;
const OUTGROWN_CHANCE = 0.05;
const ELSEWHERE_CHANCE = 0.6;
/** Names of steps, which no other step has. */
const FIRST_LINK = -91_001;
const FIRST_SESSION = -92_001;
const FIRST_NEW_LINK = -93_001;

interface Ranked {
  readonly name: string;
  readonly account: number;
  readonly role: Role;
  /** The step that stands for the session. */
  readonly session: number;
}

export function generateRanks(random: Random, { accounts, durationMs }: PeopleFacts): readonly NodeStep[] {
  if (!random.chance(RANKS_CHANCE)) return [];
  const from = random.between(0, durationMs / 2);
  const people = rankedPeople(accounts);
  const steps: NodeStep[] = people.flatMap(({ name, account, role, session }, n) => {
    const link = FIRST_LINK - n;
    const invite = { ...edgeStep(from + n, { op: 'invite', account, name, role }), id: link };
    const accept: PeopleCall = { op: 'accept', link, password: `Password of ${name}` };
    return [invite, { ...edgeStep(from + 300 + n * 40, accept), id: session }];
  });
  for (const account of new Set(people.map((one) => one.account)))
    steps.push(edgeStep(from + 1_200, { op: 'list_users', account }));
  let at = from + 1_500;
  if (accounts > 1 && random.fork('elsewhere').chance(ELSEWHERE_CHANCE)) {
    steps.push(...operatorElsewhere(random.fork('by whom'), people, at));
    at += 800;
  }
  for (let nth = random.between(8, 16); nth > 0; nth--) {
    steps.push(...deed(random, people, at, FIRST_NEW_LINK - nth));
    at += random.pick([0, 60, 200, 700]);
  }
  return steps;
}

function rankedPeople(accounts: number): readonly Ranked[] {
  const ranks = [
    ['chief', 0, 'operator'],
    ['second', 0, 'operator'],
    ['boss', 0, 'owner'],
    ['clerk', 0, 'member'],
    ['neighbour', accounts - 1, 'owner'],
  ] as const;
  return ranks.map(([name, account, role], n) => ({
    name: `${name}@people.test`,
    account,
    role,
    session: FIRST_SESSION - n,
  }));
}

/** An operator, or an operator's key, makes somebody of another account an operator, or tries to. */
function operatorElsewhere(random: Random, people: readonly Ranked[], at: number): readonly NodeStep[] {
  const [chief, neighbour] = [people[0], people.at(-1)];
  if (chief === undefined || neighbour === undefined) return [];
  const byWhom = () => (random.chance(0.5) ? { session: chief.session } : {});
  const { name, account } = neighbour;
  return [
    edgeStep(at, { op: 'invite', account, name: 'elsewhere@people.test', role: 'operator', ...byWhom() }),
    edgeStep(at + 200, { op: 'change_role', name, role: 'operator', ...byWhom() }),
    edgeStep(at + 400, { op: 'list_users', account }),
  ];
}

/** The member that the owner invites anew is an operator by the time the link is used. */
function outgrownLink(people: readonly Ranked[], at: number, link: number): readonly NodeStep[] {
  const owner = people.find(({ account, role }) => account === 0 && role === 'owner');
  const member = people.find(({ account, role }) => account === 0 && role === 'member');
  if (owner === undefined || member === undefined) return [];
  const { name } = member;
  const invite: PeopleCall = { op: 'invite', account: 0, name, role: 'member', session: owner.session };
  return [
    ...restoring(people, at),
    { ...edgeStep(at + 150, invite), id: link },
    edgeStep(at + 300, { op: 'change_role', name, role: 'operator' }),
    edgeStep(at + 450, { op: 'accept', link, password: `Password ${-link} of ${name}` }),
  ];
}

/** The ranks that they began with come back, or soon nobody is above another. */
function restoring(people: readonly Ranked[], at: number): readonly NodeStep[] {
  return people.map(({ name, role }) => edgeStep(at, { op: 'change_role', name, role }));
}

/** By one of them or the operator's key, to one of them. */
function deed(random: Random, people: readonly Ranked[], at: number, link: number): readonly NodeStep[] {
  if (random.fork(link).chance(OUTGROWN_CHANCE)) return outgrownLink(people, at, link);
  const { name, account } = random.pick(people);
  const byWhom = random.chance(0.8) ? { session: random.pick(people).session } : {};
  const role = random.pick(['member', 'owner', 'operator'] as const);
  const restored = random.chance(0.4) ? restoring(people, at) : [];
  const later = at + (restored.length > 0 ? 150 : 0);
  const act = random.weighted<() => readonly NodeStep[]>([
    [6, () => [edgeStep(later, { op: 'change_role', name, role, ...byWhom })]],
    [1, () => [edgeStep(later, { op: 'remove_user', name, ...byWhom })]],
    [
      2,
      () => {
        const invite: PeopleCall = { op: 'invite', account, name, role, ...byWhom };
        const accept: PeopleCall = { op: 'accept', link, password: `Password ${-link} of ${name}` };
        const rises: readonly NodeStep[] = random.chance(0.5)
          ? [
              edgeStep(later + 150, {
                op: 'change_role',
                name,
                role: random.pick(['owner', 'operator'] as const),
              }),
            ]
          : [];
        return [{ ...edgeStep(later, invite), id: link }, ...rises, edgeStep(later + 300, accept)];
      },
    ],
  ])();
  return [...restored, ...act];
}
