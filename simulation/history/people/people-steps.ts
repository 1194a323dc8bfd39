/** The steps of people, one after the other in time, and what people know of each other. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { CrashStep, KeySetup, NodeStep, PaymentSetup, RequestStep } from '../node-history.js';
import type { PeopleCall, Role } from '../people-call.js';

export interface PeopleFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  readonly keys: readonly KeySetup[];
  readonly durationMs: number;
  readonly payments: PaymentSetup | undefined;
}

interface Person {
  readonly name: string;
  readonly account: number;
  password: string;
}

/** Requests of one client: each so many ms from `from` on. Steps that others name have an id. */
export function stepsFrom(from: number, client: number) {
  return (afterMs: number, call: ClientCall, id = 0): RequestStep => {
    return { id, at: from + afterMs, do: 'request', call, bodyAfterMs: 0, client };
  };
}

/** Somebody is invited, accepts, and is granted keys, within a second. */
export function joinsWithKeys(
  step: ReturnType<typeof stepsFrom>,
  [invited, joined]: readonly [invited: number, joined: number],
  { account, name, role, password }: Person & { readonly role: Role },
  keys: readonly number[],
): readonly RequestStep[] {
  return [
    step(0, { op: 'invite', account, name, role }, invited),
    step(300, { op: 'accept', link: invited, password }, joined),
    step(700, { op: 'list_users', account }),
    step(900, { op: 'grant', name, keys }),
  ];
}

export class PeopleSteps {
  readonly steps: NodeStep[] = [];
  readonly people: Person[] = [];
  readonly sessions: { readonly step: number; readonly person: Person }[] = [];
  readonly links: { readonly step: number; readonly person: Person }[] = [];
  /** Time of the next step. */
  at: number;
  readonly #random: Random;
  readonly #facts: PeopleFacts;
  readonly #hasMail: boolean;
  #passwords = 0;

  constructor(random: Random, facts: PeopleFacts, hasMail: boolean) {
    this.#hasMail = hasMail;
    this.#random = random;
    this.#facts = facts;
    this.at = random.between(0, facts.durationMs / 2);
  }

  /** Somebody is invited and accepts at once, mostly. */
  join(account: number, role: Role): void {
    this.accept(this.expect(account, role));
  }

  /** Somebody is invited who does not accept yet. @returns the number of the link */
  expect(account: number, role: Role): number {
    const person = { name: `p${this.people.length}@people.test`, account, password: this.#newPassword() };
    this.people.push(person);
    this.invite(person, role);
    return this.links.length - 1;
  }

  invite(person: Person, role: Role): void {
    const { name, account } = person;
    const step = this.send({ op: 'invite', account, name, role, ...this.byWhom(0.25) });
    this.links.push({ step, person });
  }

  /** By somebody, and seldom by two at once. */
  accept(nth: number): void {
    const random = this.#random;
    const { step: link, person } = this.links[nth] ?? random.pick(this.links);
    this.at += random.between(5, 400);
    for (let times = random.chance(0.2) ? 2 : 1; times > 0; times--) {
      person.password = this.#newPassword();
      const step = this.send({ op: 'accept', link, password: person.password });
      this.sessions.push({ step, person });
      this.at += random.between(0, 30);
    }
    this.at += random.between(20, 500);
    this.listUsers(person.account);
  }

  /** @returns the step that stands for the session */
  signIn(person: Person, password: string): number {
    const browser = this.#random.chance(0.4) ? this.sessionOf(person) : undefined;
    const device = browser === undefined ? {} : { device: browser };
    const step = this.send({ op: 'sign_in', name: person.name, password, ...device });
    this.sessions.push({ step, person });
    return step;
  }

  /** Then the person's other sessions are tried, of which there is one more, mostly. */
  changePassword(): void {
    const { step: session, person } = this.#random.pick(this.sessions);
    if (this.#random.chance(0.6)) this.signIn(person, person.password);
    this.at += this.#random.between(0, 200);
    const next = this.#newPassword();
    const password = this.#random.chance(0.8) ? person.password : 'a wrong password';
    this.send({ op: 'change_password', session, password, next });
    if (password === person.password) person.password = next;
    this.#trySessionsOf(person);
  }

  /** Of somebody who is signed in twice, mostly. */
  signOutEverywhere(): void {
    const { step: session, person } = this.#random.pick(this.sessions);
    if (this.#random.chance(0.7)) this.signIn(person, person.password);
    this.at += this.#random.between(0, 200);
    this.send({ op: 'sign_out', session, isEverywhere: true });
    this.#trySessionsOf(person);
  }

  remove(person: Person): void {
    this.send({ op: 'remove_user', name: person.name, ...this.byWhom(0.6, person.account) });
    this.#trySessionsOf(person);
  }

  /** Then the person looks at the keys that can be used. */
  grant(person: Person, keys: readonly number[]): void {
    this.send({ op: 'grant', name: person.name, keys, ...this.byWhom(0.6, person.account) });
    const session = this.sessionOf(person);
    this.at += this.#random.between(0, 400);
    if (session !== undefined) this.send({ op: 'read_page', session, page: 'job_form' });
  }

  signUp(): void {
    const random = this.#random;
    const isKnown = random.chance(0.3);
    const name = isKnown ? random.pick(this.people).name : `s${this.#passwords}@people.test`;
    const person = { name, account: 0, password: this.#newPassword() };
    if (this.#hasMail) this.#signUpByMail(person);
    else {
      this.send({ op: 'sign_up', name, password: person.password });
      this.at += random.between(50, 400);
    }
    this.signIn(person, person.password);
  }

  /** The link is opened twice, now and then. */
  #signUpByMail(person: Person): void {
    const random = this.#random.fork(`sign-up ${this.steps.length}`);
    const { name: to, password } = person;
    this.send({ op: 'sign_up', name: to });
    for (let times = random.chance(0.3) ? 2 : 1; times > 0; times--) {
      this.at += random.between(50, 400);
      const accept = this.send({ op: 'accept', mail: { to, kind: 'sign_up', nth: 0 }, password });
      this.sessions.push({ step: accept, person });
    }
  }

  crash(): void {
    const random = this.#random;
    const crash: CrashStep = {
      id: 0,
      at: this.at,
      do: 'crash',
      on: random.pick(['commit', 'answer'] as const),
      nth: random.between(1, 2),
      side: random.pick(['before', 'after'] as const),
      undecided: random.pick(['lost', 'kept'] as const),
      downMs: random.between(0, 300),
      times: 1,
      reboot: false,
    };
    this.steps.push(crash);
  }

  /** A while after the beginning of one of the sessions. @param random of the caller */
  during(session: number, random: Random): number {
    const began = this.steps.find(({ id }) => id === session)?.at ?? 0;
    return began + random.pick([60, 300, 2_000, 9_000]) + random.between(0, 300);
  }

  underSession(call: (session: number) => PeopleCall): void {
    // Mostly one of the latest: others have ended.
    const latest = this.#random.chance(0.7) ? this.sessions.slice(-4) : this.sessions;
    this.send(call(this.#random.pick(latest).step));
  }

  /** @param account mostly it is somebody of this one, if anybody is signed in there */
  byWhom(chance = 0.6, account?: number): { readonly session?: number } {
    if (this.sessions.length === 0 || !this.#random.chance(chance)) return {};
    const near = this.sessions.filter(({ person }) => person.account === account);
    const isNear = near.length > 0 && this.#random.chance(0.8);
    return { session: this.#random.pick(isNear ? near : this.sessions).step };
  }

  sessionOf(person: Person): number | undefined {
    return this.sessions.findLast((one) => one.person === person)?.step;
  }

  listUsers(account: number): void {
    this.send({ op: 'list_users', account });
  }

  #trySessionsOf(person: Person): void {
    this.at += this.#random.between(0, 400);
    for (const { step } of this.sessions.filter((one) => one.person === person).slice(-3))
      this.send({ op: 'read_page', session: step, page: 'sessions' });
  }

  #newPassword(): string {
    this.#passwords += 1;
    return `Password ${this.#passwords}`;
  }

  /** @returns its name among the steps of people */
  send(call: PeopleCall, client = this.#random.between(1, 4)): number {
    const random = this.#random;
    const id = -1 - this.steps.length;
    const bodyAfterMs = random.chance(0.05) ? random.pick([1, 20]) : 0;
    const isImpatient = this.#facts.faults !== 'none' && random.chance(0.02);
    const givesUpAfterMs = isImpatient ? { givesUpAfterMs: random.between(0, 40) } : {};
    this.steps.push({ id, at: this.at, do: 'request', call, bodyAfterMs, client, ...givesUpAfterMs });
    return id;
  }
}

/** The numbers of the keys of an account. */
export function keysOf(account: number, keys: readonly KeySetup[]): readonly number[] {
  return keys.map((_, key) => key).filter((key) => keys[key]?.account === account);
}

/** The number of a key, by that chance one of this account if it has any. */
export function keyNear(
  account: number,
  keys: readonly KeySetup[],
  random: Random,
  ownChance: number,
): number {
  const own = keysOf(account, keys);
  return own.length > 0 && random.chance(ownChance) ? random.pick(own) : random.below(keys.length);
}
