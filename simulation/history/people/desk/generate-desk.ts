/**
 * Makes an owner, and somebody else beside them: they make management keys, use and revoke them, read the
 * audit trail, and end each other's sessions; some while the one is given another role.
 */
import type { Random } from '../../../world/random.js';
import { WELL_AGAIN_MS } from '../../edges/edge-steps.js';
import type { DeskCall } from '../../forms/desk-call.js';
import type { NodeStep } from '../../node-history.js';
import type { Role } from '../../people-call.js';
import type { PeopleFacts } from '../people-steps.js';
import { CLIENTS, DeskSteps } from './desk-steps.js';

const DESK_CHANCE = 0.6;
const OWNER = { name: 'desk@people.test', password: 'Password at the desk' };
const OTHER = { name: 'beside@people.test', password: 'Password beside it' };
/** An account has 20 management keys at most. */
const MANY_KEYS = 21;
const MANY_KEYS_CHANCE = 0.3;
/** A person has 50 sessions at most; a network tries a name ten times a minute. */
const [MANY_SESSIONS, BY_NETWORK] = [54, 11];
const MANY_SESSIONS_CHANCE = 0.15;
/** As many as a name and a network may make, and some in a browser; the person's own counts by itself. */
const [GUESSES, IN_A_BROWSER] = [10, 3];
const GUESSES_CHANCE = 0.25;
/** Of a sign-out everywhere, that its commit does. */
const FAILS_CHANCE = 0.5;

export function generateDesk(
  random: Random,
  { faults, accounts, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(DESK_CHANCE)) return [];
  const desk = new DeskSteps(random.between(0, durationMs), 0);
  const account = random.below(accounts);
  const [elsewhere, role] = random.pick<readonly [number, Role]>([
    [account, 'member'],
    [account, 'owner'],
    [0, 'operator'],
    [(account + 1) % accounts, 'owner'],
    [(account + 1) % accounts, 'owner'],
  ]);
  const { session: owner } = desk.join(account, OWNER.name, 'owner', OWNER.password);
  const { session: other } = desk.join(elsewhere, OTHER.name, role, OTHER.password);
  desk.send({ op: 'list_users', account: elsewhere });
  desk.at += 100;
  const second = desk.send({ op: 'sign_in', name: OWNER.name, password: OWNER.password }, CLIENTS[1]);
  desk.at += 300;
  new Desk(random, desk, { account, owner, second, other, isAnOperator: role === 'operator' }).act();
  if (random.fork('many keys').chance(MANY_KEYS_CHANCE)) manyKeys(random.fork('keys'), desk, owner);
  if (random.fork('guesses').chance(GUESSES_CHANCE)) guesses(desk, owner, other);
  if (random.fork('many').chance(MANY_SESSIONS_CHANCE)) manySessions(random.fork('sessions'), desk, account);
  const fails = faults !== 'none' && random.fork('everywhere').chance(FAILS_CHANCE);
  leaveEverywhere(desk, [owner, second], fails);
  return desk.steps;
}

interface AtTheDesk {
  readonly account: number;
  /** Sessions: two of the owner, and that of somebody else. */
  readonly owner: number;
  readonly second: number;
  readonly other: number;
  readonly isAnOperator: boolean;
}

class Desk {
  readonly #random: Random;
  readonly #desk: DeskSteps;
  readonly #people: AtTheDesk;
  #made = 0;

  constructor(random: Random, desk: DeskSteps, people: AtTheDesk) {
    this.#random = random;
    this.#desk = desk;
    this.#people = people;
  }

  act(): void {
    const random = this.#random;
    this.#make();
    this.#desk.at += 300;
    if (random.chance(0.5)) this.#reachAcross();
    for (let left = random.between(8, 18); left > 0; left--) {
      this.#desk.at += random.pick([0, 20, 200, 700]);
      random.weighted<() => void>([
        [2, () => this.#make()],
        [2, () => this.#revoke()],
        [3, () => this.#desk.send({ op: 'use_mkey', mkey: this.#some() })],
        [
          2,
          () =>
            this.#desk.send({ op: 'desk', act: 'list_mkeys', session: this.#session(), ...this.#where() }),
        ],
        [
          2,
          () =>
            this.#desk.send({ op: 'desk', act: 'read_audit', session: this.#session(), ...this.#where() }),
        ],
        [2, () => this.#desk.send({ op: 'read_page', session: this.#session(), page: 'sessions' })],
        [1, () => this.#end()],
        [1, () => this.#changeRole()],
      ])();
    }
    for (let mkey = 1; mkey <= this.#made; mkey++) this.#desk.send({ op: 'use_mkey', mkey });
    const { owner, other, account } = this.#people;
    for (const session of [owner, other])
      for (const act of ['list_mkeys', 'read_audit'] as const)
        this.#desk.send({ op: 'desk', act, session, account });
  }

  /** Some forms come twice, and in the name of the other one. */
  #make(): void {
    const random = this.#random;
    this.#made += 1;
    const session = random.chance(0.7) ? this.#people.owner : this.#people.other;
    const make = makeForm(this.#made, session);
    this.#desk.send(make);
    if (random.chance(0.3)) this.#desk.send(make);
    this.#desk.at += random.pick([20, 100, 300]);
    if (random.chance(0.2)) this.#desk.send(make);
    this.#desk.send({ op: 'use_mkey', mkey: this.#made });
  }

  /** Some forms that made the key come once more, behind it. */
  #revoke(): void {
    const random = this.#random;
    const mkey = this.#some();
    this.#desk.send({ op: 'desk', act: 'revoke_mkey', mkey, session: this.#session(), ...this.#where() });
    this.#desk.at += random.pick([0, 30, 300]);
    this.#desk.send({ op: 'use_mkey', mkey });
    if (!random.chance(0.4)) return;
    this.#desk.send(makeForm(mkey, this.#people.owner));
    this.#desk.at += random.pick([30, 300]);
    this.#desk.send({ op: 'use_mkey', mkey });
  }

  /** The other one revokes the latest key where they are at home, which may be another account. */
  #reachAcross(): void {
    this.#desk.send({ op: 'desk', act: 'revoke_mkey', mkey: this.#made, session: this.#people.other });
    this.#desk.at += 300;
    this.#desk.send({ op: 'use_mkey', mkey: this.#made });
  }

  #end(): void {
    const { owner, second, other } = this.#people;
    const [session, ends] = this.#random.pick([
      [owner, second],
      [other, second],
      [other, owner],
      [owner, other],
    ] as const);
    this.#desk.send({ op: 'desk', act: 'end_session', session, ends });
    this.#desk.at += this.#random.pick([0, 30, 300]);
    for (const one of [owner, second, other])
      this.#desk.send({ op: 'read_page', session: one, page: 'sessions' });
  }

  #changeRole(): void {
    if (this.#people.isAnOperator) return;
    const role = this.#random.pick(['member', 'owner'] as const);
    this.#desk.send({ op: 'change_role', name: OTHER.name, role });
    this.#desk.at += this.#random.pick([0, 30, 300]);
    this.#desk.send({ op: 'desk', act: 'list_mkeys', session: this.#people.other });
  }

  #session(): number {
    const { owner, second, other } = this.#people;
    return this.#random.pick([owner, second, other, other]);
  }

  #where(): { readonly account?: number } {
    return this.#random.chance(0.6) ? { account: this.#people.account } : {};
  }

  #some(): number {
    return this.#random.between(1, this.#made);
  }
}

function makeForm(mkey: number, session: number): DeskCall {
  return { op: 'desk', act: 'make_mkey', mkey, name: `Script ${mkey}`, session };
}

function leaveEverywhere(desk: DeskSteps, sessions: readonly [number, number], fails: boolean): void {
  desk.at += 1_000;
  if (fails) desk.failCommit();
  desk.send({ op: 'sign_out', session: sessions[1], isEverywhere: true });
  desk.at += WELL_AGAIN_MS;
  for (const session of sessions) desk.send({ op: 'read_page', session, page: 'sessions' });
}

function manyKeys(random: Random, desk: DeskSteps, session: number): void {
  const isAtOnce = random.chance(0.4);
  for (let mkey = 101; mkey < 101 + MANY_KEYS; mkey++) {
    desk.send({ op: 'desk', act: 'make_mkey', session, mkey, name: `One of many ${mkey}` });
    desk.at += isAtOnce ? 0 : 60;
  }
  desk.at += 500;
  desk.send({ op: 'desk', act: 'list_mkeys', session });
  desk.send({ op: 'desk', act: 'revoke_mkey', session, mkey: 101 });
  desk.at += 500;
  desk.send({ op: 'desk', act: 'make_mkey', session, mkey: 201, name: 'The last' });
}

/** Somebody guesses at the owner's password in the browser of somebody else; the owner has theirs. */
function guesses(desk: DeskSteps, owner: number, other: number): void {
  const { name, password } = OWNER;
  for (let left = GUESSES + IN_A_BROWSER; left > 0; left--) {
    const browser = left > IN_A_BROWSER ? {} : { device: other };
    desk.send({ op: 'sign_in', name, password: 'a wrong password', ...browser }, CLIENTS[2]);
    desk.at += 50;
  }
  desk.send({ op: 'sign_in', name, password, device: owner }, CLIENTS[2]);
  desk.at += 200;
}

/** Of one person, more than there may be; the latest and one of the first are looked at. */
function manySessions(random: Random, desk: DeskSteps, account: number): void {
  const [name, password] = ['everywhere@people.test', 'Password of everywhere'];
  desk.join(account, name, 'member', password);
  const sessions = Array.from({ length: MANY_SESSIONS }, (_, nth) => {
    desk.at += 45;
    return desk.send({ op: 'sign_in', name, password }, CLIENTS[Math.floor(nth / BY_NETWORK)] ?? CLIENTS[0]);
  });
  desk.at += 2_000;
  for (const session of [...sessions.slice(0, 6), ...sessions.slice(-2)]) {
    desk.send({ op: 'read_page', session, page: random.pick(['sessions', 'people'] as const) });
    desk.at += 10;
  }
}
