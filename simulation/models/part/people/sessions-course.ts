/** Signing in and out, using a session, and a new password for an old one. */
import { createHash } from 'node:crypto';
import type { Client, NewlySignedIn } from '../../../../src/people/people-results.js';
import { boundsOfGuesses, NaiveWindows } from '../requests/windows/naive-counts.js';
import type { Trial } from '../trial.js';
import { NAMES, PASSWORDS, SOUND_PASSWORDS } from './known-people.js';
import type { NaivePeople, NaiveSession, NaiveUser } from './naive-people.js';
import type { ActOf, From, Somebody } from './people-acts.js';
import type { PeopleNode } from './people-node.js';

export interface CourseParts {
  readonly trial: Trial;
  readonly node: PeopleNode;
  readonly naive: NaivePeople;
  readonly peopleMax: number;
}

/** After so many sign-ins the oldest session is used again. */
const ENOUGH = 45;

export class SessionsCourse {
  readonly #parts: CourseParts;
  readonly #windows = new NaiveWindows();

  constructor(parts: CourseParts) {
    this.#parts = parts;
  }

  async signIn(act: ActOf<'sign_in'>): Promise<void> {
    const { trial, node, naive } = this.#parts;
    for (let n = 0; n < act.times; n++) {
      if (n > 0) await trial.world.advance(act.everyMs);
      const user = naive.userOf(act.who);
      if (n === ENOUGH) await this.#useOldest(user);
      const right = user?.passwords.at(-1);
      const password = act.password ?? right ?? 0;
      const session = act.device === undefined ? undefined : this.nth(act.device);
      const told = await node.done(
        node.people.signIn(
          {
            name: nameOf(act, n),
            password: PASSWORDS[password] as string,
            device: session?.device,
          },
          clientOf(act.from),
        ),
      );
      const waitMs = this.#waitMs(act.who, user, session, act.from);
      const outcome = waitMs > 0 ? 'too_many_guesses' : user && password === right ? 'signed_in' : 'wrong';
      trial.same('sign-in', told.outcome, outcome);
      if (told.outcome === 'too_many_guesses') trial.same('guess-wait', told.retryAfterMs, waitMs);
      if (told.outcome === 'signed_in' && user !== undefined) this.begun(told, user, act.from);
    }
  }

  async use({ nth, everyMs, times }: ActOf<'use'>): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const session = this.nth(nth);
    if (session === undefined) return;
    for (let n = 0; n < times; n++) {
      if (n > 0) await trial.world.advance(everyMs);
      const told = node.people.sessionOf(session.token);
      trial.same('session', told?.session, naive.isOpen(session) ? session.id : undefined);
      naive.use(session);
      await trial.world.settle();
    }
  }

  async signOut(act: ActOf<'sign_out' | 'sign_out_everywhere'>): Promise<void> {
    const { node, naive } = this.#parts;
    const session = this.nth(act.nth);
    const signedIn = session && node.people.signedInBy(session.id);
    if (session === undefined || signedIn === undefined) return;
    if (act.do === 'sign_out_everywhere') {
      await node.done(node.people.signOutEverywhere(signedIn));
      naive.endSessions(session.user);
      return;
    }
    const other = act.other === undefined ? session : this.nth(act.other);
    await node.done(node.people.signOut(signedIn, other?.id));
    // Nobody ends sessions of others.
    const ended = other ?? session;
    if (ended.user === session.user) ended.isEnded = true;
  }

  async changePassword(act: ActOf<'change_password'>): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const session = this.nth(act.nth);
    const signedIn = session && node.people.signedInBy(session.id);
    if (session === undefined || signedIn === undefined) return;
    const { user } = session;
    const right = user.passwords.at(-1);
    const old = act.old ?? right ?? 0;
    const browser = act.device === undefined ? undefined : this.nth(act.device);
    const typed = {
      password: PASSWORDS[old] as string,
      next: PASSWORDS[act.password] as string,
      device: browser?.device,
    };
    const told = await node.done(node.people.changePassword(signedIn, typed, clientOf(act.from)));
    let expected = 'bad_password';
    if (isSound(act.password)) {
      const waitMs = right === undefined ? 0 : this.#waitMs(user.who, user, browser, act.from);
      expected = waitMs > 0 ? 'too_many_guesses' : right === undefined || old === right ? 'changed' : 'wrong';
    }
    trial.same('new-password', told.outcome, expected);
    if (expected === 'changed') naive.setPassword(user, act.password, act.from.address ?? null, session);
  }

  async #useOldest(user: NaiveUser | undefined): Promise<void> {
    const { trial, node, naive } = this.#parts;
    const oldest = naive.sessions.find((one) => one.user === user && naive.isOpen(one));
    if (oldest === undefined) return;
    node.people.sessionOf(oldest.token);
    naive.use(oldest);
    await trial.world.settle();
  }

  /** Somebody was signed in. */
  begun({ token, device, user: id }: NewlySignedIn, user: NaiveUser, from: From): void {
    const { trial, node, naive } = this.#parts;
    trial.same('signed-in', id, user.id);
    const isGone = (one: NaiveSession) => node.people.signedInBy(one.id) === undefined;
    naive.begin(user, { id: sha256(token), token, device }, from, isGone);
  }

  /** Of those that are open, if there are so many. */
  nth(nth: number): NaiveSession | undefined {
    const { naive } = this.#parts;
    const open = naive.sessions.filter((one) => naive.isOpen(one));
    return open.at(-1 - nth) ?? naive.sessions.at(-1 - nth);
  }

  /** A try counts if it is admitted. */
  #waitMs(
    who: number,
    user: NaiveUser | undefined,
    session: NaiveSession | undefined,
    { network }: From,
  ): number {
    const isKnown = user !== undefined && session?.user === user;
    return this.#windows.waitMsOfAll(
      this.#parts.trial.now,
      isKnown ? [[`${who} by ${session?.device}`, 10]] : boundsOfGuesses(who, network),
    );
  }
}

export function sha256(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

export function clientOf({ network, address, agent }: From): Client {
  return { network: `10.0.${network}.0`, address, agent };
}

/** @param n a name that is typed again is spelled otherwise */
export function nameOf({ who, spelling }: Somebody, n = 0): string {
  const spellings = NAMES[who] ?? [];
  return spellings[(spelling + n) % spellings.length] as string;
}

export function isSound(password: number): boolean {
  return password < SOUND_PASSWORDS;
}
