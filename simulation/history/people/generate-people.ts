/**
 * Makes people: their invitations, sign-ins, sessions and rights, guesses at their passwords, and nights in
 * which time passes for sessions and links.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { generateFaults } from '../generate-faults.js';
import type { NodeStep, PeopleSetup } from '../node-history.js';
import { PAGES, type Role } from '../people-call.js';
import { generateDesk } from './desk/generate-desk.js';
import { generateForgeries } from './desk/generate-forgeries.js';
import { generateStewards } from './desk/generate-stewards.js';
import { generateDispute, generateForms, generateGranted } from './generate-forms.js';
import { generateHurry } from './generate-hurry.js';
import { generateMails } from './generate-mails.js';
import { generateManySessions } from './generate-many-sessions.js';
import { generateOwners } from './generate-owners.js';
import { generateRanks } from './generate-ranks.js';
import { generateStrangers } from './generate-strangers.js';
import { generateTopUps } from './generate-top-ups.js';
import { generateWithdrawals } from './generate-withdrawals.js';
import { generatePages } from './pages/generate-pages.js';
import { type PeopleFacts, PeopleSteps } from './people-steps.js';
import { generateOffice } from './visits/generate-office.js';

interface People {
  /** Absent if there are none. */
  readonly people?: PeopleSetup;
  readonly steps: readonly NodeStep[];
}

const PEOPLE_CHANCE = 0.45;
const CRASH_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.02, heavy: 0.06 };
const MAIL_CHANCE = 0.7;
const MINUTE_MS = 60_000;
/** Around the ends of sessions and links; two of seven hours are more than a session may be idle. */
const NIGHTS_MS = [420, 690, 730, 4_290, 4_330].map((minutes) => minutes * MINUTE_MS);
/** A session that is used after each of these is never idle for too long, and more than 30 days old. */
const MONTH_MS = Array.from({ length: 64 }, () => 690 * MINUTE_MS);
const MONTH_CHANCE = 0.1;
/** A node that was told to stop is up again so long after its night. */
const AFTER_NIGHT_MS = 12_000;
/** A minute and a little around it: when guesses leave their windows. */
const AFTER_GUESSES_MS = [59_000, 60_000, 61_000];
/** Of a network of its own. */
const GUESSER = 9;
const [NOBODY, LODGER] = ['nobody@people.test', 'lodger@people.test'] as const;

export function generatePeople(random: Random, facts: PeopleFacts): People {
  if (!random.chance(PEOPLE_CHANCE)) return { steps: [] };
  const signUp = random.chance(0.3) ? 'open' : 'closed';
  const hasMail = random.fork('mail').chance(MAIL_CHANCE);
  const made = new PeopleSteps(random, facts, hasMail);
  new PeopleMaker(random, facts, signUp === 'open', made).make();
  const forms = [
    ...generateForms(random.fork('forms'), made, facts),
    ...generateTopUps(random.fork('top-ups'), made, facts),
    ...generateGranted(random.fork('granted'), facts),
    ...generateOffice(random, { ...facts, hasMail, maySignUp: signUp === 'open' }),
    ...generatePages(random, facts),
    ...generateDispute(random.fork('dispute'), facts.payments, facts.durationMs),
    ...generateRanks(random.fork('ranks'), facts),
    ...generateHurry(random.fork('hurry'), facts),
    ...generateManySessions(random.fork('many sessions'), facts),
    ...generateWithdrawals(random.fork('withdrawals'), facts),
    ...generateStrangers(random.fork('strangers'), { ...facts, hasMail, isOpen: signUp === 'open' }),
    ...generateDesk(random.fork('desk'), facts),
    ...generateForgeries(random.fork('forgeries'), { ...facts, hasMail, maySignUp: signUp === 'open' }),
    ...generateStewards(random.fork('stewards'), facts),
    ...(hasMail ? generateMails(random.fork('mails'), made, facts) : []),
  ];
  const all = [...made.steps, ...forms];
  return {
    people: { signUp, ...(hasMail && { hasMail }) },
    steps: [...all, ...generateOwners(random.fork('owners'), all)],
  };
}

class PeopleMaker {
  readonly #random: Random;
  readonly #facts: PeopleFacts;
  readonly #maySignUp: boolean;
  readonly #made: PeopleSteps;

  constructor(random: Random, facts: PeopleFacts, maySignUp: boolean, made: PeopleSteps) {
    this.#random = random;
    this.#facts = facts;
    this.#maySignUp = maySignUp;
    this.#made = made;
  }

  make(): void {
    const random = this.#random;
    const { accounts } = this.#facts;
    const first = random.below(accounts);
    this.#made.join(first, 'owner');
    this.#made.join(first, 'member');
    if (random.chance(0.6))
      this.#made.join(random.below(accounts), random.pick(['member', 'owner'] as const));
    if (random.chance(0.4)) this.#made.join(0, 'operator');
    this.#act(random.between(6, 20));
    if (random.chance(0.35)) this.#guess();
    if (random.fork('patient').chance(0.2)) this.#guessOn(random.fork('guess on'));
    if (random.chance(MONTH_CHANCE)) this.#month();
    else if (random.chance(0.35)) {
      for (let nights = random.between(1, 3); nights > 0; nights--) this.#night(random.pick(NIGHTS_MS));
    }
  }

  #act(count: number): void {
    const random = this.#random;
    const began = this.#made.at;
    for (let left = count; left > 0; left--) {
      this.#made.at += random.weighted([
        [3, 0],
        [4, random.between(1, 40)],
        [4, random.between(40, 2_000)],
      ]);
      if (random.chance(CRASH_CHANCES[this.#facts.faults])) this.#made.crash();
      this.#deed();
    }
    // Those of the history's first part have their own.
    if (began > this.#facts.durationMs && random.chance(0.5)) {
      const faults = generateFaults(random, this.#facts.faults, this.#made.at - began);
      this.#made.steps.push(...faults.slice(0, 4).map((step) => ({ ...step, at: step.at + began })));
    }
  }

  #deed(): void {
    const random = this.#random;
    const person = random.pick(this.#made.people);
    random.weighted<() => void>([
      [9, () => this.#read()],
      [4, () => this.#made.signIn(person, person.password)],
      [2, () => this.#made.signIn(person, random.pick(['a wrong password', 'Password 1', ''] as const))],
      [1, () => this.#made.send({ op: 'sign_in', name: NOBODY, password: 'a wrong password' })],
      [1, () => this.#made.invite(person, random.pick(['member', 'owner', 'operator'] as const))],
      [
        1,
        () => this.#made.join(random.below(this.#facts.accounts), random.pick(['member', 'owner'] as const)),
      ],
      [3, () => this.#made.accept(random.below(this.#made.links.length))],
      [1, () => this.#made.send({ op: 'look_at_link', link: random.pick(this.#made.links).step })],
      [1, () => this.#made.underSession((session) => ({ op: 'sign_out', session }))],
      [1, () => this.#made.signOutEverywhere()],
      [2, () => this.#made.changePassword()],
      [
        3,
        () =>
          this.#made.send({
            op: 'change_role',
            name: person.name,
            role: this.#role(),
            ...this.#made.byWhom(0.6, person.account),
          }),
      ],
      [3, () => this.#made.grant(person, this.#someKeys())],
      [1, () => this.#made.remove(person)],
      [1, () => this.#made.listUsers(person.account)],
      [this.#maySignUp ? 2 : 0.1, () => this.#made.signUp()],
    ])();
  }

  #read(): void {
    const page = this.#random.pick(PAGES);
    const key = page === 'key' ? { key: this.#random.below(this.#facts.keys.length) } : {};
    this.#made.underSession((session) => ({ op: 'read_page', session, page, ...key }));
  }

  /** Ten guesses and two more, from one network or many; then the person, with and without their browser. */
  #guess(): void {
    const random = this.#random;
    const person = random.pick(this.#made.people);
    const kind = random.weighted([
      [4, 'name'],
      [2, 'network'],
      [1, 'many'],
    ] as const);
    const counts = { name: 12, network: 33, many: 104 };
    for (let nth = 0; nth < counts[kind]; nth++) {
      const name = kind === 'network' ? `g${nth % 4}@people.test` : person.name;
      const client = kind === 'many' ? 20 + Math.floor(nth / 9) : 6;
      this.#made.send({ op: 'sign_in', name, password: 'a wrong password' }, client);
      this.#made.at += random.pick([0, 0, 1, 20]);
    }
    const device = this.#made.sessionOf(person);
    const { name, password } = person;
    if (device !== undefined) this.#made.send({ op: 'sign_in', name, password, device }, 6);
    this.#made.send({ op: 'sign_in', name, password }, 6);
    this.#made.at += random.pick(AFTER_GUESSES_MS);
    for (let nth = 0; nth < 3; nth++) this.#made.send({ op: 'sign_in', name, password }, 6);
  }

  /**
   * Guesses that go on long after they are refused, for those at the person or those of the whole network;
   * then the person, once those that counted have left.
   */
  #guessOn(random: Random): void {
    const person = random.pick(this.#made.people);
    const guess = (name = person.name): number =>
      this.#made.send({ op: 'sign_in', name, password: 'a wrong password' }, GUESSER);
    if (random.chance(0.5)) for (let counted = 10; counted > 0; counted--) guess();
    else for (let counted = 30; counted > 0; counted--) guess(`g${counted % 4}@people.test`);
    for (let refused = 11; refused > 0; refused--) {
      this.#made.at += 5_000;
      guess();
    }
    this.#made.at += 6_000;
    const { name, password } = person;
    this.#made.send({ op: 'sign_in', name, password }, GUESSER);
  }

  #night(ms: number): void {
    const link = this.#made.expect(this.#random.below(this.#facts.accounts), 'member');
    this.#made.at += this.#random.between(500, 5_000);
    this.#made.steps.push({ id: 0, at: this.#made.at, do: 'restart', downMs: ms });
    this.#made.at += ms + AFTER_NIGHT_MS;
    for (const { step: session } of this.#made.sessions.slice(-6))
      this.#made.send({ op: 'read_page', session, page: 'sessions' });
    this.#made.accept(link);
    this.#act(this.#random.between(3, 10));
  }

  /** Of somebody of whom nothing else is asked, and who is there after each night. */
  #month(): void {
    const account = this.#random.below(this.#facts.accounts);
    const link = this.#made.send({ op: 'invite', account, name: LODGER, role: 'member' });
    this.#made.at += 500;
    const session = this.#made.send({ op: 'accept', link, password: `Password of ${LODGER}` });
    this.#made.at += 1_000;
    for (const ms of MONTH_MS) {
      this.#made.steps.push({ id: 0, at: this.#made.at, do: 'restart', downMs: ms });
      this.#made.at += ms + AFTER_NIGHT_MS;
      // Twice, for the disk may fail at the first.
      for (let times = 2; times > 0; times--) {
        this.#made.send({ op: 'read_page', session, page: 'sessions' });
        this.#made.at += 5_000;
      }
    }
    this.#act(4);
  }

  #someKeys(): readonly number[] {
    return this.#facts.keys.map((_, key) => key).filter(() => this.#random.chance(0.4));
  }

  #role(): Role {
    return this.#random.pick(['member', 'member', 'owner', 'owner', 'operator'] as const);
  }
}
