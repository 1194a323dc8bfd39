/**
 * Makes people of each role, of one account and of others, who visit all pages: of what they may see, and of
 * what they may not; who give keys other secrets, with a grace or without; and who send the forms about keys
 * and their credit, those of their role and others.
 */
import type { Random } from '../../../world/random.js';
import type { ClientCall } from '../../client-call.js';
import { VISITED, type VisitCall, type Visited } from '../../forms/visit-call.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall, Role } from '../../people-call.js';
import type { PeopleFacts } from '../people-steps.js';

const CHANCE = 0.6;
/** Names of steps that no other step has. */
const FIRST_STEP = -162_000;
/** Networks of their own. */
const CLIENTS = [70, 71, 72] as const;
const FIRST_KEY = 9_460;
/** Of keys that pages make, of which no client has the secret. */
const FIRST_PAGE_KEY = 35_000;
/** And of keys that forms are about, made just before. */
const FIRST_OF_FORMS = 35_500;
const FORMS_CHANCE = 0.7;
const JOIN_MS = 400;
/** Those with rows of their own to show. */
const TELLING: readonly Visited[] = ['audit', 'audit', 'sessions', 'people', 'people', 'person'];

interface Visitor {
  readonly name: string;
  readonly account: number;
  readonly role: Role;
  session: number;
}

export function generateVisits(random: Random, facts: PeopleFacts): readonly NodeStep[] {
  return random.chance(CHANCE) ? new Visits(random, facts).make() : [];
}

class Visits {
  readonly #random: Random;
  readonly #steps: NodeStep[] = [];
  readonly #visitors: readonly Visitor[];
  #at: number;
  #named = 0;
  /** The page of the tour that comes next. */
  #next: number;

  constructor(random: Random, facts: PeopleFacts) {
    this.#random = random;
    this.#at = random.between(0, facts.durationMs);
    this.#next = random.below(VISITED.length);
    const account = random.below(facts.accounts);
    const roles = [
      ['visits-all', 0, 'operator'],
      ['visits-own', account, 'owner'],
      ['visits-little', account, 'member'],
      ['visits-there', (account + 1) % facts.accounts, 'owner'],
    ] as const;
    this.#visitors = roles.map(([name, of, role]) => {
      return { name: `${name}@people.test`, account: of, role, session: 0 };
    });
  }

  make(): readonly NodeStep[] {
    const random = this.#random;
    const accounts = [...new Set(this.#visitors.map(({ account }) => account))];
    const keys = accounts.map((account, n) => ({ account, key: FIRST_KEY + n }));
    for (const { account, key } of keys) this.#do({ op: 'create_key', newKey: key, account });
    for (const visitor of this.#visitors) this.#join(visitor);
    for (const account of accounts) this.#do({ op: 'list_users', account });
    const [, , member] = this.#visitors;
    if (member !== undefined) {
      const granted = keys.filter(({ account }) => account === member.account).map(({ key }) => key);
      this.#do({ op: 'grant', name: member.name, keys: granted.filter(() => random.chance(0.7)) });
    }
    this.#at += JOIN_MS;
    for (let left = random.between(25, 50); left > 0; left--) {
      this.#at += random.pick([0, 10, 60, 300]);
      random.weighted<() => void>([
        [9, () => this.#visit()],
        [2, () => this.#rotate(random.pick(keys).key)],
        [1, () => this.#invite()],
        [1, () => this.#signInAgain()],
      ])();
    }
    this.#sendForms(random.fork('forms'), accounts);
    return this.#steps;
  }

  /** Each about the own account and about the other one. */
  #sendForms(random: Random, accounts: readonly number[]): void {
    if (!random.chance(FORMS_CHANCE)) return;
    const keys = accounts.map((account, n) => ({ account, key: FIRST_OF_FORMS + n }));
    for (const { account, key } of keys) this.#do({ op: 'create_key', newKey: key, account });
    this.#at += JOIN_MS;
    for (const [nth, { session, account }] of this.#visitors.entries()) {
      const of = keys.filter((key) => key.account === account || random.chance(0.3));
      for (const { account: about, key } of of) {
        const newKey = FIRST_PAGE_KEY + 10 * nth + key - FIRST_OF_FORMS;
        const moved = { key, amountMicroDa: 500_000, reference: `visit ${key} ${nth}` } as const;
        const form = { op: 'form', session } as const;
        this.#do({ ...form, act: 'make_key', newKey, account: about, rpm: random.pick([2, 7, 90]) });
        this.#do({ ...form, act: 'credit', ...moved });
        this.#at += random.pick([60, 200]);
        this.#do({ ...form, act: 'debit', ...moved });
        this.#at += random.pick([60, 200]);
      }
    }
    this.#do({ op: 'list_keys' });
    // Of the keys, one may be another account's.
    const [operator, owner, member] = this.#visitors as readonly [Visitor, Visitor, Visitor, Visitor];
    const grant = { op: 'grant', name: member.name, keys: keys.map(({ key }) => key) } as const;
    this.#do({ op: 'list_users', account: member.account });
    this.#at += 100;
    for (const call of [grant, { ...grant, session: random.pick([operator, owner]).session }]) {
      this.#do(call);
      this.#at += 200;
    }
    this.#do({ op: 'read_page', session: member.session, page: 'job_form' });
  }

  #join(visitor: Visitor): void {
    const { name, account, role } = visitor;
    const link = this.#name();
    this.#do({ op: 'invite', account, name, role }, link);
    this.#at += JOIN_MS;
    visitor.session = this.#name();
    this.#do({ op: 'accept', link, password: `Password of ${name}` }, visitor.session);
    this.#at += JOIN_MS;
  }

  #visit(): void {
    const random = this.#random;
    const { session } = random.pick(this.#visitors);
    const page = random.chance(0.3) ? random.pick(TELLING) : this.#nextPage();
    const call: VisitCall = {
      op: 'visit',
      session,
      page,
      ...(random.chance(0.4) && { account: random.pick(this.#visitors).account }),
      key: FIRST_KEY + random.below(2),
      name: random.pick(this.#visitors).name,
    };
    this.#do(call);
  }

  /** One after the other, so that few are left out. */
  #nextPage(): Visited {
    this.#next += 1;
    return VISITED[this.#next % VISITED.length] as Visited;
  }

  /** Some forms come twice; then clients ask with the secrets that they know. */
  #rotate(key: number): void {
    const random = this.#random;
    const { session } = random.pick(this.#visitors);
    const graceSeconds = random.pick([0, 0, 3_600, 86_400]);
    const rotate: PeopleCall = { op: 'form', act: 'rotate_key', session, key, graceSeconds };
    this.#do(rotate);
    if (random.chance(0.3)) this.#do(rotate);
    this.#at += random.pick([60, 300]);
    for (const earlier of [0, 1, 2]) this.#do({ op: 'credits', key, ...(earlier > 0 && { earlier }) });
  }

  /** Somebody who does not come; the form may come twice. */
  #invite(): void {
    const random = this.#random;
    const { session, account } = random.pick(this.#visitors);
    const role = random.pick(['member', 'owner'] as const);
    const once = `visit-${this.#steps.length}`;
    const invite: PeopleCall = { op: 'invite', account, name: `${once}@people.test`, role, session, once };
    for (let times = random.pick([1, 2]); times > 0; times--) {
      this.#do(invite, this.#name());
      this.#at += random.pick([0, 5, 200]);
    }
    this.#do({ op: 'visit', session, page: 'people' });
  }

  /** With a browser of another network. */
  #signInAgain(): void {
    const { name, session } = this.#random.pick(this.#visitors);
    this.#do(
      { op: 'sign_in', name, password: `Password of ${name}` },
      this.#name(),
      this.#random.pick(CLIENTS),
    );
    this.#at += this.#random.pick([20, 100]);
    this.#do({ op: 'visit', session, page: 'sessions' });
  }

  #name(): number {
    this.#named += 1;
    return FIRST_STEP - this.#named;
  }

  #do(call: ClientCall, id = 0, client: number = CLIENTS[0]): void {
    this.#steps.push({ id, at: this.#at, do: 'request', call, bodyAfterMs: 0, client });
  }
}
