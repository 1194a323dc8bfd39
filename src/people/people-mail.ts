/**
 * The mails to people. Their links begin with the public URL, whatever host a request names.
 *
 * A mail is sent once what it tells of is on disk. If the node ends before the mail has gone out, the mail is
 * lost: whoever waits for it asks again.
 */
import { userNameKey } from '../actors/people/user-names.js';
import type { Mailer } from '../mail/mail.js';
import { type MailKind, type MailLanguage, mailOf } from '../mail/mail-texts.js';
import type { World } from '../time/world.js';
import { DayLimit } from './day-limit.js';

/** Mails in a day to one address that strangers can cause. */
const ASKED_MAX = 5;

export interface MailParts {
  /** Undefined if there is no mail server. */
  readonly mailer: Mailer | undefined;
  readonly publicUrl: () => string | undefined;
}

export class PeopleMail {
  readonly #mailer: Mailer | undefined;
  readonly #publicUrl: () => string | undefined;
  readonly #asked: DayLimit;

  constructor({ world, mailer, publicUrl }: MailParts & { readonly world: World }) {
    this.#mailer = mailer;
    this.#publicUrl = publicUrl;
    this.#asked = new DayLimit(world, () => ASKED_MAX);
  }

  get isOn(): boolean {
    return this.#mailer !== undefined && this.#publicUrl() !== undefined;
  }

  /** @param path of the link; '' for the dashboard itself. @returns whether there is a mail server */
  send(kind: MailKind, to: string, path: string, language: MailLanguage): boolean {
    const publicUrl = this.#publicUrl();
    if (this.#mailer === undefined || publicUrl === undefined) return false;
    this.#mailer.send(mailOf(kind, to, `${publicUrl}/${path}`, language));
    return true;
  }

  /** Counts a mail that a stranger asks for. @returns false if the address has had enough of them today */
  mayAsk(name: string): boolean {
    return this.#asked.admit(userNameKey(name));
  }
}
