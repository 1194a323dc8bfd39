/**
 * The user actor: a person's name, role, password and sessions.
 *
 * Passwords are hashed and checked outside of turns: a message carries the hash, or the version of the
 * password that was checked.
 *
 * Invariants
 *  1. An account that has a user with an owner's rights keeps one.
 *  2. Nobody gives, takes or resets more rights than they have (`rights.ts`).
 *  3. A new password ends all sessions but the one that set it.
 *  4. A session that has ended is no session, whether its records are gone or not.
 *  5. The reminder stands exactly while there are sessions, at the end of the one that ends first.
 */
import { USUAL_LIMITS } from '../../limits/limits.js';
import { later, type SteadyMs, unixSeconds } from '../../time/clock.js';
import type { AccountBehavior } from '../accounts/account.js';
import { type Act, type ActDetail, audited, type By } from '../audit/audit-trail.js';
import type { Turn } from '../runtime/behavior.js';
import { countPeople, readPeopleCounts } from './account-people.js';
import { isOwner, mayHandle, mayManage } from './rights.js';
import {
  endOf,
  insertSession,
  type NewSession,
  putSession,
  removeSession,
  SEEN_EVERY_MS,
  SESSIONS_MAX,
  type Session,
} from './sessions.js';
import type { UserBehavior, UserMessage, UserReply, UserState } from './user-messages.js';
import { userNameKey, userOfName } from './user-names.js';
import { readUser, saveUser } from './user-record.js';

type UserTurn = Turn<UserState, never>;
type Told<Type extends UserMessage['type']> = Extract<UserMessage, { readonly type: Type }>;

const USER_KIND = 'user';
const SESSIONS_REMINDER = 'sessions';

/** @param peopleMax users that an account may have */
export function createUserBehavior(
  account: AccountBehavior,
  peopleMax: number = USUAL_LIMITS.peopleOfAccount,
): UserBehavior {
  return {
    kind: USER_KIND,
    activate: readUser,
    unitOf: ({ account }) => account,
    reminded: () => ({ type: 'session_due' }),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn, peopleMax);
      if (message.type === 'found') return found(state, message, turn, account, peopleMax);
      if (state === undefined) return { outcome: 'no_such_user' };
      switch (message.type) {
        case 'reset_password':
          return resetPassword(state, message, turn);
        case 'sign_in':
          return signIn(state, message, turn);
        case 'seen':
          return seen(state, message, turn);
        case 'sign_out':
          return endSessions(state, turn, ({ id }) => id === message.session);
        case 'sign_out_everywhere':
          return endSessions(state, turn, () => true);
        case 'change_password':
          return changePassword(state, message, turn);
        case 'change_role':
          return changeRole(state, message, turn);
        case 'grant':
          return grant(state, message, turn);
        case 'remove':
          return remove(state, message, turn);
        case 'session_due':
          return endSessions(state, turn, (session) => endOf(session) <= turn.now);
      }
    },
  };
}

function create(
  state: UserState | undefined,
  { account, name, role, passwordHash, session }: Told<'create'>,
  turn: UserTurn,
  peopleMax: number,
  isSignedIn = true,
): UserReply {
  if (state !== undefined) throw new Error(`user ${turn.id} exists already`);
  if (readPeopleCounts(turn, account).users >= peopleMax) return { outcome: 'too_many_users' };
  turn.insert('user_names', userNameKey(name), turn.id);
  turn.insert('account_users', `${account}/${turn.id}`, '1');
  countPeople(turn, account, { users: 1, owners: isOwner(role) ? 1 : 0 });
  const createdAt = unixSeconds(turn.wall);
  const user: UserState = {
    id: turn.id,
    account,
    name,
    role,
    passwordHash,
    passwordVersion: passwordHash === null ? 0 : 1,
    createdAt,
    grants: [],
    sessions: [],
  };
  audit(user, 'user_joined', themselves(user, session.address), turn, { name, role });
  return saved(isSignedIn ? withSession(user, session, turn) : user, undefined, turn);
}

function found(
  state: UserState | undefined,
  { account: id, name, isVerified, isSignedIn, passwordHash, session }: Told<'found'>,
  turn: UserTurn,
  account: AccountBehavior,
  peopleMax: number,
): UserReply {
  if (userOfName(turn, name) !== undefined) return { outcome: 'name_taken' };
  const by = authorOf(turn.id, session.address);
  turn.call(account, id, { type: 'create', by, name, isVerified, createdAt: unixSeconds(turn.wall) });
  const owner = { type: 'create', account: id, name, role: 'owner', passwordHash, session } as const;
  return create(state, owner, turn, peopleMax, isSignedIn);
}

function resetPassword(
  state: UserState,
  { rights, passwordVersion, passwordHash, session }: Told<'reset_password'>,
  turn: UserTurn,
): UserReply {
  if (passwordVersion !== state.passwordVersion) return { outcome: 'password_changed' };
  if (!mayHandle(rights, state.account, state.role)) return { outcome: 'not_allowed' };
  const signedOut = withoutSessions(state, turn, () => true);
  const next = { ...signedOut, passwordHash, passwordVersion: state.passwordVersion + 1 };
  audit(state, 'password_changed', themselves(state, session.address), turn);
  return saved(withSession(next, session, turn), state, turn);
}

function signIn(state: UserState, { passwordVersion, session }: Told<'sign_in'>, turn: UserTurn): UserReply {
  if (passwordVersion !== state.passwordVersion) return { outcome: 'password_changed' };
  return saved(withSession(state, session, turn), state, turn);
}

function seen(state: UserState, { session: id }: Told<'seen'>, turn: UserTurn): UserReply {
  const session = state.sessions.find((one) => one.id === id);
  const isNews = session !== undefined && later(session.seenAt, SEEN_EVERY_MS) <= turn.now;
  if (!isNews || endOf(session) <= turn.now) return { outcome: 'user', user: state };
  const used = { ...session, seenAt: turn.now };
  putSession(turn, turn.id, used);
  const sessions = state.sessions.map((one) => (one === session ? used : one));
  return saved({ ...state, sessions }, state, turn);
}

function changePassword(
  state: UserState,
  { passwordVersion, passwordHash, session, address }: Told<'change_password'>,
  turn: UserTurn,
): UserReply {
  if (passwordVersion !== state.passwordVersion) return { outcome: 'password_changed' };
  const others = withoutSessions(state, turn, ({ id }) => id !== session);
  audit(state, 'password_changed', themselves(state, address), turn);
  return saved({ ...others, passwordHash, passwordVersion: passwordVersion + 1 }, state, turn);
}

function changeRole(state: UserState, { by, rights, role }: Told<'change_role'>, turn: UserTurn): UserReply {
  const { account } = state;
  const reaches = mayHandle(rights, account, state.role) && mayHandle(rights, account, role);
  if (!reaches) return { outcome: 'not_allowed' };
  if (role === state.role) return { outcome: 'user', user: state };
  if (isOwner(state.role) && !isOwner(role) && isLastOwner(state, turn)) return { outcome: 'last_owner' };
  countPeople(turn, account, { owners: Number(isOwner(role)) - Number(isOwner(state.role)) });
  audit(state, 'role_changed', by, turn, { role });
  return saved({ ...state, role }, state, turn);
}

function grant(state: UserState, { by, rights, keys }: Told<'grant'>, turn: UserTurn): UserReply {
  if (!mayManage(rights, state.account)) return { outcome: 'not_allowed' };
  audit(state, 'grants_changed', by, turn, { keys });
  return saved({ ...state, grants: keys }, state, turn);
}

function remove(state: UserState, { by, rights }: Told<'remove'>, turn: UserTurn): UserReply {
  const { account, name, role } = state;
  if (!mayHandle(rights, account, role)) return { outcome: 'not_allowed' };
  if (isOwner(role) && isLastOwner(state, turn)) return { outcome: 'last_owner' };
  withoutSessions(state, turn, () => true);
  turn.forget(SESSIONS_REMINDER);
  turn.remove('users', turn.id);
  turn.remove('user_names', userNameKey(name));
  turn.remove('account_users', `${account}/${turn.id}`);
  countPeople(turn, account, { users: -1, owners: isOwner(role) ? -1 : 0 });
  audit(state, 'user_removed', by, turn, { name });
  turn.become(undefined);
  return { outcome: 'removed' };
}

function isLastOwner({ account }: UserState, turn: UserTurn): boolean {
  return readPeopleCounts(turn, account).owners === 1;
}

/** The user with one session more, and an entry in the audit trail that says so. */
function withSession(state: UserState, made: NewSession, turn: UserTurn): UserState {
  const oldest = state.sessions.toSorted((one, other) => one.seenAt - other.seenAt)[0];
  const hasRoom = state.sessions.length < SESSIONS_MAX;
  const { sessions } = hasRoom ? state : withoutSessions(state, turn, (session) => session === oldest);
  const session: Session = {
    ...made,
    madeAt: turn.now,
    seenAt: turn.now,
    createdAt: unixSeconds(turn.wall),
  };
  insertSession(turn, turn.id, session);
  audit(state, 'signed_in', themselves(state, made.address), turn);
  return { ...state, sessions: [...sessions, session] };
}

function endSessions(state: UserState, turn: UserTurn, isOver: (session: Session) => boolean): UserReply {
  return saved(withoutSessions(state, turn, isOver), state, turn);
}

function withoutSessions(state: UserState, turn: UserTurn, isOver: (session: Session) => boolean): UserState {
  const over = state.sessions.filter(isOver);
  for (const { id } of over) removeSession(turn, turn.id, id);
  return { ...state, sessions: state.sessions.filter((session) => !over.includes(session)) };
}

/** @param before undefined of a new user */
function saved(user: UserState, before: UserState | undefined, turn: UserTurn): UserReply {
  const { sessions } = user;
  if (sessions.length > 0) turn.remindAt(SESSIONS_REMINDER, firstEnd(sessions));
  else if (before !== undefined && before.sessions.length > 0) turn.forget(SESSIONS_REMINDER);
  saveUser(user, turn);
  return { outcome: 'user', user };
}

function firstEnd(sessions: readonly Session[]): SteadyMs {
  return Math.min(...sessions.map(endOf)) as SteadyMs;
}

function themselves({ id }: UserState, address: string | null): By {
  return authorOf(id, address);
}

function authorOf(id: string, address: string | null): By {
  return { kind: 'user', id, ...(address === null ? {} : { address }) };
}

function audit({ account, id }: UserState, act: Act, by: By, turn: UserTurn, detail: ActDetail = {}): void {
  audited(turn, account, { by, act, about: id, detail });
}
