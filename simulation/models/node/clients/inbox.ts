/** The mails that came to people, with the links that nobody else is told. */
import type { MailLink, MailSent } from '../../../history/mails/mails.js';

interface Arrived {
  readonly mail: number;
  readonly path: string;
}

export class Inbox {
  /** By kind and address. */
  readonly #mails = new Map<string, Arrived[]>();

  arrived({ mail, kind, to, link }: MailSent): void {
    const known = this.#mails.get(`${kind} ${to}`) ?? [];
    if (!URL.canParse(link) || known.some((one) => one.mail === mail)) return;
    this.#mails.set(`${kind} ${to}`, [...known, { mail, path: new URL(link).pathname }]);
  }

  /** Undefined if no such mail has come. */
  find({ kind, to, nth }: MailLink): Arrived | undefined {
    return this.#mails.get(`${kind} ${to}`)?.[nth];
  }
}
