/** All that comes to the people of a node, and by what chance. */
import type { Role } from '../../../../src/actors/people/rights.js';
import type { MailLanguage } from '../../../../src/mail/mail-texts.js';
import type { Random } from '../../../world/random.js';
import { ACCOUNTS, NAMES, OPERATORS, PASSWORDS, SOUND_PASSWORDS } from './known-people.js';

export interface Somebody {
  readonly who: number;
  readonly spelling: number;
}

/** The end of a request that is its client's. */
export interface From {
  readonly network: number;
  /** Absent if it came over no network. */
  readonly address?: string;
  readonly agent: string;
}

/** A stranger asks for a link, or for an account. */
export interface AskForLink extends Somebody {
  readonly do: 'forgot' | 'sign_up' | 'sign_up_at_once';
  readonly from: From;
  readonly language: MailLanguage;
  readonly times: number;
}

/** `nth` counts from the latest. */
export type PeopleAct =
  | (Somebody & {
      readonly do: 'invite';
      readonly by: { readonly role: Role; readonly account: string };
      readonly account: string;
      readonly role: Role;
      readonly language: MailLanguage;
      /** Its link signs in by itself. */
      readonly signsIn: boolean;
      /** Of its Idempotency-Key. */
      readonly key?: number;
    })
  | { readonly do: 'accept'; readonly nth: number; readonly password: number; readonly from: From }
  | { readonly do: 'use_link'; readonly nth: number; readonly from: From }
  | {
      readonly do: 'withdraw';
      readonly nth: number;
      readonly by: { readonly role: Role; readonly account: string };
    }
  | (Somebody & {
      readonly do: 'sign_in';
      /** Undefined: the right one. */
      readonly password?: number;
      /** The mark of a browser; absent if it has none. */
      readonly device?: number;
      readonly from: From;
      readonly times: number;
      readonly everyMs: number;
    })
  | { readonly do: 'use'; readonly nth: number; readonly everyMs: number; readonly times: number }
  | { readonly do: 'sign_out'; readonly nth: number; readonly other?: number }
  | { readonly do: 'sign_out_everywhere'; readonly nth: number }
  | {
      readonly do: 'change_password';
      readonly nth: number;
      readonly old?: number;
      readonly password: number;
      readonly device?: number;
      readonly from: From;
    }
  | {
      readonly do: 'change_role' | 'grant' | 'remove';
      readonly by: { readonly role: Role; readonly account: string };
      readonly who: number;
      readonly role: Role;
      readonly keys: readonly string[];
    }
  | AskForLink
  | { readonly do: 'open_account'; readonly nth: number; readonly password: number; readonly from: From }
  | {
      readonly do: 'settings';
      readonly signUp: 'open' | 'closed';
      readonly verify: 'operator' | 'email';
      readonly signUpsPerDayMax: number;
      readonly publicUrl: string;
    }
  | { readonly do: 'restart' }
  /** One straight after the other. */
  | { readonly do: 'in_turn'; readonly acts: readonly PeopleAct[] };

export type ActOf<Do extends PeopleAct['do']> = Extract<PeopleAct, { readonly do: Do }>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LANGUAGES: readonly MailLanguage[] = ['en', 'fr', 'ar'];
const OWN_ROLES: readonly Role[] = ['member', 'owner', 'owner', 'operator'];
const ROLES: readonly Role[] = ['member', 'member', 'owner', 'operator'];

export const PAUSES_MS: readonly (readonly [number, number])[] = [
  [30, 0],
  [6, 1],
  [6, 6_000],
  [5, 59_999],
  [5, 60_000],
  [4, 10 * 60_000 - 1],
  [5, 10 * 60_000],
  [2, HOUR_MS - 1],
  [2, HOUR_MS],
  [3, 5 * HOUR_MS],
  [2, 12 * HOUR_MS - 1],
  [1.5, 12 * HOUR_MS],
  [0.7, DAY_MS - 1],
  [0.7, DAY_MS],
  [0.4, 3 * DAY_MS - 1],
  [0.4, 3 * DAY_MS],
];

export function peopleAct(random: Random): PeopleAct {
  return random.weighted<() => PeopleAct>([
    [10, () => invite(random)],
    [11, () => ({ do: 'accept', nth: nth(random), password: password(random), from: from(random) })],
    [2, () => ({ do: 'use_link', nth: nth(random), from: from(random) })],
    [1.5, () => ({ do: 'withdraw', nth: nth(random), by: author(random) })],
    [10, () => signIn(random)],
    [4, () => ({ do: 'use', nth: nth(random), everyMs: 0, times: 1 })],
    [1.5, () => ({ do: 'use', nth: nth(random), ...random.pick([HALF_DAYS, HOURS, TEN_MINUTES]) })],
    [2, () => ({ do: 'sign_out', nth: nth(random), ...(random.chance(0.4) ? { other: nth(random) } : {}) })],
    [0.7, () => ({ do: 'sign_out_everywhere', nth: nth(random) })],
    [4, () => changePassword(random)],
    [7, () => change(random)],
    [5, () => asksForLink(random, 'forgot')],
    [3, () => asksForLink(random, 'sign_up')],
    [1.5, () => asksForLink(random, 'sign_up_at_once')],
    [3, () => ({ do: 'open_account', nth: nth(random), password: password(random), from: from(random) })],
    [1.5, () => settings(random)],
    [2, () => ({ do: 'restart' })],
  ])();
}

const HALF_DAYS = { everyMs: 11.9 * HOUR_MS, times: 62 };
const HOURS = { everyMs: HOUR_MS, times: 25 };
const TEN_MINUTES = { everyMs: 10 * 60_000 - 1, times: 75 };

function invite(random: Random): PeopleAct {
  const by = random.chance(0.7) ? ({ role: 'operator', account: OPERATORS } as const) : author(random);
  return {
    do: 'invite',
    ...somebody(random),
    by,
    account: random.pick(ACCOUNTS),
    role: random.pick(ROLES),
    language: random.pick(LANGUAGES),
    // The node alone makes these.
    signsIn: by.role === 'operator' && random.chance(0.2),
    ...(random.chance(0.2) ? { key: random.below(3) } : {}),
  };
}

function signIn(random: Random): PeopleAct {
  const isGuess = random.chance(0.25);
  return {
    do: 'sign_in',
    ...somebody(random),
    ...(isGuess ? { password: password(random) } : {}),
    ...(random.chance(0.4) ? { device: nth(random) } : {}),
    from: from(random),
    ...random.weighted<{ readonly times: number; readonly everyMs: number }>([
      [20, { times: 1, everyMs: 0 }],
      [2, { times: 11, everyMs: 0 }],
      [1.5, { times: 51, everyMs: 15_000 }],
    ]),
  };
}

function changePassword(random: Random): PeopleAct {
  return {
    do: 'change_password',
    nth: nth(random),
    ...(random.chance(0.3) ? { old: password(random) } : {}),
    password: password(random),
    ...(random.chance(0.3) ? { device: nth(random) } : {}),
    from: from(random),
  };
}

function change(random: Random): PeopleAct {
  return {
    do: random.weighted<'change_role' | 'grant' | 'remove'>([
      [3, 'change_role'],
      [2, 'grant'],
      [1.5, 'remove'],
    ]),
    by: author(random),
    who: random.below(NAMES.length),
    role: random.pick(ROLES),
    keys: random.pick([[], ['key_1'], ['key_2', 'key_1']]),
  };
}

function asksForLink(random: Random, how: 'forgot' | 'sign_up' | 'sign_up_at_once'): PeopleAct {
  const times = random.pick([1, 1, 1, 3, 6, 11]);
  return { do: how, ...somebody(random), from: from(random), language: random.pick(LANGUAGES), times };
}

function settings(random: Random): PeopleAct {
  return {
    do: 'settings',
    signUp: random.chance(0.8) ? 'open' : 'closed',
    verify: random.pick(['operator', 'email'] as const),
    signUpsPerDayMax: random.pick([1, 12, 100]),
    publicUrl: random.pick(['https://one.example.com', 'https://two.example.com:8443']),
  };
}

function author(random: Random): { readonly role: Role; readonly account: string } {
  const role = random.pick(OWN_ROLES);
  return { role, account: role === 'operator' ? OPERATORS : random.pick(ACCOUNTS) };
}

function somebody(random: Random): Somebody {
  return { who: random.below(NAMES.length), spelling: random.below(3) };
}

function from(random: Random): From {
  const network = random.below(3);
  return {
    network,
    ...(random.chance(0.2) ? {} : { address: `10.0.${network}.${random.below(9)}` }),
    agent: random.pick(['a browser', 'x'.repeat(200), 'x'.repeat(201), '']),
  };
}

function password(random: Random): number {
  return random.chance(0.85) ? random.below(SOUND_PASSWORDS) : random.below(PASSWORDS.length);
}

function nth(random: Random): number {
  return random.chance(0.6) ? 0 : random.below(6);
}
