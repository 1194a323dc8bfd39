/**
 * Sends mails to a mail server by SMTP (RFC 5321), one connection a mail. The client is loaded with the first
 * mail, so that no start pays for it.
 */
import type { Mail, MailTransport } from './mail.js';

export interface SmtpOptions {
  /** `smtps://user@host:port` or `smtp://…`. */
  readonly url: string;
  /** '' if the server wants none. */
  readonly password: string;
  /** The sender's address. */
  readonly from: string;
}

const STEP_LIMIT_MS = 15_000;
const DEFAULT_PORTS = { 'smtps:': 465, 'smtp:': 587 };
const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function createSmtpTransport({ url, password, from }: SmtpOptions): MailTransport {
  const { protocol, hostname, port, username } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORTS[isSecure ? 'smtps:' : 'smtp:'] : Number(port),
    secure: isSecure,
    // A mail holds a link that signs somebody in: it goes over no connection that others can read.
    requireTLS: !isSecure && !LOOPBACK.test(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: password } }),
    connectionTimeout: STEP_LIMIT_MS,
    greetingTimeout: STEP_LIMIT_MS,
    socketTimeout: STEP_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send({ to, subject, text }: Mail, signal) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(options);
      try {
        // Addresses as objects: a text would be read as a list of them.
        await transport.sendMail({
          from: { name: 'Tollgate', address: from },
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // A mail that is given up here is tried again: it must not go out after all.
          signal,
        });
      } finally {
        transport.close();
      }
    },
  };
}
