/** The mails that a node handed to its mail server, and the requests that each may come of. */

import type { MailKind, MailSent } from '../../history/mails/mails.js';
import type { Observation } from '../../history/observation.js';
import { outcomeOf } from './people-outcomes.js';
import { bodyOf, type Exchange, type Requests } from './requests.js';

export interface KnownMail extends Pick<MailSent, 'mail' | 'to' | 'kind' | 'link'> {
  /** When it was tried first, in ms, and the place of that among the observations. */
  readonly at: number;
  readonly seq: number;
  /** The earliest request that it can come of; undefined if there is none. */
  readonly asked: Exchange | undefined;
  tries: number;
  isTaken: boolean;
}

const ASKED_BY = {
  invitation: 'invite',
  password: 'forgot',
  sign_up: 'sign_up',
  known: 'sign_up',
} as const satisfies Record<MailKind, string>;

export class MailBook {
  readonly #requests: Requests;
  /** By the number of the mail. */
  readonly #mails = new Map<number, KnownMail>();
  /** By op and name, in the order of their sending. */
  readonly #asked = new Map<string, Exchange[]>();
  /** The request for the invitation that each link leads to, as answers told. */
  readonly #told = new Map<string, Exchange>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  get all(): Iterable<KnownMail> {
    return this.#mails.values();
  }

  find(mail: number | undefined): KnownMail | undefined {
    return this.#mails.get(mail ?? 0);
  }

  /** The request whose answer told of the same link. */
  invitedBy({ link }: KnownMail): Exchange | undefined {
    return this.#told.get(link);
  }

  /** @returns the mail that `seen` is a try of, or that has the link of an invitation that was told */
  observe(seen: Observation, exchange: Exchange | undefined): KnownMail | undefined {
    if (seen.what === 'mail_sent') return this.#sent(seen);
    const { call } = exchange?.sent ?? {};
    if (exchange === undefined || call === undefined) return undefined;
    if (seen.what === 'sent' && (call.op === 'invite' || call.op === 'forgot' || call.op === 'sign_up')) {
      const of = `${call.op} ${call.name}`;
      this.#asked.set(of, [...(this.#asked.get(of) ?? []), exchange]);
    }
    if (seen.what !== 'answered' || call.op !== 'invite' || outcomeOf(exchange) !== 'done') return undefined;
    const link = String(bodyOf(seen)?.url);
    this.#told.set(link, exchange);
    return [...this.#mails.values()].find((one) => one.link === link);
  }

  #sent(seen: MailSent & { readonly at: number }): KnownMail {
    const { mail, to, kind, link, at, fate } = seen;
    let known = this.#mails.get(mail);
    if (known === undefined) {
      const op = ASKED_BY[kind];
      const nth = [...this.#mails.values()].filter(
        (one) => one.to === to && ASKED_BY[one.kind] === op,
      ).length;
      const all = (this.#asked.get(`${op} ${to}`) ?? []).filter((one) => outcomeOf(one) !== 'refused');
      const first = { mail, to, kind, link, at, seq: this.#requests.seq };
      known = { ...first, asked: all[nth], tries: 0, isTaken: false };
      this.#mails.set(mail, known);
    }
    known.tries += 1;
    if (fate === 'taken') known.isTaken = true;
    return known;
  }
}
