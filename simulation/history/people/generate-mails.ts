/**
 * Makes people who forget their passwords: somebody of whom nothing else is asked, with mails one after the
 * other, other passwords beside them, and nights about as long as a link works; and people of the history.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { DISK_FAULTS, type DiskStep, type NodeStep } from '../node-history.js';
import type { PeopleCall } from '../people-call.js';
import { type PeopleFacts, type PeopleSteps, stepsFrom } from './people-steps.js';

const FORGETFUL_CHANCE = 0.85;
const FAULT_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.3, heavy: 0.5 };
/** Names of steps, which no other step has. */
const [INVITED, JOINED, INVITED_AGAIN, NEXT_SESSION] = [-130_001, -130_002, -130_003, -130_100];
const REMOVED_INVITED = -130_020;
const REMOVED_CHANCE = 0.35;
const NAME = 'forgetful@people.test';
const GUEST = 'guest@people.test';
const STRANGER = 'stranger@people.test';
/** A network of its own. */
const CLIENT = 52;
const JOIN_MS = 500;
const MINUTE_MS = 60_000;
const AFTER_NIGHT_MS = 12_000;

type AcceptCall = Extract<PeopleCall, { op: 'accept' }>;

/** With a mail server. */
export function generateMails(random: Random, made: PeopleSteps, facts: PeopleFacts): readonly NodeStep[] {
  return [
    ...(random.chance(FORGETFUL_CHANCE) ? new Forgetful(random.fork('forgetful'), facts).make() : []),
    ...removedMeanwhile(random.fork('removed meanwhile'), facts),
    ...ofOthers(random.fork('others'), made),
  ];
}

/** Somebody is removed while a link for a forgotten password is on its way, and follows it all the same. */
function removedMeanwhile(random: Random, { accounts, durationMs }: PeopleFacts): readonly NodeStep[] {
  if (!random.chance(REMOVED_CHANCE)) return [];
  const name = 'removed@people.test';
  const from = random.between(0, durationMs);
  const step = stepsFrom(from, CLIENT);
  const role = random.pick(['member', 'owner'] as const);
  const mail = { to: name, kind: 'password', nth: 0 } as const;
  return [
    step(0, { op: 'invite', account: random.below(accounts), name, role }, REMOVED_INVITED),
    step(300, { op: 'accept', link: REMOVED_INVITED, password: 'Password removed' }),
    step(700, { op: 'forgot', name }),
    step(1_200, { op: 'remove_user', name }),
    step(1_300 + random.pick([0, 900]), { op: 'accept', mail, password: 'Password of nobody' }),
    step(2_800, { op: 'sign_in', name, password: 'Password of nobody' }),
  ];
}

class Forgetful {
  readonly #random: Random;
  readonly #facts: PeopleFacts;
  readonly #steps: NodeStep[] = [];
  readonly #invitation: Extract<PeopleCall, { op: 'invite' }>;
  #at: number;
  readonly #passwords: string[] = [];
  #mails = 0;
  #session = JOINED;
  #sessions = 0;

  constructor(random: Random, facts: PeopleFacts) {
    this.#random = random;
    this.#facts = facts;
    this.#at = random.between(0, facts.durationMs / 4);
    const account = random.below(facts.accounts);
    const role = random.pick(['member', 'owner'] as const);
    this.#invitation = { op: 'invite', account, name: NAME, role };
  }

  make(): readonly NodeStep[] {
    const random = this.#random;
    this.#do(this.#invitation, INVITED);
    this.#at += JOIN_MS;
    this.#accept({ link: INVITED });
    this.#at += JOIN_MS;
    this.#do({ op: 'list_users', account: this.#invitation.account });
    // Once some mails are out, the next has to wait.
    const failsDisk = random.chance(FAULT_CHANCES[this.#facts.faults]);
    const failsFirst = random.chance(0.6);
    if (failsDisk && failsFirst) this.#failDisk();
    for (let times = random.pick([1, 2, 2, 3]); times > 0; times--) this.#forget();
    for (const nth of random.pick([[0, 1], [1, 0], [0]])) {
      this.#at += random.pick([0, 30, 200]);
      this.#accept({ mail: { to: NAME, kind: 'password', nth } });
    }
    for (let deeds = random.between(3, 9); deeds > 0; deeds--) {
      this.#at += random.pick([0, 30, 200, 1_000]);
      this.#deed();
    }
    if (failsDisk && !failsFirst) this.#failDisk();
    return this.#steps;
  }

  #deed(): void {
    const random = this.#random;
    const mail = () =>
      ({ to: NAME, kind: 'password', nth: Math.max(0, this.#mails - random.pick([1, 1, 2, 3])) }) as const;
    random.weighted<() => void>([
      [3, () => this.#forget()],
      [5, () => this.#accept({ mail: mail() })],
      [1, () => this.#do({ op: 'look_at_link', mail: mail() })],
      [2, () => this.#change()],
      [1, () => this.#do({ op: 'sign_in', name: NAME, password: random.pick(this.#passwords) })],
      [1, () => this.#do({ op: 'read_page', session: this.#session, page: 'sessions' })],
      [1, () => this.#joinAgain()],
      [0.5, () => this.#night()],
    ])();
  }

  #forget(): void {
    if (this.#random.chance(0.4)) this.#do({ op: 'forgot', name: STRANGER });
    this.#do({ op: 'forgot', name: NAME });
    this.#mails += 1;
    // The link is none of the invitations that are listed.
    const list = this.#random.fork(`list ${this.#mails}`);
    if (list.chance(0.3)) {
      const step: PeopleCall = { op: 'list_invitations', account: this.#invitation.account };
      const at = this.#at + list.pick([20, 90, 500]);
      this.#steps.push({ id: 0, at, do: 'request', call: step, bodyAfterMs: 0, client: CLIENT });
    }
    this.#at += this.#random.pick([0, 100, 600]);
  }

  #accept(which: Pick<AcceptCall, 'link' | 'mail'>): void {
    const password = this.#newPassword();
    this.#do({ op: 'accept', password, ...which } as AcceptCall, this.#nextSession());
  }

  #change(): void {
    const [password = '', next] = [this.#passwords.at(-1), this.#newPassword()];
    this.#do({ op: 'change_password', session: this.#session, password, next });
  }

  /** Another user of the name, whose mails of before are those of the one that was removed. */
  #joinAgain(): void {
    if (this.#random.chance(0.6)) this.#do({ op: 'remove_user', name: NAME });
    this.#at += 100;
    this.#do(this.#invitation, INVITED_AGAIN);
    this.#at += JOIN_MS;
    this.#accept({ link: INVITED_AGAIN });
    this.#at += JOIN_MS;
  }

  #night(): void {
    const downMs = this.#random.pick([58, 61]) * MINUTE_MS;
    this.#at += JOIN_MS;
    this.#steps.push({ id: 0, at: this.#at, do: 'restart', downMs });
    this.#at += downMs + AFTER_NIGHT_MS;
  }

  /** While somebody is to be mailed. */
  #failDisk(): void {
    const random = this.#random;
    const fault = random.pick(DISK_FAULTS);
    const step: DiskStep = { id: 0, at: this.#at, do: 'disk', fault, skip: 0, commits: random.between(1, 3) };
    this.#steps.push(step);
    this.#do(random.chance(0.6) ? { op: 'forgot', name: NAME } : { ...this.#invitation, name: GUEST });
    if (fault.includes('hang'))
      this.#steps.push({ id: 0, at: this.#at + random.between(100, 3_000), do: 'release_disk' });
    this.#at += JOIN_MS;
  }

  #nextSession(): number {
    this.#session = this.#sessions === 0 ? JOINED : NEXT_SESSION - this.#sessions;
    this.#sessions += 1;
    return this.#session;
  }

  #newPassword(): string {
    this.#passwords.push(`Password forgotten ${this.#passwords.length}`);
    return this.#passwords.at(-1) ?? '';
  }

  #do(call: PeopleCall, id = 0): void {
    this.#steps.push({ id, at: this.#at, do: 'request', call, bodyAfterMs: 0, client: CLIENT });
  }
}

/** Somebody forgets the password while other things are asked about them, and uses the link, mostly. */
function ofOthers(random: Random, made: PeopleSteps): readonly NodeStep[] {
  return made.people.flatMap((person, nth): readonly NodeStep[] => {
    if (!random.chance(0.3)) return [];
    const { name } = person;
    const at = random.pick(made.steps).at + random.between(0, 2_000);
    const step = stepsFrom(at, CLIENT);
    const accept: PeopleCall = {
      op: 'accept',
      mail: { to: name, kind: 'password', nth: 0 },
      password: `Password remembered ${nth}`,
    };
    return [
      step(0, { op: 'forgot', name }),
      ...(random.chance(0.6) ? [step(random.between(20, 3_000), accept)] : []),
    ];
  });
}
