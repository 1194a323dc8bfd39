/** Links for strangers and for those who forgot their passwords, and the mails with which links go out. */
import { userOfName } from '../../../../src/actors/people/user-names.js';
import { readPerson } from '../../../../src/actors/people/user-record.js';
import type { MailKind, MailLanguage } from '../../../../src/mail/mail-texts.js';
import { boundsOfGuesses, NaiveDays, NaiveWindows } from '../requests/windows/naive-counts.js';
import { OPERATORS, PASSWORDS } from './known-people.js';
import { byUser, type NaiveUser } from './naive-people.js';
import type { ActOf, AskForLink } from './people-acts.js';
import { mailFlaws } from './read-mail.js';
import {
  type CourseParts,
  clientOf,
  isSound,
  nameOf,
  type SessionsCourse,
  sha256,
} from './sessions-course.js';

/** A mail that is to come. */
interface OwedMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: MailLanguage;
  readonly publicUrl: string;
  /** The end of its link; undefined if that is told by the mail alone. */
  readonly path?: string;
  /** Told of the end of its link. */
  readonly learn?: (path: string) => void;
}

interface OpeningLink {
  readonly who: number;
  readonly name: string;
  readonly path: string;
  readonly until: number;
}

const HOUR_MS = 3_600_000;
const NETWORK_MAX = 10;
const ASKED_MAX = 5;
const ANY_LINK = /^(invitation\/[\w-]{43}|sign-up\/[\w.-]+)$/;

export class StrangersCourse {
  readonly #parts: CourseParts;
  readonly #sessions: SessionsCourse;
  readonly #windows = new NaiveWindows();
  #days = new NaiveDays();
  readonly #opening: OpeningLink[] = [];
  readonly #accounts: { readonly id: string; readonly name: string; readonly isVerified: boolean }[] = [];
  #read = 0;

  constructor(parts: CourseParts, sessions: SessionsCourse) {
    this.#parts = parts;
    this.#sessions = sessions;
  }

  /** Counts of a day live in memory. */
  restarted(): void {
    this.#days = new NaiveDays();
  }

  /** The mails of an invitation. */
  invited(act: ActOf<'invite'>, token: string): void {
    this.#owed({ kind: 'invitation', to: nameOf(act), language: act.language, path: `invitation/${token}` });
  }

  async forgot(act: AskForLink): Promise<void> {
    const { trial, node, naive } = this.#parts;
    for (let n = 0; n < act.times; n++) {
      const { network } = act.from;
      const waitMs = this.#windows.waitMsOfAll(trial.now, boundsOfGuesses(act.who, network));
      const isAsked = node.people.forgotten.ask(nameOf(act, n), act.language, clientOf(act.from));
      trial.same('forgotten', isAsked, waitMs === 0);
      await trial.world.settle();
      const user = naive.userOf(act.who);
      if (waitMs > 0 || user === undefined || !this.#mayAsk(act.who)) continue;
      if (naive.linksOf(user.account).length >= this.#parts.peopleMax) continue;
      const learn = (path: string) => this.#forgotten(user, path);
      this.#owed({ kind: 'password', to: user.name, language: act.language, learn });
    }
  }

  async signUp(act: AskForLink): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const { people, settings } = node;
    if (!people.signUp.isOpen) return;
    const client = clientOf(act.from);
    for (let n = 0; n < act.times; n++) {
      const name = nameOf(act, n);
      const isAdmitted =
        this.#admits(`from ${act.from.network}`, NETWORK_MAX) &&
        this.#admits('all', settings.signUpsPerDayMax);
      const told =
        act.do === 'sign_up'
          ? people.signUp.ask(name, act.language, client)
          : await node.done(people.signUp.askWithPassword(name, PASSWORDS[0] as string, client));
      trial.same('sign-up', told.outcome, isAdmitted ? 'asked' : 'too_many');
      if (!isAdmitted) continue;
      const known = naive.userOf(act.who);
      if (act.do === 'sign_up_at_once') {
        if (known === undefined) this.#founded({ who: act.who, name }, 0, act.from.address ?? null, false);
      } else if (this.#mayAsk(act.who)) {
        if (known === undefined) {
          const until = trial.world.wallMs() + 72 * HOUR_MS;
          const learn = (path: string) => this.#opening.push({ who: act.who, name, path, until });
          this.#owed({ kind: 'sign_up', to: name, language: act.language, learn });
        } else this.#owed({ kind: 'known', to: name, language: act.language, path: 'sign-in' });
      }
    }
  }

  async openAccount({ nth, password, from }: ActOf<'open_account'>): Promise<void> {
    const { trial, node } = this.#parts;
    const link = this.#opening.at(-1 - nth);
    if (link === undefined) return;
    const end = link.path.slice('sign-up/'.length);
    const isThere = this.#opens(link);
    const told = await node.done(
      node.people.signUp.accept(end, PASSWORDS[password] as string, clientOf(from)),
    );
    const expected = !isThere ? 'no_such_invitation' : isSound(password) ? 'signed_in' : 'bad_password';
    trial.same('opened', told.outcome, expected);
    if (expected !== 'signed_in' || told.outcome !== 'signed_in') return;
    const isVerified = node.settings.verify === 'email';
    const user = this.#founded(link, password, from.address ?? null, isVerified);
    if (user !== undefined) this.#sessions.begun(told, user, from);
  }

  compare(): void {
    const { trial, node, naive } = this.#parts;
    trial.same('mails', node.mails.length, this.#read);
    for (const link of this.#opening) {
      const name = node.people.signUp.nameOf(link.path.slice('sign-up/'.length));
      trial.same('opening', name, this.#opens(link) ? link.name : undefined);
    }
    for (const { id, name, isVerified } of this.#accounts) {
      const { name: told, verified } = JSON.parse(node.records.get('accounts', id) ?? '{}');
      trial.same('account', [told, verified], [name, isVerified]);
      trial.same('owner', naive.usersOf(id).length >= 1, true);
    }
  }

  #opens({ who, until }: OpeningLink): boolean {
    const { trial, node, naive } = this.#parts;
    const isOpen = node.settings.signUp === 'open';
    return isOpen && naive.userOf(who) === undefined && trial.world.wallMs() < until;
  }

  /** Somebody has an account of their own: the ids are those that the part gave. */
  #founded(
    { who, name }: { readonly who: number; readonly name: string },
    password: number,
    address: string | null,
    isVerified: boolean,
  ): NaiveUser | undefined {
    const { trial, node, naive } = this.#parts;
    const id = userOfName(node.records, name);
    const person = id === undefined ? undefined : readPerson(node.records, id);
    trial.same('founded', person?.role, 'owner');
    if (person === undefined) return undefined;
    const { account } = person;
    const by = byUser(person.id, address);
    naive.did(account, 'account_created', account, by, { name });
    if (isVerified) naive.did(account, 'account_verified', account, by);
    this.#accounts.push({ id: account, name, isVerified });
    return naive.join({ account, who, name, role: 'owner' }, person.id, password, address);
  }

  #forgotten(user: NaiveUser, path: string): void {
    const { naive } = this.#parts;
    const token = path.slice('invitation/'.length);
    const { account, who, name, role } = user;
    naive.links.push({
      kind: 'resets',
      id: sha256(token),
      token,
      ...{ account, who, name, role },
      rights: { role: 'operator', account: OPERATORS },
      madeAt: naive.now,
      createdAt: naive.second,
      of: { user, passwords: user.passwords.length },
      isOver: false,
    });
  }

  #admits(name: string, max: number): boolean {
    return this.#days.admit(name, max, this.#parts.trial.world.wallMs());
  }

  /** Strangers have five mails a day sent to an address. */
  #mayAsk(who: number): boolean {
    return this.#admits(`mails to ${who}`, ASKED_MAX);
  }

  #owed(owed: Omit<OwedMail, 'publicUrl'>): void {
    const { trial, node } = this.#parts;
    const mail = node.mails[this.#read];
    if (mail === undefined) {
      trial.broke('mails', `no mail came that says ${owed.kind} to ${owed.to}`);
      return;
    }
    this.#read += 1;
    const { publicUrl } = node.settings;
    const path = owed.path ?? /\n(\S+)\n/.exec(mail.text)?.[1]?.slice(publicUrl.length + 1) ?? '';
    trial.same('mail-to', mail.to, owed.to);
    trial.same('mail', mailFlaws(mail, owed.kind, owed.language, `${publicUrl}/${path}`), []);
    if (owed.path === undefined) trial.same('mail-link', ANY_LINK.test(path), true);
    owed.learn?.(path);
  }
}
