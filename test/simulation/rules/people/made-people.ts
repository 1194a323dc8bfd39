/** Made-up histories of people: Ada, who was invited as an owner, and whoever else a test needs. */
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { Role } from '../../../../simulation/history/people-call.js';
import { MadeHistory, type Reply } from '../made-history.js';

export const ADA = 'ada@people.test';
export const PASSWORD = 'Password 1';
export const HOUR_MS = 3_600_000;
export const SIGN_IN: Reply = { status: 303, headers: { location: '/sign-in' } };
export const WRONG: Reply = { status: 401, body: { text: 'Wrong.' } };
export const TOO_MANY: Reply = { status: 429 };
export const OVER: Reply = { status: 410 };

const HASH_MS = 20;

export class MadePeople extends MadeHistory {
  /** @returns the number of the request, which names the link */
  invite(at: number, name: string, role: Role = 'owner'): number {
    return this.ask(at, { op: 'invite', account: 0, name, role }, { status: 201 });
  }

  /** @returns the number of the request, which names the session */
  accept(at: number, link: number, reply: Reply = { status: 303, headers: { location: '/' } }): number {
    return this.ask(at, { op: 'accept', link: 0, password: PASSWORD }, reply, { link });
  }

  /** Somebody who is invited, and accepts. @returns the session */
  join(at: number, name = ADA, role: Role = 'owner'): number {
    return this.accept(at, this.invite(at, name, role));
  }

  under(session: number, at: number, call: ClientCall, reply: Reply = {}): number {
    return this.ask(at, call, reply, { session });
  }

  read(session: number, at: number, reply: Reply = {}): number {
    return this.under(session, at, { op: 'read_page', session: 0, page: 'sessions' }, reply);
  }

  forget(at: number, reply: Reply = { body: { text: 'A mail is on its way.' } }): void {
    const request = this.send(at, { op: 'forgot', name: ADA });
    this.see({ at, what: 'body_sent', request });
    this.answer(at, request, reply);
  }

  signIn(
    at: number,
    reply: Reply = { status: 303, headers: { location: '/' } },
    { name = ADA, password = PASSWORD, tookMs = HASH_MS, device }: SignIn = {},
  ): number {
    const more = device === undefined ? {} : { device };
    const request = this.send(at, { op: 'sign_in', name, password }, more);
    this.see({ at, what: 'body_sent', request });
    this.answer(reply.status === 429 ? at : at + tookMs, request, reply);
    return request;
  }
}

interface SignIn {
  readonly name?: string;
  readonly password?: string;
  readonly tookMs?: number;
  readonly device?: number;
}
