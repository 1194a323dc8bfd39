/** Mails to people, and the seam behind which they are sent. */

export interface Mail {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends one mail, in its own time. */
export interface MailTransport {
  /** Resolves once the mail server has taken the mail. @throws if it has not, or may not have */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** Takes mails to be sent later. */
export interface Mailer {
  /** Drops the mail if too many wait. */
  send(mail: Mail): void;
}
