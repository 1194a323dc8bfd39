/** Messages to a user, and the replies. */
import type { By } from '../audit/audit-trail.js';
import type { Behavior } from '../runtime/behavior.js';
import type { Rights, Role } from './rights.js';
import type { NewSession, Session } from './sessions.js';

export interface UserState {
  readonly id: string;
  readonly account: string;
  /** As it was invited. */
  readonly name: string;
  readonly role: Role;
  /** In the PHC string format; null of one that has never set a password. */
  readonly passwordHash: string | null;
  /** Counts the passwords that the user has had. */
  readonly passwordVersion: number;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Ids of the API keys that a member may use in page and chat. */
  readonly grants: readonly string[];
  readonly sessions: readonly Session[];
}

/** Somebody with rights over others. */
export interface Author {
  readonly by: By;
  readonly rights: Rights;
}

export type UserMessage =
  /** The first one; sent within the turn of the invitation that is accepted. */
  | {
      readonly type: 'create';
      readonly account: string;
      readonly name: string;
      readonly role: Role;
      readonly passwordHash: string | null;
      readonly session: NewSession;
    }
  /** A stranger makes an account of their own, and is its owner. */
  | {
      readonly type: 'found';
      readonly account: string;
      readonly name: string;
      /** True if the name is known to be an address of theirs, and that verifies the account. */
      readonly isVerified: boolean;
      /** False if the session does not begin yet. */
      readonly isSignedIn: boolean;
      readonly passwordHash: string;
      readonly session: NewSession;
    }
  /** The user lost the password; sent within the turn of the invitation that is accepted. */
  | {
      readonly type: 'reset_password';
      /** Those of whoever invited. */
      readonly rights: Rights;
      /** The password that is lost. */
      readonly passwordVersion: number;
      readonly passwordHash: string;
      readonly session: NewSession;
    }
  /** The password of this version was right, or a link takes its place. */
  | { readonly type: 'sign_in'; readonly passwordVersion: number; readonly session: NewSession }
  | { readonly type: 'seen'; readonly session: string }
  | { readonly type: 'sign_out'; readonly session: string }
  | { readonly type: 'sign_out_everywhere' }
  /** The password of this version was right; all sessions but `session` end. */
  | {
      readonly type: 'change_password';
      readonly passwordVersion: number;
      readonly passwordHash: string;
      readonly session: string;
      readonly address: string | null;
    }
  | ({ readonly type: 'change_role'; readonly role: Role } & Author)
  | ({ readonly type: 'grant'; readonly keys: readonly string[] } & Author)
  | ({ readonly type: 'remove' } & Author)
  /** A session may have ended. */
  | { readonly type: 'session_due' };

export type UserReply =
  | { readonly outcome: 'user'; readonly user: UserState }
  | { readonly outcome: 'removed' }
  | { readonly outcome: 'no_such_user' }
  /** The author's rights do not reach. */
  | { readonly outcome: 'not_allowed' }
  | { readonly outcome: 'last_owner' }
  | { readonly outcome: 'too_many_users' }
  | { readonly outcome: 'name_taken' }
  /** The password that was checked is no longer the user's. */
  | { readonly outcome: 'password_changed' };

export type UserBehavior = Behavior<UserState, UserMessage, UserReply, never>;
