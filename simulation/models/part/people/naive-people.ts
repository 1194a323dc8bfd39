/**
 * People as they are promised: lists of all users, sessions and links that there ever were. Whether one still
 * counts is found out at each question.
 */
import type { Role } from '../../../../src/actors/people/rights.js';
import { OPERATORS } from './known-people.js';

interface NaiveRights {
  readonly role: Role;
  readonly account: string;
}

export interface NaiveUser {
  readonly id: string;
  readonly account: string;
  /** The person, however the name is spelled. */
  readonly who: number;
  readonly name: string;
  readonly createdAt: number;
  role: Role;
  /** The number of each that was set; the last one counts. */
  readonly passwords: number[];
  grants: readonly string[];
  isGone: boolean;
}

export interface NaiveSession {
  readonly id: string;
  readonly token: string;
  readonly device: string;
  readonly user: NaiveUser;
  readonly madeAt: number;
  readonly createdAt: number;
  readonly address: string | null;
  readonly agent: string;
  seenAt: number;
  isEnded: boolean;
}

export interface NaiveLink {
  readonly kind: 'invitation' | 'signs_in' | 'resets';
  readonly id: string;
  readonly token: string;
  readonly account: string;
  readonly who: number;
  readonly name: string;
  readonly role: Role;
  /** Those of its author. */
  readonly rights: NaiveRights;
  readonly madeAt: number;
  readonly createdAt: number;
  /** Of a forgotten password: its user, and how many that user had set. */
  readonly of?: { readonly user: NaiveUser; readonly passwords: number };
  isOver: boolean;
}

interface NaiveAct {
  readonly account: string;
  readonly act: string;
  readonly about: string;
  readonly by: unknown;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS_OF = { invitation: 72, signs_in: 24, resets: 1 };
const SESSIONS_MAX = 50;

/** Operators of the node and owners of an account manage it, and operators alone manage operators. */
export function handles({ role: own, account: home }: NaiveRights, account: string, role: Role): boolean {
  if (role === 'operator') return own === 'operator' && account === OPERATORS;
  return own === 'operator' || (own === 'owner' && home === account);
}

export class NaivePeople {
  readonly users: NaiveUser[] = [];
  readonly sessions: NaiveSession[] = [];
  readonly links: NaiveLink[] = [];
  readonly acts: NaiveAct[] = [];
  readonly #clock: { steadyMs(): number; wallMs(): number };

  constructor(clock: { steadyMs(): number; wallMs(): number }) {
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock.steadyMs();
  }

  get second(): number {
    return Math.floor(this.#clock.wallMs() / 1_000);
  }

  userOf(who: number): NaiveUser | undefined {
    return this.users.find((one) => one.who === who && !one.isGone);
  }

  /** The latest first. */
  usersOf(account: string): readonly NaiveUser[] {
    return this.users.filter((one) => one.account === account && !one.isGone).reverse();
  }

  isOpen({ isEnded, user, madeAt, seenAt }: NaiveSession): boolean {
    const { now } = this;
    return !isEnded && !user.isGone && now < madeAt + 30 * 24 * HOUR_MS && now < seenAt + 12 * HOUR_MS;
  }

  works({ isOver, kind, madeAt }: NaiveLink): boolean {
    return !isOver && this.now < madeAt + HOURS_OF[kind] * HOUR_MS;
  }

  endOf({ kind, madeAt }: NaiveLink): number {
    return madeAt + HOURS_OF[kind] * HOUR_MS;
  }

  linksOf(account: string): readonly NaiveLink[] {
    return this.links.filter((one) => one.account === account && this.works(one));
  }

  did(account: string, act: string, about: string, by: unknown, detail: NaiveAct['detail'] = {}): void {
    this.acts.push({ account, act, about, by, detail, at: this.second });
  }

  join(
    { account, who, name, role }: Pick<NaiveUser, 'account' | 'who' | 'name' | 'role'>,
    id: string,
    password: number | null,
    address: string | null,
  ): NaiveUser {
    const passwords = password === null ? [] : [password];
    const user = { id, account, who, name, role, passwords, grants: [], createdAt: this.second };
    this.users.push({ ...user, isGone: false });
    this.did(account, 'user_joined', id, byUser(id, address), { name, role });
    return this.users.at(-1) as NaiveUser;
  }

  /** @param isGone whether the part has ended that session */
  begin(
    user: NaiveUser,
    { id, token, device }: Pick<NaiveSession, 'id' | 'token' | 'device'>,
    { address, agent }: { readonly address?: string; readonly agent: string },
    isGone: (session: NaiveSession) => boolean,
  ): void {
    const { now, second } = this;
    const open = this.sessions.filter((one) => one.user === user && this.isOpen(one));
    if (open.length >= SESSIONS_MAX) {
      const longestAgo = Math.min(...open.map(({ seenAt }) => seenAt));
      // Of some that were used at the same time any may go.
      const all = open.filter(({ seenAt }) => seenAt === longestAgo);
      (all.find(isGone) ?? (all[0] as NaiveSession)).isEnded = true;
    }
    const from = { address: address ?? null, agent: agent.slice(0, 200) };
    const times = { madeAt: now, seenAt: now, createdAt: second };
    this.sessions.push({ id, token, device, user, ...times, ...from, isEnded: false });
    this.did(user.account, 'signed_in', user.id, byUser(user.id, from.address));
  }

  use(session: NaiveSession): void {
    if (this.isOpen(session) && this.now - session.seenAt >= 10 * MINUTE_MS) session.seenAt = this.now;
  }

  /** Ends all of the user but that one. */
  endSessions(user: NaiveUser, but?: NaiveSession): void {
    for (const one of this.sessions) if (one.user === user && one !== but) one.isEnded = true;
  }

  setPassword(user: NaiveUser, password: number, address: string | null, but?: NaiveSession): void {
    this.endSessions(user, but);
    user.passwords.push(password);
    this.did(user.account, 'password_changed', user.id, byUser(user.id, address));
  }

  changeRole(user: NaiveUser, rights: NaiveRights, role: Role, by: unknown): string {
    if (!handles(rights, user.account, user.role) || !handles(rights, user.account, role))
      return 'not_allowed';
    if (role === user.role) return 'user';
    if (role === 'member' && this.#isLastOwner(user)) return 'last_owner';
    user.role = role;
    this.did(user.account, 'role_changed', user.id, by, { role });
    return 'user';
  }

  grant(user: NaiveUser, rights: NaiveRights, keys: readonly string[], by: unknown): string {
    if (!handles(rights, user.account, 'member')) return 'not_allowed';
    user.grants = keys;
    this.did(user.account, 'grants_changed', user.id, by, { keys });
    return 'user';
  }

  remove(user: NaiveUser, rights: NaiveRights, by: unknown): string {
    if (!handles(rights, user.account, user.role)) return 'not_allowed';
    if (this.#isLastOwner(user)) return 'last_owner';
    user.isGone = true;
    this.did(user.account, 'user_removed', user.id, by, { name: user.name });
    return 'removed';
  }

  #isLastOwner(user: NaiveUser): boolean {
    const owners = this.usersOf(user.account).filter(({ role }) => role !== 'member');
    return owners.length === 1 && owners[0] === user;
  }
}

export function byManagementKey({ role, account }: NaiveRights) {
  return { kind: 'management_key', id: `mkey_${role}_${account}` } as const;
}

export function byUser(id: string, address: string | null): unknown {
  return { kind: 'user', id, ...(address === null ? {} : { address }) };
}
