/**
 * People, as pages and operations meet them: from names, passwords and tokens to messages to users and
 * invitations.
 *
 * Invariants
 *  1. Answers and their time do not tell whether a name is a user's (`password-check.ts`).
 *  2. A token or password is in no record, message to an actor, or log: hashes of them are.
 */
import { asked } from '../actors/partition.js';
import { type InvitationReply, type InvitationState, readInvitation } from '../actors/people/invitation.js';
import { type OpenSession, openSession } from '../actors/people/open-session.js';
import { listInvitations, listUsers } from '../actors/people/people-lists.js';
import type { Role } from '../actors/people/rights.js';
import { endOf, SEEN_EVERY_MS, type Session } from '../actors/people/sessions.js';
import type { Author, UserMessage, UserReply } from '../actors/people/user-messages.js';
import { type Person, readPerson, readUser } from '../actors/people/user-record.js';
import type { Outcome } from '../actors/runtime/behavior.js';
import type { Page, PageRequest } from '../actors/storage/page.js';
import { later } from '../time/clock.js';
import { ForgottenPassword } from './forgotten-password.js';
import { newlySignedIn, newSession } from './new-session.js';
import { isPassword, PasswordCheck } from './password-check.js';
import { type MailParts, PeopleMail } from './people-mail.js';
import type { PeopleParts } from './people-parts.js';
import {
  type AcceptResult,
  type ChangePasswordResult,
  type Client,
  type InviteResult,
  type SignedIn,
  type SignInResult,
  signedInOf,
  unable,
  type WantedInvitation,
} from './people-results.js';
import { personOfName } from './person-of-name.js';
import { SignInLinks } from './sign-in-links.js';
import { SignUp, type SignUpSettings } from './sign-up.js';
import { idOfToken, newToken } from './tokens.js';

/** A node without a mail server, and without strangers. */
const NO_MAIL: MailParts = { mailer: undefined, publicUrl: () => undefined };
const CLOSED: SignUpSettings = { signUp: 'closed', verify: 'operator', signUpsPerDayMax: 0 };

export class People {
  readonly links: SignInLinks;
  readonly #parts: PeopleParts;
  readonly #passwords: PasswordCheck;
  readonly #mail: PeopleMail;
  readonly signUp: SignUp;
  readonly forgotten: ForgottenPassword;

  /** @param signUp settings that are read anew for each request */
  constructor(parts: PeopleParts, mail: MailParts = NO_MAIL, signUp: SignUpSettings = CLOSED) {
    this.#parts = parts;
    this.#passwords = new PasswordCheck(parts);
    this.links = new SignInLinks(parts);
    this.#mail = new PeopleMail({ world: parts.world, ...mail });
    this.signUp = new SignUp(parts, this.#mail, signUp);
    this.forgotten = new ForgottenPassword(parts, this.#mail);
  }

  /** The person whose session the token is of, as committed; undefined if it is of none, or has ended. */
  sessionOf(token: string): SignedIn | undefined {
    const id = idOfToken(token);
    const open = id === undefined ? undefined : this.#openSession(id);
    if (open === undefined) return undefined;
    const { session, person } = open;
    if (later(session.seenAt, SEEN_EVERY_MS) <= this.#parts.world.steadyMs())
      void this.#tell(person.id, { type: 'seen', session: session.id });
    return signedInOf(session.id, person);
  }

  /** As `sessionOf`, by the id of the session, which does not count as used by it. */
  signedInBy(session: string): SignedIn | undefined {
    const open = this.#openSession(session);
    return open && signedInOf(session, open.person);
  }

  #openSession(id: string): OpenSession | undefined {
    return openSession(this.#parts.partitionOf(id).system.records, id, this.#parts.world.steadyMs());
  }

  /** @param device the mark that the browser has from an earlier sign-in; undefined if it has none */
  async signIn(
    {
      name,
      password,
      device,
    }: { readonly name: string; readonly password: string; readonly device: string | undefined },
    client: Client,
  ): Promise<SignInResult> {
    const person = personOfName(this.#parts, name);
    const checked = await this.#passwords.check(person, { name, password, device, network: client.network });
    if (checked.outcome !== 'right') return checked;
    const { token, session } = newSession(this.#parts, client);
    const { id, passwordVersion } = checked.person;
    const told = await this.#tell(id, { type: 'sign_in', passwordVersion, session });
    if (!told.ok) return unable(told.refusal);
    if (told.reply.outcome !== 'user') return { outcome: 'wrong' };
    return newlySignedIn(this.#parts, id, token);
  }

  /** Ends one session: that of the person, or another one of theirs. */
  async signOut({ user, session }: SignedIn, other = session): Promise<Outcome<UserReply>> {
    return await this.#tell(user, { type: 'sign_out', session: other });
  }

  /** Ends all sessions, that of the person too. */
  async signOutEverywhere({ user }: SignedIn): Promise<Outcome<UserReply>> {
    return await this.#tell(user, { type: 'sign_out_everywhere' });
  }

  /** Those of the person that have not ended, the one used last first. */
  sessionsOf({ user }: Pick<SignedIn, 'user'>): readonly Session[] {
    const now = this.#parts.world.steadyMs();
    const sessions = readUser(user, this.#parts.partitionOf(user).system.records)?.sessions ?? [];
    return sessions.filter((one) => endOf(one) > now).toSorted((one, other) => other.seenAt - one.seenAt);
  }

  /** All other sessions end. Somebody who has never set a password needs none to set one. */
  async changePassword(
    { user, name, session }: SignedIn,
    {
      password,
      next,
      device,
    }: { readonly password: string; readonly next: string; readonly device: string | undefined },
    client: Client,
  ): Promise<ChangePasswordResult> {
    if (!isPassword(next)) return { outcome: 'bad_password' };
    const person = readPerson(this.#parts.partitionOf(user).system.records, user);
    const checked =
      person?.passwordHash === null
        ? ({ outcome: 'right', person } as const)
        : await this.#passwords.check(person, { name, password, device, network: client.network });
    if (checked.outcome !== 'right') return checked;
    const passwordHash = await this.#parts.hasher.hash(next);
    if (passwordHash === undefined) return unable('overloaded');
    const { passwordVersion } = checked.person;
    const address = client.address ?? null;
    const message = { type: 'change_password', passwordVersion, passwordHash, session, address } as const;
    const told = await this.#tell(user, message);
    if (!told.ok) return unable(told.refusal);
    return { outcome: told.reply.outcome === 'user' ? 'changed' : 'wrong' };
  }

  /**
   * Makes an invitation and, if there is a mail server, mails its link.
   *
   * @param wanted its name has the shape of one: `isUserName`
   */
  async invite(author: Author, wanted: WantedInvitation): Promise<InviteResult> {
    const { account, name, role, language = 'en', idempotency } = wanted;
    const { token, id } = newToken(this.#parts.world);
    const told = await asked(this.#parts, this.#parts.invitation, id, {
      type: 'make',
      account,
      name,
      role,
      idempotency,
      ...author,
    });
    if (!told.ok) return unable(told.refusal);
    const { reply } = told;
    if (reply.outcome !== 'invited') return reply;
    return {
      ...reply,
      token,
      isMailed: this.#mail.send('invitation', name, `invitation/${token}`, language),
    };
  }

  /**
   * The invitation that the token is of; undefined if it is of none, or of one that was used, has expired or
   * signs in.
   */
  invitationOf(token: string): InvitationState | undefined {
    const id = idOfToken(token);
    if (id === undefined) return undefined;
    const invitation = readInvitation(id, this.#parts.partitionOf(id).system.records);
    if (invitation === undefined || invitation.signsIn) return undefined;
    return invitation.expiresAt > this.#parts.world.steadyMs() ? invitation : undefined;
  }

  /** Uses the invitation up; the person is signed in from then on. */
  async acceptInvitation(token: string, password: string, client: Client): Promise<AcceptResult> {
    const invitation = this.invitationOf(token);
    if (invitation === undefined) return { outcome: 'no_such_invitation' };
    if (!isPassword(password)) return { outcome: 'bad_password' };
    const passwordHash = await this.#parts.hasher.hash(password);
    if (passwordHash === undefined) return unable('overloaded');
    const { token: sessionToken, session } = newSession(this.#parts, client);
    const user = this.#parts.ids.next('user');
    const message = { type: 'accept', user, passwordHash, session } as const;
    const told = await asked(this.#parts, this.#parts.invitation, invitation.id, message);
    if (!told.ok) return unable(told.refusal);
    const { reply } = told;
    if (reply.outcome === 'accepted') return newlySignedIn(this.#parts, reply.user, sessionToken);
    if (reply.outcome === 'invited' || reply.outcome === 'invited_before' || reply.outcome === 'withdrawn')
      throw new Error(`an invitation was accepted with ${reply.outcome}`);
    return reply;
  }

  withdrawInvitation(author: Author, id: string): Promise<Outcome<InvitationReply>> {
    return asked(this.#parts, this.#parts.invitation, id, { type: 'withdraw', ...author });
  }

  changeRole(author: Author, user: string, role: Role): Promise<Outcome<UserReply>> {
    return this.#tell(user, { type: 'change_role', role, ...author });
  }

  /** @param keys all that a member may use from now on */
  grant(author: Author, user: string, keys: readonly string[]): Promise<Outcome<UserReply>> {
    return this.#tell(user, { type: 'grant', keys, ...author });
  }

  removeUser(author: Author, user: string): Promise<Outcome<UserReply>> {
    return this.#tell(user, { type: 'remove', ...author });
  }

  /** Open or not; undefined if there is none of that id. */
  invitation(id: string): InvitationState | undefined {
    return readInvitation(id, this.#parts.partitionOf(id).system.records);
  }

  user(id: string): Person | undefined {
    return readPerson(this.#parts.partitionOf(id).system.records, id);
  }

  /** Newest first. */
  users(account: string, page: PageRequest): Page<Person> {
    return listUsers(this.#parts.partitionOf(account).system.records, account, page);
  }

  /** All that somebody made and are open, newest first. */
  invitations(account: string): readonly InvitationState[] {
    const now = this.#parts.world.steadyMs();
    const all = listInvitations(this.#parts.partitionOf(account).system.records, account);
    return all.filter(
      ({ expiresAt, signsIn, resets }) => !signsIn && resets === undefined && expiresAt > now,
    );
  }

  #tell(user: string, message: UserMessage): Promise<Outcome<UserReply>> {
    return asked(this.#parts, this.#parts.user, user, message);
  }
}
