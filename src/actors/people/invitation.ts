/**
 * The invitation actor. Its id is the SHA-256 of its token. The bearer of the token becomes a user of the
 * account or, if the name is a user's of the account already, sets a new password for that user. An
 * invitation that *signs in* asks for no password: its bearer becomes a user without one, or is that user.
 * An invitation that *resets* is the node's own, for a user who forgot the password, and is in no list.
 *
 * Invariants
 *  1. An invitation is accepted once, and no later than `INVITATION_MS` after it was made; `SIGN_IN_LINK_MS`
 *     if it signs in; if it resets, `RESET_MS`, and only while that is the password of that user.
 *  2. It gives no more rights than its author had.
 *  3. The reminder stands exactly while the invitation does.
 */
import { USUAL_LIMITS } from '../../limits/limits.js';
import type { StoreReader } from '../../store/store.js';
import { later, type SteadyMs, unixSeconds } from '../../time/clock.js';
import { audited } from '../audit/audit-trail.js';
import { type IdempotentRequest, lookupResult, recordResult } from '../keys/idempotency.js';
import type { Behavior, Turn } from '../runtime/behavior.js';
import { decoded } from '../storage/unreadable-record.js';
import { countPeople, readPeopleCounts } from './account-people.js';
import { mayHandle, mayManage, type Rights, type Role } from './rights.js';
import type { NewSession } from './sessions.js';
import type { Author, UserBehavior, UserReply } from './user-messages.js';
import { userOfName } from './user-names.js';
import { readPerson } from './user-record.js';

/** The password that was forgotten. */
export interface Reset {
  readonly user: string;
  readonly passwordVersion: number;
}

export interface InvitationState {
  /** SHA-256 of its token, hex. */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly role: Role;
  /** Those of its author. */
  readonly rights: Rights;
  readonly signsIn: boolean;
  readonly expiresAt: SteadyMs;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Undefined of an invitation that somebody made. */
  readonly resets: Reset | undefined;
}

export type InvitationMessage =
  | ({
      readonly type: 'make';
      readonly account: string;
      readonly name: string;
      readonly role: Role;
      readonly signsIn?: true;
      /** As in the state. */
      readonly resets?: Reset | undefined;
      readonly idempotency?: IdempotentRequest | undefined;
    } & Author)
  | {
      readonly type: 'accept';
      /** The id of the user, if there is none of the name. */
      readonly user: string;
      /** Null exactly if the invitation signs in. */
      readonly passwordHash: string | null;
      readonly session: NewSession;
    }
  | ({ readonly type: 'withdraw' } & Author)
  | { readonly type: 'expire' };

export type InvitationReply =
  | { readonly outcome: 'invited'; readonly invitation: InvitationState }
  /** The same request has made one before; nobody has its token any more. */
  | { readonly outcome: 'invited_before' }
  | { readonly outcome: 'accepted'; readonly user: string }
  | { readonly outcome: 'withdrawn' }
  | { readonly outcome: 'no_such_invitation' }
  | { readonly outcome: 'not_allowed' }
  | { readonly outcome: 'too_many_invitations' }
  | { readonly outcome: 'too_many_users' }
  /** The name is that of a user of another account. */
  | { readonly outcome: 'name_taken' };

export type InvitationBehavior = Behavior<InvitationState, InvitationMessage, InvitationReply, never>;

interface InvitationRecord {
  readonly v: 1;
  readonly account: string;
  readonly name: string;
  readonly role: Role;
  readonly rights: Rights;
  /** Absent if a password is set with it. */
  readonly signs_in?: true;
  readonly expires_at: SteadyMs;
  readonly created_at: number;
  /** Absent unless it is for a forgotten password. */
  readonly resets?: number;
  /** The user who forgot it. */
  readonly resets_of?: string;
}

const EXPIRED_REMINDER = 'expired';
const INVITATION_MS = 72 * 3_600_000;
const SIGN_IN_LINK_MS = 24 * 3_600_000;
const RESET_MS = 3_600_000;

type InvitationTurn = Turn<InvitationState, never>;
type Told<Type extends InvitationMessage['type']> = Extract<InvitationMessage, { readonly type: Type }>;

export interface InvitationOptions {
  readonly idempotencyKeptMs: number;
  /** Open invitations that an account may have; the usual ones if left out. */
  readonly peopleMax?: number;
  readonly user: UserBehavior;
}

export function createInvitationBehavior(options: InvitationOptions): InvitationBehavior {
  return {
    kind: 'invitation',
    activate: readInvitation,
    unitOf: ({ account }) => account,
    reminded: () => ({ type: 'expire' }),
    receive(state, message, turn) {
      if (message.type === 'make') return make(state, message, turn, options);
      if (state === undefined) return { outcome: 'no_such_invitation' };
      switch (message.type) {
        case 'accept':
          return accept(state, message, turn, options.user);
        case 'withdraw':
          return withdraw(state, message, turn);
        case 'expire':
          remove(state, turn);
          return { outcome: 'no_such_invitation' };
      }
    },
  };
}

/** Ended or not; undefined if there is none. */
export function readInvitation(id: string, records: Pick<StoreReader, 'get'>): InvitationState | undefined {
  const text = records.get('invitations', id);
  if (text === undefined) return undefined;
  const record = decoded('invitations', id, () => JSON.parse(text) as InvitationRecord);
  const { account, name, role, rights, signs_in: signsIn = false } = record;
  const { expires_at: expiresAt, created_at: createdAt } = record;
  const { resets: passwordVersion, resets_of: user = '' } = record;
  const resets = passwordVersion === undefined ? undefined : { user, passwordVersion };
  return { id, account, name, role, rights, signsIn, resets, expiresAt, createdAt };
}

function make(
  state: InvitationState | undefined,
  { by, rights, account, name, role, signsIn: isLink, resets, idempotency }: Told<'make'>,
  turn: InvitationTurn,
  { idempotencyKeptMs, peopleMax = USUAL_LIMITS.peopleOfAccount }: InvitationOptions,
): InvitationReply {
  if (state !== undefined) throw new Error(`invitation ${turn.id} exists already`);
  if (lookupResult(turn, by.id, idempotency).kind !== 'new') return { outcome: 'invited_before' };
  if (!mayHandle(rights, account, role)) return { outcome: 'not_allowed' };
  const known = userIn(account, name, turn);
  if (known !== undefined && !mayHandle(rights, account, known.role)) return { outcome: 'not_allowed' };
  if (readPeopleCounts(turn, account).invitations >= peopleMax) return { outcome: 'too_many_invitations' };
  const signsIn = isLink === true;
  const keptMs = signsIn ? SIGN_IN_LINK_MS : resets === undefined ? INVITATION_MS : RESET_MS;
  const expiresAt = later(turn.now, keptMs);
  const createdAt = unixSeconds(turn.wall);
  const about = { account, name, role, rights };
  const invitation: InvitationState = { id: turn.id, ...about, signsIn, resets, expiresAt, createdAt };
  const record: InvitationRecord = {
    v: 1,
    ...about,
    ...(signsIn ? { signs_in: true } : {}),
    expires_at: expiresAt,
    created_at: createdAt,
    ...(resets === undefined ? {} : { resets: resets.passwordVersion, resets_of: resets.user }),
  };
  turn.insert('invitations', turn.id, JSON.stringify(record));
  turn.insert('account_invitations', `${account}/${turn.id}`, '1');
  turn.remindFirstAt(EXPIRED_REMINDER, expiresAt);
  countPeople(turn, account, { invitations: 1 });
  recordResult(turn, by.id, idempotency, turn.id, idempotencyKeptMs);
  // A stranger asks for it as often as windows allow: the trail, which is kept, tells of the new password.
  if (resets === undefined)
    audited(turn, account, { by, act: 'user_invited', about: turn.id, detail: { name, role } });
  turn.become(invitation);
  return { outcome: 'invited', invitation };
}

function accept(
  state: InvitationState,
  { user: newUser, passwordHash, session }: Told<'accept'>,
  turn: InvitationTurn,
  user: UserBehavior,
): InvitationReply {
  const { account, name, role, rights, resets } = state;
  if (state.expiresAt <= turn.now) return { outcome: 'no_such_invitation' };
  if (state.signsIn !== (passwordHash === null)) return { outcome: 'no_such_invitation' };
  const known = userIn(account, name, turn);
  if (resets !== undefined && known?.id !== resets.user) return { outcome: 'no_such_invitation' };
  if (known === undefined && userOfName(turn, name) !== undefined) return { outcome: 'name_taken' };
  const reply: UserReply =
    known === undefined
      ? turn.call(user, newUser, { type: 'create', account, name, role, passwordHash, session })
      : passwordHash === null
        ? turn.call(user, known.id, { type: 'sign_in', passwordVersion: known.passwordVersion, session })
        : turn.call(user, known.id, {
            type: 'reset_password',
            rights,
            passwordVersion: resets?.passwordVersion ?? known.passwordVersion,
            passwordHash,
            session,
          });
  if (reply.outcome === 'password_changed') return { outcome: 'no_such_invitation' };
  if (reply.outcome === 'not_allowed' || reply.outcome === 'too_many_users')
    return { outcome: reply.outcome };
  if (reply.outcome !== 'user') throw new Error(`invitation ${turn.id} was accepted with ${reply.outcome}`);
  remove(state, turn);
  return { outcome: 'accepted', user: reply.user.id };
}

function withdraw(
  state: InvitationState,
  { by, rights }: Told<'withdraw'>,
  turn: InvitationTurn,
): InvitationReply {
  const { account, name } = state;
  if (!mayManage(rights, account)) return { outcome: 'not_allowed' };
  remove(state, turn);
  audited(turn, account, { by, act: 'invitation_withdrawn', about: turn.id, detail: { name } });
  return { outcome: 'withdrawn' };
}

function remove({ account }: InvitationState, turn: InvitationTurn): void {
  turn.remove('invitations', turn.id);
  turn.remove('account_invitations', `${account}/${turn.id}`);
  turn.forget(EXPIRED_REMINDER);
  countPeople(turn, account, { invitations: -1 });
  turn.become(undefined);
}

/** The user of that name, if it is one of the account. */
function userIn(account: string, name: string, turn: InvitationTurn) {
  const id = userOfName(turn, name);
  const person = id === undefined ? undefined : readPerson(turn, id);
  return person?.account === account ? person : undefined;
}
