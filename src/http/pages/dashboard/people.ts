/** The people of a node, as far as pages ask about them. */
import type { Outcome } from '../../../actors/runtime/behavior.js';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly user: string;
  readonly name: string;
  readonly account: string;
  readonly role: 'member' | 'owner' | 'operator';
  readonly session: string;
  readonly grants: readonly string[];
}

/** The client's end of a request. */
export interface Client {
  /** As windows count it. */
  readonly network: string;
  readonly address: string | undefined;
  /** `User-Agent`. */
  readonly agent: string;
}

/** A new session: its token is for the session cookie, `device` for that of the browser. */
export interface NewlySignedIn {
  readonly outcome: 'signed_in';
  readonly token: string;
  readonly device: string;
}

/** A session in the list of them. */
export interface Session {
  readonly id: string;
  /** Steady ms. */
  readonly madeAt: number;
  readonly seenAt: number;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly address: string | null;
  readonly agent: string;
}

export interface PeopleOfPages {
  sessionOf(token: string): SignedIn | undefined;
  signIn(
    attempt: { readonly name: string; readonly password: string; readonly device: string | undefined },
    client: Client,
  ): Promise<NewlySignedIn | { readonly outcome: 'wrong' | 'too_many_guesses' | 'unable' }>;
  signOut(signedIn: SignedIn, other?: string): Promise<Outcome<unknown>>;
  signOutEverywhere(signedIn: SignedIn): Promise<Outcome<unknown>>;
  sessionsOf(signedIn: SignedIn): readonly Session[];
  invitationOf(token: string): { readonly name: string } | undefined;
  acceptInvitation(
    token: string,
    password: string,
    client: Client,
  ): Promise<
    | NewlySignedIn
    | {
        readonly outcome: 'no_such_invitation' | 'not_allowed' | 'too_many_users' | 'bad_password' | 'unable';
      }
  >;
}
