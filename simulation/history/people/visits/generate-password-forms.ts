/**
 * Makes somebody who sets passwords: of as many characters as there may be, of more and of fewer, in letters
 * of one byte and of four, some typed otherwise the second time; who guesses at the own one; and signs in to
 * go on to the page that was asked for, or to another site.
 */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall } from '../../people-call.js';
import { TROUBLED } from './hashing-words.js';
import type { OfficeFacts } from './office-facts.js';

const CHANCE = 0.5;
/** Names of steps that no other step has. */
const FIRST_STEP = -162_500;
const [CLIENT, GUESSER, TROUBLED_CLIENT, FORGETS] = [73, 74, 75, 76];
const NAME = 'chooses@people.test';
const WIDE = '\u{1f511}';
const FIT = ['ten letter', 'a'.repeat(200), WIDE.repeat(10), WIDE.repeat(200)];
const UNFIT = ['', '9 letters', 'a'.repeat(201), WIDE.repeat(9), WIDE.repeat(201)];
const NEXT = ['/keys', '/people/audit', '/jobs?status=failed', '/sessions'];
const ELSEWHERE = ['//evil.test', '/\\evil.test', 'https://evil.test/keys', 'evil.test', '//evil.test/keys'];
const GUESSES = 12;
const DAY_MS = 86_400_000;

export function generatePasswordForms(random: Random, facts: OfficeFacts): readonly NodeStep[] {
  return random.chance(CHANCE) ? new PasswordForms(random, facts).make() : [];
}

class PasswordForms {
  readonly #random: Random;
  readonly #facts: OfficeFacts;
  readonly #steps: NodeStep[] = [];
  #at: number;
  #named = 0;

  constructor(random: Random, facts: OfficeFacts) {
    this.#random = random;
    this.#facts = facts;
    this.#at = random.between(0, facts.durationMs);
  }

  make(): readonly NodeStep[] {
    const random = this.#random;
    const { accounts, hasMail, maySignUp } = this.#facts;
    const link = this.#do({ op: 'invite', account: random.below(accounts), name: NAME, role: 'owner' });
    for (let times = random.between(1, 2); times > 0; times--)
      this.#do({ op: 'accept', link, ...this.#unfit() });
    const first = random.pick(FIT);
    const session = this.#do({ op: 'accept', link, password: first });
    this.#signIn(first);
    this.#do({ op: 'sign_in', name: NAME, password: `${first}!` });
    for (let times = random.between(1, 3); times > 0; times--) {
      const { password: next, ...again } = this.#unfit();
      this.#do({ op: 'change_password', session, password: first, next, ...again });
    }
    const second = random.pick(FIT.filter((one) => one !== first));
    this.#do({ op: 'change_password', session, password: first, next: second });
    this.#signIn(second);
    this.#do({ op: 'sign_in', name: NAME, password: first });
    if (random.fork('trouble').chance(0.6)) this.#trouble(second);
    if (random.chance(0.5)) this.#guess(session, second);
    if (maySignUp && !hasMail) this.#signUp();
    if (hasMail) this.#forget();
    // There is no such page then.
    if (!hasMail) this.#do({ op: 'forgot', name: NAME }, FORGETS);
    return this.#steps;
  }

  #unfit(): { readonly password: string; readonly again?: string } {
    const random = this.#random;
    return random.chance(0.3)
      ? { password: random.pick(FIT), again: 'typed otherwise' }
      : { password: random.pick(UNFIT) };
  }

  #signIn(password: string): void {
    const random = this.#random;
    const next = random.chance(0.7) ? { next: random.pick(random.chance(0.5) ? NEXT : ELSEWHERE) } : {};
    this.#do({ op: 'sign_in', name: NAME, password, ...next });
  }

  /** Under the own session, whose browser counts by itself; then elsewhere, as often as one may and more. */
  #guess(session: number, password: string): void {
    const random = this.#random;
    for (let left = GUESSES; left > 0; left--) {
      const [wrong, next] = ['a wrong password', 'Password of nobody'];
      this.#do({ op: 'change_password', session, password: wrong, next }, CLIENT, 25);
    }
    for (let left = GUESSES; left > 0; left--)
      this.#do(
        { op: 'sign_in', name: NAME, password: 'a wrong password' },
        GUESSER,
        random.pick([25, 2_500]),
      );
    this.#do({ op: 'sign_in', name: NAME, password }, GUESSER);
  }

  /** The thread has trouble with what somebody types, and others sign in beside it and after it. */
  #trouble(password: string): void {
    const random = this.#random.fork('troubles');
    for (let times = random.between(1, 2); times > 0; times--) {
      const troubled = random.pick(TROUBLED);
      this.#do({ op: 'sign_in', name: NAME, password: troubled }, TROUBLED_CLIENT, random.pick([0, 5, 30]));
      if (random.chance(0.5))
        this.#do({ op: 'sign_in', name: NAME, password: troubled }, TROUBLED_CLIENT, random.pick([0, 5, 30]));
      for (let others = random.between(1, 3); others > 0; others--)
        this.#do({ op: 'sign_in', name: NAME, password }, TROUBLED_CLIENT, random.pick([0, 30, 1_500]));
    }
  }

  /** More often than there are mails in a day, and on the next one. */
  #forget(): void {
    for (let times = this.#random.fork('times').between(6, 8); times > 0; times--)
      this.#do({ op: 'forgot', name: NAME }, FORGETS, 600);
    if (this.#random.fork('next day').chance(0.5)) return;
    this.#stepWall(DAY_MS);
    for (let times = 2; times > 0; times--) this.#do({ op: 'forgot', name: NAME }, FORGETS, 600);
    this.#stepWall(-DAY_MS);
  }

  #stepWall(ms: number): void {
    this.#steps.push({ id: 0, at: this.#at, do: 'step_wall', ms });
    this.#at += 20;
  }

  #signUp(): void {
    const name = 'chooses-too@people.test';
    this.#do({ op: 'sign_up', name, ...this.#unfit() });
    const password = this.#random.pick(FIT);
    this.#do({ op: 'sign_up', name, password });
    this.#do({ op: 'sign_in', name, password });
  }

  /** @returns the name of the step */
  #do(call: PeopleCall, client: number = CLIENT, thenMs = 200): number {
    this.#named += 1;
    const id = FIRST_STEP - this.#named;
    this.#steps.push({ id, at: this.#at, do: 'request', call, bodyAfterMs: 0, client });
    this.#at += thenMs;
    return id;
  }
}
