/** People, sessions and invitations as they are drawn, and their records. */
import { createHash } from 'node:crypto';
import type { Random } from '../../../world/random.js';
import { idOf } from './orders/drawn-orders.js';
import { nameOfUser, type PageDesk } from './page-desk.js';
import { HOMES, ROLES, type Role } from './viewers.js';

export interface DrawnSession {
  /** Since it was made, and since it was used. */
  readonly ageMs: number;
  readonly idleMs: number;
}

export interface DrawnPerson {
  readonly account: string;
  readonly role: Role;
  readonly grants: readonly number[];
  readonly sessions: readonly DrawnSession[];
}

export interface DrawnInvitation {
  readonly account: string;
  readonly role: Role;
  readonly leftMs: number;
  readonly kind: 'plain' | 'signs_in' | 'resets';
}

interface Placed {
  readonly number: number;
  readonly createdAt: number;
}

export interface PlacedPerson extends DrawnPerson, Placed {
  readonly sessionsAt: readonly {
    readonly madeAt: number;
    readonly seenAt: number;
    readonly second: number;
  }[];
}

export interface PlacedInvitation extends DrawnInvitation, Placed {
  readonly id: string;
  readonly expiresAt: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [IDLE_MS, LIFE_MS] = [12 * HOUR_MS, 30 * DAY_MS];

export function drawPerson(random: Random): DrawnPerson {
  const account = random.pick([HOMES[0], HOMES[0], HOMES[0], ...HOMES]);
  const role = account === HOMES[2] ? random.pick(ROLES) : random.pick(ROLES.slice(0, 2));
  return {
    account,
    role,
    grants: role === 'member' ? random.pick([[], [0], [5, 1], [3, 0]]) : [],
    sessions: Array.from({ length: random.pick([0, 1, 1, 3]) }, (_, n) => {
      // No two are used at the same moment.
      const idleMs = random.pick([0, 1_500, HOUR_MS, IDLE_MS - 1, IDLE_MS]) + n;
      const beforeMs = random.pick([0, 999, DAY_MS, LIFE_MS - idleMs - 1, LIFE_MS - idleMs]);
      return { idleMs, ageMs: idleMs + beforeMs };
    }),
  };
}

export function drawInvitation(random: Random): DrawnInvitation {
  return {
    account: random.pick(HOMES),
    role: random.pick(ROLES),
    leftMs: random.pick([1, 1_000, HOUR_MS, 72 * HOUR_MS]) + random.below(999),
    kind: random.pick(['plain', 'plain', 'plain', 'signs_in', 'resets']),
  };
}

export function putPerson(
  desk: PageDesk,
  number: number,
  drawn: DrawnPerson,
  now: { readonly steady: number; readonly second: number },
): PlacedPerson {
  const [id, { records }] = [idOf('user', number), desk];
  const { account, role, grants } = drawn;
  const record = {
    v: 1,
    account,
    name: nameOfUser(number),
    role,
    password: 'hash',
    password_version: 1,
    created_at: now.second,
    grants: grants.map((key) => idOf('key', key)),
  };
  records.put('users', id, JSON.stringify(record));
  records.put('account_users', `${account}/${id}`, '1');
  const sessionsAt = drawn.sessions.map(({ ageMs, idleMs }, n) => {
    const session = hashOf(`${number} ${n}`);
    const [madeAt, seenAt] = [now.steady - ageMs, now.steady - idleMs];
    const second = now.second - Math.ceil(ageMs / 1_000);
    const made = { user: id, made_at: madeAt, seen_at: seenAt, created_at: second };
    records.put('sessions', session, JSON.stringify({ v: 1, ...made, address: null, agent: '' }));
    records.put('user_sessions', `${id}/${session}`, '1');
    return { madeAt, seenAt, second };
  });
  return { ...drawn, number, createdAt: now.second, sessionsAt };
}

export function putInvitation(
  { records }: PageDesk,
  number: number,
  drawn: DrawnInvitation,
  now: { readonly steady: number; readonly second: number },
): PlacedInvitation {
  const { account, role, kind, leftMs } = drawn;
  const [id, expiresAt] = [hashOf(`invitation ${number}`), now.steady + leftMs];
  const record = {
    v: 1,
    account,
    name: nameOfInvited(number),
    role,
    rights: { role: 'owner', account },
    ...(kind === 'signs_in' && { signs_in: true }),
    expires_at: expiresAt,
    created_at: now.second,
    ...(kind === 'resets' && { resets: 1, resets_of: idOf('user', 1) }),
  };
  records.put('invitations', id, JSON.stringify(record));
  records.put('account_invitations', `${account}/${id}`, '1');
  return { ...drawn, number, createdAt: now.second, id, expiresAt };
}

export function nameOfInvited(number: number): string {
  return `invited${number}@people.test`;
}

/** In Unix seconds; undefined of somebody who is signed out. */
export function lastSeen({ sessionsAt }: PlacedPerson, now: number): number | undefined {
  const open = sessionsAt.filter(({ madeAt, seenAt }) => now - seenAt < IDLE_MS && now - madeAt < LIFE_MS);
  const last = open.toSorted((one, other) => other.seenAt - one.seenAt)[0];
  return last && last.second + Math.floor((last.seenAt - last.madeAt) / 1_000);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
