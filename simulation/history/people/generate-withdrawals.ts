/** Makes invitations that are withdrawn, some while somebody accepts them, and lists of the open ones. */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import type { PeopleFacts } from './people-steps.js';

const WITHDRAWALS_CHANCE = 0.6;
/** No other steps of people have numbers as these. */
const FIRST_STEP = -130_000;
/** Somebody who withdraws at a page, as an owner or a member. */
const [INVITED, JOINED] = [-130_100, -130_101];
const PAGES_CHANCE = 0.8;
/** A network of its own. */
const CLIENT = 54;
const INVITATION_HOURS = 72;
const HOUR_MS = 3_600_000;

export function generateWithdrawals(
  random: Random,
  { accounts, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(WITHDRAWALS_CHANCE)) return [];
  const account = random.below(accounts);
  const from = random.between(0, durationMs);
  const steps: NodeStep[] = [];
  const send = (afterMs: number, call: PeopleCall, id = 0) =>
    steps.push({ id, at: from + afterMs, do: 'request', call, bodyAfterMs: 0, client: CLIENT });
  const invited = Array.from({ length: random.between(2, 4) }, (_, n) => FIRST_STEP - n);
  const isAtPages = random.fork('at pages').chance(PAGES_CHANCE);
  const pages = random.fork('pages');
  if (isAtPages) {
    const role = pages.pick(['owner', 'member'] as const);
    send(0, { op: 'invite', account, name: 'withdraws@people.test', role }, INVITED);
    send(200, { op: 'accept', link: INVITED, password: 'Password withdraws' }, JOINED);
  }
  const withdraws = (link: number): PeopleCall => ({
    op: 'withdraw',
    link,
    ...(isAtPages && pages.chance(0.8) && { session: JOINED }),
  });
  for (const [n, id] of invited.entries()) {
    const role = random.pick(['member', 'owner'] as const);
    send(n * 40, { op: 'invite', account, name: `maybe${n}@people.test`, role }, id);
  }
  let at = 500;
  for (const [n, link] of invited.entries()) {
    const gapMs = random.pick([-30, 0, 30, 400]);
    const accept = { op: 'accept', link, password: `Password of maybe ${n}` } as const;
    if (random.chance(0.7)) send(at, withdraws(link));
    if (random.chance(0.6)) send(Math.max(at + gapMs, 0), accept);
    if (random.chance(0.3)) send(at + 450, withdraws(link));
    send(at + 500, { op: 'look_at_link', link });
    send(at + random.between(0, 520), { op: 'list_invitations', account });
    at += 600;
  }
  send(at, { op: 'list_invitations', account });
  if (random.chance(0.2)) send(INVITATION_HOURS * HOUR_MS + 10_000, { op: 'list_invitations', account });
  return steps;
}
