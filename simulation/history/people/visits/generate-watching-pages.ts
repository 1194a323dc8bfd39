/**
 * Makes pages that watch an account or the node, while its person signs out, is removed or has another role;
 * of some accounts more than there are places.
 */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import { type PeopleCall, ROLES } from '../../people-call.js';
import { type PeopleFacts, stepsFrom } from '../people-steps.js';

const WATCHING_CHANCE = 0.5;
/** No other steps have these names. */
const [INVITED, JOINED, SIGNED_IN] = [-166_000, -166_001, -166_002];
const NAME = 'watches@people.test';
const PASSWORD = 'Password of one who watches';
/** A network of its own. */
const CLIENT = 80;
const JOIN_MS = 500;
const DEMOTED_CHANCE = 0.2;
/** Watched by operators alone. */
const OF_NODE = { op: 'watch_page', session: JOINED, isOfNode: true } as const;
const CROWD_CHANCE = 0.3;
/** Two more than may watch an account. */
const CROWD = 10;
const LEAVES_MS = [0, 600, 2_400, 5_000, undefined];

export function generateWatchingPages(
  random: Random,
  { accounts, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  const demoted = random.fork('demoted');
  if (demoted.chance(DEMOTED_CHANCE)) return demotedOperator(demoted.between(0, durationMs), demoted);
  if (!random.chance(WATCHING_CHANCE)) return [];
  const account = random.below(accounts);
  const from = random.between(0, durationMs);
  const role = random.pick(account === 0 ? [...ROLES, 'operator' as const] : (['member', 'owner'] as const));
  const step = stepsFrom(from, CLIENT);
  const isCrowd = random.chance(CROWD_CHANCE);
  const watch = (afterMs: number): NodeStep => {
    const leavesAfterMs = isCrowd ? random.pick([400, 6_000, 6_000]) : random.pick(LEAVES_MS);
    const session = random.pick([JOINED, JOINED, SIGNED_IN]);
    return step(afterMs, {
      ...({ op: 'watch_page', session } as const),
      ...(!isCrowd && random.chance(role === 'operator' ? 0.7 : 0.3) && { isOfNode: true }),
      ...(leavesAfterMs !== undefined && { leavesAfterMs }),
    });
  };
  const ending = random.weighted<PeopleCall | undefined>([
    [3, { op: 'sign_out', session: JOINED }],
    [1, { op: 'sign_out', session: JOINED, isEverywhere: true }],
    [2, { op: 'remove_user', name: NAME }],
    [
      role === 'operator' ? 5 : 2,
      { op: 'change_role', name: NAME, role: random.pick(['member', 'owner'] as const) },
    ],
    [1, undefined],
  ]);
  const watches = Array.from({ length: isCrowd ? CROWD : random.between(1, 4) }, (_, n) =>
    watch(3 * JOIN_MS + (isCrowd ? n * 20 : random.between(0, 3_000))),
  );
  return [
    step(0, { op: 'invite', account, name: NAME, role }, INVITED),
    step(JOIN_MS, { op: 'accept', link: INVITED, password: PASSWORD }, JOINED),
    step(2 * JOIN_MS, { op: 'sign_in', name: NAME, password: PASSWORD }, SIGNED_IN),
    ...watches,
    ...(isCrowd ? [watch(3_000), watch(10_000)] : []),
    ...(ending === undefined ? [] : [step(6_000, ending), watch(6_500)]),
  ];
}

/** Of an operator who watches the node, and is one no more. */
function demotedOperator(from: number, random: Random): readonly NodeStep[] {
  const step = stepsFrom(from, CLIENT);
  const role = random.pick(['member', 'owner'] as const);
  return [
    step(0, { op: 'invite', account: 0, name: NAME, role: 'operator' }, INVITED),
    step(JOIN_MS, { op: 'accept', link: INVITED, password: PASSWORD }, JOINED),
    step(2 * JOIN_MS, OF_NODE),
    step(3_000 + random.between(0, 1_000), { op: 'change_role', name: NAME, role }),
    step(4_500, OF_NODE),
  ];
}
