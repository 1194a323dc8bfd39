/**
 * The acts of people that the audit trail has to tell of, counted by the answers to their requests: so many
 * surely, and as many more as nobody was answered about.
 */
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange, Requests } from '../facts/requests.js';
import type { Invariant } from '../invariant.js';

export interface ActRecord {
  readonly act: string;
  readonly about: string;
  readonly detail: { readonly name?: string | null };
}

/** Entries that count as one kind: a link makes a user, or sets the password of one. */
const KINDS: Readonly<Record<string, string>> = {
  signed_in: 'signed_in',
  user_joined: 'password_set',
  password_changed: 'password_set',
  user_invited: 'user_invited',
  invitation_withdrawn: 'invitation_withdrawn',
  grants_changed: 'grants_changed',
  role_changed: 'role_changed',
  user_removed: 'user_removed',
};

const ABOUT_INVITATIONS: readonly string[] = ['user_invited', 'invitation_withdrawn'];

export class PeopleActs {
  readonly #book: PersonBook;
  /** The requests for each kind of act about a name. */
  readonly #asked = new Map<string, Exchange[]>();

  constructor(requests: Requests) {
    this.#book = new PersonBook(requests);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#book.observe(seen, exchange);
    if (seen.what !== 'sent' || exchange === undefined) return;
    const { call } = exchange.sent;
    const ask = (kind: string, name: string | undefined) => {
      const of = `${kind} ${name}`;
      this.#asked.set(of, [...(this.#asked.get(of) ?? []), exchange]);
    };
    switch (call.op) {
      case 'sign_in':
        ask('signed_in', call.name);
        return;
      case 'accept':
        ask('signed_in', this.#book.signsIn(exchange));
        ask('password_set', this.#book.signsIn(exchange));
        return;
      case 'sign_up':
        if (call.password !== undefined) ask('password_set', call.name);
        return;
      case 'change_password':
        ask('password_set', this.#book.nameOf(exchange));
        return;
      case 'invite':
        ask('user_invited', call.name);
        return;
      case 'withdraw':
        ask('invitation_withdrawn', this.#invited(exchange));
        return;
      case 'grant':
        ask('grants_changed', call.name);
        return;
      case 'change_role':
        ask('role_changed', call.name);
        return;
      case 'remove_user':
        ask('user_removed', call.name);
    }
  }

  #invited(exchange: Exchange): string | undefined {
    const call = this.#book.invitationOf(exchange)?.sent.call;
    return call?.op === 'invite' ? call.name : undefined;
  }

  /** The flaws of a trail that stands on disk. */
  check(entries: Iterable<ActRecord>): readonly string[] {
    const names = new Map<string, string>();
    const found = new Map<string, number>();
    for (const { act, about, detail } of entries) {
      if (act === 'user_joined') names.set(about, detail.name ?? '');
      const kind = KINDS[act];
      const name = ABOUT_INVITATIONS.includes(act) ? detail.name : names.get(about);
      if (kind === undefined || name === undefined) continue;
      const of = `${kind} ${name}`;
      found.set(of, (found.get(of) ?? 0) + 1);
    }
    const wrong: string[] = [];
    for (const of of new Set([...this.#asked.keys(), ...found.keys()])) {
      const count = found.get(of) ?? 0;
      const { least, most } = this.#owed(of);
      if (count < least || count > most) wrong.push(`has ${count} of ${of}, not ${least} to ${most}`);
    }
    return wrong;
  }

  #owed(of: string): { readonly least: number; readonly most: number } {
    let [least, most] = [0, 0];
    for (const exchange of this.#asked.get(of) ?? []) {
      const outcome = outcomeOf(exchange);
      if (outcome === 'refused') continue;
      most += 1;
      if (outcome === 'done' && isSure(exchange)) least += 1;
    }
    return { least, most };
  }
}

/** A role that somebody has is given without an entry; a sign-up for a name that there is makes nobody. */
function isSure({ sent: { call } }: Exchange): boolean {
  return call.op !== 'change_role' && call.op !== 'sign_up';
}
