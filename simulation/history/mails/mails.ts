/** The mails of a history, and how people name the links in them. */

export type MailKind = 'invitation' | 'password' | 'sign_up' | 'known';

/** Those whose links nobody but the mail tells. */
export const SECRET_MAILS = ['password', 'sign_up'] as const satisfies readonly MailKind[];

/** The link of a mail that came to somebody: the `nth` of its kind, the first being 0. */
export interface MailLink {
  readonly to: string;
  readonly kind: (typeof SECRET_MAILS)[number];
  readonly nth: number;
}

/** `unheard`: the server takes it, and the node hears an error. */
export type MailFate = 'taken' | 'refused' | 'reset' | 'unheard' | 'silence';

/** The node hands a mail to the mail server. */
export interface MailSent {
  readonly what: 'mail_sent';
  /** Counts from 1; that of the first try if the same text goes to the same address again. */
  readonly mail: number;
  readonly to: string;
  readonly kind: MailKind;
  /** All addresses of pages in it, one after the other. */
  readonly link: string;
  readonly fate: MailFate;
}

/** A scanner looks at the link of a mail that has arrived, as mail servers do. */
export interface LinkScanned {
  readonly what: 'link_scanned';
  readonly mail: number;
  readonly status: number;
}
