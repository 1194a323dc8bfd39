/** Made-up histories of people who are mailed: Ada, who has joined, and whoever else a test needs. */
import type { MailKind, MailSent } from '../../../../simulation/history/mails/mails.js';
import type { Rule } from '../../../../simulation/rules/invariant.js';
import type { Reply } from '../made-history.js';
import { ADA, MadePeople, PASSWORD } from './made-people.js';

const TOKEN = 'x'.repeat(42);
/** The link by which Ada has joined. */
export const OF_ADA = `https://gateway.test/invitation/${TOKEN}0`;

export class MadeMails extends MadePeople {
  constructor(rule: Rule) {
    super(rule, { people: { signUp: 'open', hasMail: true } });
  }

  /** @returns the session */
  joined(): number {
    this.see({ at: -5, what: 'starting', isReboot: false });
    const link = this.invited(-4, ADA, OF_ADA);
    return this.accept(-3, link);
  }

  /** @returns the number of the request */
  invited(at: number, name: string, url: string): number {
    const call = { op: 'invite', account: 0, name, role: 'owner' } as const;
    return this.ask(at, call, { status: 201, body: { url } });
  }

  forgot(at: number, name = ADA, reply: Reply = { body: { text: 'Sent.' } }, tookMs = 0): number {
    const request = this.send(at, { op: 'forgot', name }, { credential: 'page', hasBody: true });
    this.see({ at, what: 'body_sent', request });
    this.answer(at + tookMs, request, reply);
    return request;
  }

  mail(at: number, mail: number, more: Partial<MailSent> = {}): void {
    const link = linkOf(mail, more.kind);
    this.see({ at, what: 'mail_sent', mail, to: ADA, kind: 'password', link, fate: 'taken', ...more });
  }

  /** With the link of a mail. */
  use(at: number, mail: number, reply: Reply = { status: 303, headers: { location: '/' } }): number {
    const call = { op: 'accept', mail: { to: ADA, kind: 'password', nth: 0 }, password: PASSWORD } as const;
    return this.ask(at, call, reply, { mail });
  }

  /** The node is told to stop at last. */
  stopped(at: number): readonly string[] {
    this.see({ at: at - 1, what: 'quiet' });
    this.see({ at, what: 'stopping' });
    return this.end();
  }
}

export function linkOf(mail: number, kind: MailKind = 'password'): string {
  if (kind === 'known') return 'https://gateway.test/sign-in';
  return `https://gateway.test/${kind === 'sign_up' ? 'sign-up' : 'invitation'}/${TOKEN}${mail}`;
}
