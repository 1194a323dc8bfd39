/** Somebody who is signed in, and what the facade of people answers. */
import type { By } from '../actors/audit/audit-trail.js';
import type { IdempotentRequest } from '../actors/keys/idempotency.js';
import type { InvitationReply, InvitationState } from '../actors/people/invitation.js';
import type { Role } from '../actors/people/rights.js';
import type { Author } from '../actors/people/user-messages.js';
import type { Person } from '../actors/people/user-record.js';
import type { Refusal } from '../actors/runtime/behavior.js';
import type { MailLanguage } from '../mail/mail-texts.js';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly user: string;
  readonly name: string;
  readonly account: string;
  readonly role: Role;
  /** The id of the session, which is no secret. */
  readonly session: string;
  /** Ids of the API keys that a member may use. */
  readonly grants: readonly string[];
  /** False until one is set: a link has signed them in. */
  readonly hasPassword: boolean;
}

/** The client's end of a request. */
export interface Client {
  /** As windows count it. */
  readonly network: string;
  /** For the audit trail and the list of sessions; undefined if there is none. */
  readonly address: string | undefined;
  /** `User-Agent`. */
  readonly agent: string;
}

/** A new session: its token is for the session cookie, `device` for that of the browser. */
export interface NewlySignedIn {
  readonly outcome: 'signed_in';
  readonly user: string;
  readonly token: string;
  readonly device: string;
}

/** The node has no room for it now, or cannot do it; nothing was done. */
export interface Unable {
  readonly outcome: 'unable';
  readonly refusal: Refusal;
}

export type SignInResult =
  | NewlySignedIn
  /** Name and password do not go together. */
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'too_many_guesses'; readonly retryAfterMs: number }
  | Unable;

export type AcceptResult =
  | NewlySignedIn
  | Exclude<InvitationReply, { readonly outcome: 'invited' | 'invited_before' | 'accepted' | 'withdrawn' }>
  | { readonly outcome: 'bad_password' }
  | Unable;

export type ChangePasswordResult =
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'bad_password' }
  | Exclude<SignInResult, NewlySignedIn>;

export interface WantedInvitation {
  readonly account: string;
  readonly name: string;
  readonly role: Role;
  /** Of the mail; English if it is left out. */
  readonly language?: MailLanguage;
  /** The same one again makes no second invitation. */
  readonly idempotency?: IdempotentRequest | undefined;
}

export type InviteResult =
  | {
      readonly outcome: 'invited';
      readonly invitation: InvitationState;
      /** Shown once. */
      readonly token: string;
      /** Whether its link went to the name by mail, too. */
      readonly isMailed: boolean;
    }
  | Exclude<InvitationReply, { readonly outcome: 'invited' }>
  | Unable;

/** The author of what a person does. */
export function authorOf({ user, account, role }: SignedIn, address: string | undefined): Author {
  const by: By = { kind: 'user', id: user, ...(address === undefined ? {} : { address }) };
  return { by, rights: { role, account } };
}

export function unable(refusal: Refusal): Unable {
  return { outcome: 'unable', refusal };
}

export function signedInOf(session: string, person: Person): SignedIn {
  const { id: user, name, account, role, grants, passwordHash } = person;
  return { user, name, account, role, session, grants, hasPassword: passwordHash !== null };
}
