/**
 * Accounts that strangers make for themselves, each with its owner. With a mail server a stranger gives an
 * address, and opens the account by the link that is mailed there; without one, by a password at once.
 *
 * Invariants
 *  1. Answers do not tell whether a name is a user's: a known name is mailed that it has an account or,
 *     without a mail server, stays as it is. To sign in with the new password is then the only way to see.
 *  2. A network asks for `NETWORK_MAX` accounts a day, and all together for as many as the settings say.
 */
import { asked } from '../actors/partition.js';
import { userOfName } from '../actors/people/user-names.js';
import type { MailLanguage } from '../mail/mail-texts.js';
import { DayLimit } from './day-limit.js';
import { newlySignedIn, newSession } from './new-session.js';
import { isPassword } from './password-check.js';
import type { PeopleMail } from './people-mail.js';
import type { PeopleParts } from './people-parts.js';
import { type AcceptResult, type Client, type Unable, unable } from './people-results.js';
import { openSignUp, sealSignUp } from './sign-up-link.js';

const NETWORK_MAX = 10;
const EVERYBODY = 'everybody';

export interface SignUpSettings {
  readonly signUp: 'closed' | 'open';
  readonly verify: 'operator' | 'email';
  readonly signUpsPerDayMax: number;
}

export type SignUpResult = { readonly outcome: 'asked' | 'too_many' } | Unable;

export class SignUp {
  readonly #parts: PeopleParts;
  readonly #mail: PeopleMail;
  readonly #settings: SignUpSettings;
  readonly #byNetwork: DayLimit;
  readonly #ofAll: DayLimit;

  /** @param settings read anew for each request */
  constructor(parts: PeopleParts, mail: PeopleMail, settings: SignUpSettings) {
    this.#parts = parts;
    this.#mail = mail;
    this.#settings = settings;
    this.#byNetwork = new DayLimit(parts.world, () => NETWORK_MAX);
    this.#ofAll = new DayLimit(parts.world, () => settings.signUpsPerDayMax);
  }

  get isOpen(): boolean {
    return this.#settings.signUp === 'open';
  }

  /** True if a link is mailed; false if the password is chosen at once. */
  get isByMail(): boolean {
    return this.#mail.isOn;
  }

  /** Mails a link, or that the name has an account. @param name has the shape of one: `isUserName` */
  ask(name: string, language: MailLanguage, client: Client): SignUpResult {
    if (!this.#admit(client)) return { outcome: 'too_many' };
    const { seal, world } = this.#parts;
    const path = `sign-up/${sealSignUp(seal, world, name)}`;
    if (!this.#mail.mayAsk(name)) return { outcome: 'asked' };
    if (this.#isKnown(name)) this.#mail.send('known', name, 'sign-in', language);
    else this.#mail.send('sign_up', name, path, language);
    return { outcome: 'asked' };
  }

  /** Makes an account that is not verified, unless the name is known. @param password `isPassword` */
  async askWithPassword(name: string, password: string, client: Client): Promise<SignUpResult> {
    if (!this.#admit(client)) return { outcome: 'too_many' };
    const made = await this.#found(name, password, client, { isVerified: false, isSignedIn: false });
    return made.outcome === 'unable' ? made : { outcome: 'asked' };
  }

  /** The name that a mailed link is for; undefined if it opens no account, or none any more. */
  nameOf(link: string): string | undefined {
    const { seal, world } = this.#parts;
    const name = this.isOpen ? openSignUp(seal, world, link) : undefined;
    return name === undefined || this.#isKnown(name) ? undefined : name;
  }

  /** Opens the account; its owner is signed in from then on. */
  async accept(link: string, password: string, client: Client): Promise<AcceptResult> {
    const name = this.nameOf(link);
    if (name === undefined) return { outcome: 'no_such_invitation' };
    if (!isPassword(password)) return { outcome: 'bad_password' };
    const isVerified = this.#settings.verify === 'email';
    return await this.#found(name, password, client, { isVerified, isSignedIn: true });
  }

  async #found(
    name: string,
    password: string,
    client: Client,
    how: { readonly isVerified: boolean; readonly isSignedIn: boolean },
  ): Promise<AcceptResult> {
    const { ids, hasher, user } = this.#parts;
    const passwordHash = await hasher.hash(password);
    if (passwordHash === undefined) return unable('overloaded');
    const { token, session } = newSession(this.#parts, client);
    const [id, account] = [ids.next('user'), ids.next('account')];
    const message = { type: 'found', account, name, passwordHash, session, ...how } as const;
    const told = await asked(this.#parts, user, id, message);
    if (!told.ok) return unable(told.refusal);
    if (told.reply.outcome === 'name_taken') return { outcome: 'name_taken' };
    if (told.reply.outcome !== 'user') throw new Error(`a sign-up was answered ${told.reply.outcome}`);
    return newlySignedIn(this.#parts, id, token);
  }

  #admit({ network }: Client): boolean {
    return this.#byNetwork.admit(network) && this.#ofAll.admit(EVERYBODY);
  }

  #isKnown(name: string): boolean {
    return userOfName(this.#parts.partitionOf(name).system.records, name) !== undefined;
  }
}
