/**
 * The facts about a person that may hold at some time, by the requests that were made: whether there is a
 * user of the name, with which role, grants and password.
 *
 * Of a name that signed up nothing is certain but what was answered later: a sign-up is answered the same for
 * a name that there is.
 */

import type { MailSent } from '../../history/mails/mails.js';
import type { Observation } from '../../history/observation.js';
import { isPeopleCall, type Role } from '../../history/people-call.js';
import { type Change, Changes } from './changes.js';
import { outcomeOf } from './people-outcomes.js';
import type { Exchange, Requests } from './requests.js';

export interface PersonFacts {
  readonly isUser: Changes<boolean>;
  readonly role: Changes<Role>;
  /** Numbers of API keys, joined by commas. */
  readonly grants: Changes<string>;
  readonly password: Changes<string>;
  /**
   * The number of the account that the name is a user's of, or was invited to first; undefined if it may be
   * another one.
   */
  account: number | undefined;
  /** Whether anybody has asked to sign up under the name: then the account is not known. */
  hasSignedUp: boolean;
}

/** Of a sign-up, the account is none that has a number. */
interface Joining {
  readonly name: string;
  readonly role: Role;
  readonly account?: number;
}

/** The changes that a request makes if it is done. */
interface Wanted {
  readonly person: PersonFacts;
  readonly isUser?: Change<boolean>;
  readonly role?: Change<Role>;
  readonly grants?: Change<string>;
  readonly password?: Change<string>;
  /** The account that a user of the name is of from then on. */
  readonly account?: number;
  /** Of somebody who joins or gets a new password: whether there was a user of the name before. */
  readonly wasUser: readonly boolean[];
}

export class PersonBook {
  readonly #requests: Requests;
  readonly #people = new Map<string, PersonFacts>();
  readonly #wanted = new Map<number, Wanted>();
  readonly #links = new Map<number, Exchange>();
  /** By the number of the mail. */
  readonly #mails = new Map<number, MailSent>();
  /** The names that sessions are of, by the request that made each. */
  readonly #names = new Map<number, string>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  of(name: string): PersonFacts {
    let person = this.#people.get(name);
    if (person === undefined) {
      person = {
        isUser: new Changes(false, 0),
        role: new Changes<Role>('member', 0),
        grants: new Changes('', 0),
        password: new Changes('', 0),
        account: undefined,
        hasSignedUp: false,
      };
      this.#people.set(name, person);
    }
    return person;
  }

  /** The request for the invitation whose link a request has. */
  invitationOf({ sent }: Exchange): Exchange | undefined {
    return sent.link === undefined ? undefined : this.#links.get(sent.link);
  }

  /** The name under whose session a request came; undefined if it came under none. */
  nameOf({ sent }: Exchange): string | undefined {
    return sent.session === undefined ? undefined : this.#names.get(sent.session);
  }

  /** The name that the browser of a request signed in as before; undefined if it never did. */
  deviceOf({ sent }: Exchange): string | undefined {
    return sent.device === undefined ? undefined : this.#names.get(sent.device);
  }

  /** The person whom a request signs in, if it does. */
  signsIn(exchange: Exchange): string | undefined {
    const { call } = exchange.sent;
    if (call.op === 'sign_in') return call.name;
    const mail = this.#mailOf(exchange);
    if (mail !== undefined && call.op === 'accept') return mail.to;
    const invited = this.invitationOf(exchange)?.sent.call;
    return call.op === 'accept' && invited?.op === 'invite' ? invited.name : undefined;
  }

  #mailOf({ sent }: Exchange): MailSent | undefined {
    return this.#mails.get(sent.mail ?? 0);
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    if (seen.what === 'mail_sent') this.#mails.set(seen.mail, seen);
    if (seen.what === 'crashed' || seen.what === 'stopped' || seen.what === 'start_failed') {
      for (const person of this.#people.values()) {
        for (const field of [person.isUser, person.role, person.grants, person.password])
          field.processEnded(this.#requests.seq, false);
      }
      return;
    }
    if (exchange === undefined || !isPeopleCall(exchange.sent.call)) return;
    if (seen.what === 'sent') this.#sent(exchange);
    if (seen.what === 'answered') this.#answered(exchange);
  }

  #sent(exchange: Exchange): void {
    const { call, request } = exchange.sent;
    const { seq } = exchange;
    switch (call.op) {
      case 'invite':
        if (!this.of(call.name).hasSignedUp) this.of(call.name).account ??= call.account;
        return;
      case 'accept': {
        const mail = this.#mailOf(exchange);
        if (mail !== undefined) this.#acceptsMail(exchange, mail, call.password);
        const invited = this.invitationOf(exchange)?.sent.call;
        if (invited?.op === 'invite') this.#joins(exchange, invited, call.password);
        return;
      }
      case 'sign_up':
        if (call.password !== undefined) this.#signsUp(exchange, call.name, call.password);
        return;
      case 'change_role': {
        const person = this.of(call.name);
        this.#wanted.set(request, { person, wasUser: [], role: person.role.begin(call.role, seq) });
        return;
      }
      case 'grant': {
        const person = this.of(call.name);
        const grants = person.grants.begin(call.keys.join(), seq);
        this.#wanted.set(request, { person, wasUser: [], grants });
        return;
      }
      case 'remove_user': {
        const person = this.of(call.name);
        this.#wanted.set(request, { person, wasUser: [], isUser: person.isUser.begin(false, seq) });
        return;
      }
      case 'change_password': {
        const person = this.of(this.nameOf(exchange) ?? '');
        this.#wanted.set(request, { person, wasUser: [], password: person.password.begin(call.next, seq) });
      }
    }
  }

  #acceptsMail(exchange: Exchange, { kind, to }: MailSent, password: string): void {
    if (kind === 'sign_up') this.#signsUp(exchange, to, password);
    if (kind !== 'password') return;
    const person = this.of(to);
    const change = person.password.begin(password, exchange.seq);
    this.#wanted.set(exchange.sent.request, { person, wasUser: [], password: change });
  }

  #signsUp(exchange: Exchange, name: string, password: string): void {
    this.#joins(exchange, { name, role: 'owner' }, password);
    Object.assign(this.of(name), { account: undefined, hasSignedUp: true });
  }

  #joins({ sent, seq }: Exchange, { name, role, account }: Joining, password: string): void {
    const person = this.of(name);
    const wasUser = person.isUser.possible(seq, seq);
    // Somebody who is no user may be one of any account that invited them.
    if (account !== person.account && wasUser.includes(false)) person.account = undefined;
    this.#wanted.set(sent.request, {
      person,
      wasUser,
      ...(account !== undefined && { account }),
      isUser: person.isUser.begin(true, seq),
      role: person.role.begin(role, seq),
      grants: person.grants.begin('', seq),
      password: person.password.begin(password, seq),
    });
  }

  #answered(exchange: Exchange): void {
    const { call, request } = exchange.sent;
    const wanted = this.#wanted.get(request);
    const outcome = outcomeOf(exchange);
    this.#wanted.delete(request);
    if (outcome === 'done') {
      if (call.op === 'invite') this.#links.set(request, exchange);
      const name = this.signsIn(exchange);
      if (name !== undefined) this.#names.set(request, name);
    }
    if (wanted === undefined) return;
    if (outcome === 'refused') settle(wanted, FIELDS, exchange, false);
    if (outcome !== 'done') return;
    if (call.op === 'accept') this.#joined(exchange, wanted);
    else if (call.op === 'sign_up') this.#signedUp(exchange, wanted);
    else settle(wanted, FIELDS, exchange, true);
  }

  /** A user who was one before has a new password, and nothing else. */
  #joined(exchange: Exchange, wanted: Wanted): void {
    const { person, wasUser, account } = wanted;
    if (account !== undefined && !person.hasSignedUp) person.account = account;
    settle(wanted, ['isUser', 'password'], exchange, true);
    if (!wasUser.includes(true)) settle(wanted, ['role', 'grants'], exchange, true);
    else if (!person.isUser.possible(exchange.seq, exchange.endSeq).includes(false))
      settle(wanted, ['role', 'grants'], exchange, false);
  }

  /** A user of the name stays as it is. */
  #signedUp(exchange: Exchange, wanted: Wanted): void {
    if (!wanted.wasUser.includes(true)) settle(wanted, ['isUser'], exchange, true);
    else if (!wanted.wasUser.includes(false)) settle(wanted, FIELDS, exchange, false);
  }
}

const FIELDS = ['isUser', 'role', 'grants', 'password'] as const;

function settle(
  wanted: Wanted,
  fields: readonly (typeof FIELDS)[number][],
  { endSeq }: Exchange,
  isDone: boolean,
): void {
  for (const field of fields) {
    const changes: Changes<unknown> = wanted.person[field];
    const change = wanted[field];
    if (change === undefined) continue;
    if (isDone) changes.applied(change, endSeq);
    else changes.refused(change, endSeq, false);
  }
}
