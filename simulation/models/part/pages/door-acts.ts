/** Requests of those who come in and go out, as they are drawn. */
import type { RoutePath } from '../../../../src/http/pages/dashboard/routes.js';
import type { Random } from '../../../world/random.js';

export interface DoorAct {
  readonly do: 'knock';
  readonly path: RoutePath & keyof typeof ENDS;
  readonly isSent: boolean;
  readonly isSignedIn: boolean;
  readonly opened: 'https://gateway.test' | 'http://localhost:8080' | 'http://gateway.test:8080';
  readonly address: string;
  readonly device?: string;
  readonly name: string;
  readonly password: string;
  readonly again: string;
  readonly next: string;
  readonly act: string;
  readonly isLost: boolean;
  readonly isMailed: boolean;
  readonly mayStrangers: boolean;
  /** Whether the link is of something, and of a forgotten password. */
  readonly link: 'over' | 'open' | 'resets';
  readonly outcome: string;
  readonly waitMs: number;
}

/** Pages, with the rest of their paths. */
export const ENDS = {
  '/sign-in': '',
  '/sign-out': '',
  '/invitation/': 'link',
  '/demo/': 'link',
  '/sign-up': '',
  '/sign-up/': 'link',
  '/forgotten-password': '',
  '/sessions': '',
  '/password': '',
} as const;

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['signed_in', 'wrong', 'too_many_guesses', 'unable'],
  '/invitation/': ['signed_in', 'no_such_invitation', 'not_allowed', 'name_taken', 'unable'],
  '/demo/': ['signed_in', 'over', 'unable'],
  '/sign-up': ['asked', 'too_many', 'unable'],
  '/sign-up/': ['signed_in', 'no_such_invitation', 'name_taken', 'unable'],
  '/forgotten-password': ['asked', 'too_many'],
  '/password': ['changed', 'wrong', 'bad_password', 'too_many_guesses', 'unable'],
  '/sessions': ['user', 'unable'],
  '/sign-out': ['user', 'unable'],
};
const PASSWORDS = [
  '1234567890',
  '123456789',
  'ñ'.repeat(200),
  '😀'.repeat(200),
  'x'.repeat(201),
  ' 12345678 ',
  '',
];

export function drawKnock(random: Random): DoorAct {
  const path = random.pick(Object.keys(ENDS) as (keyof typeof ENDS)[]);
  const password = random.chance(0.7) ? '1234567890' : random.pick(PASSWORDS);
  return {
    do: 'knock',
    path,
    isSent: path === '/sign-out' || random.chance(0.7),
    isSignedIn: random.chance(path === '/password' || path === '/sessions' ? 0.9 : 0.3),
    opened: random.pick([
      'https://gateway.test',
      'https://gateway.test',
      'http://localhost:8080',
      'http://localhost:8080',
      'http://gateway.test:8080',
    ]),
    address: random.pick(['127.0.0.1', '127.9.9.9', '::1', '192.0.2.1', '::ffff:127.0.0.1']),
    ...(random.chance(0.5) && { device: 'mark' }),
    name: random.pick(['ada@people.test', ' ada@people.test ', 'ada@people', '']),
    password,
    again: random.chance(0.85) ? password : random.pick(['', '1234567891']),
    next: random.pick(['', '/keys', '/usage?by=key', '//elsewhere.test', '/sign-out']),
    act: random.pick(['end', 'end_all', '']),
    isLost: random.chance(0.3),
    isMailed: random.chance(0.5),
    mayStrangers: random.chance(0.7),
    link: random.pick(['over', 'open', 'open', 'resets']),
    outcome: random.pick(OUTCOMES[path] ?? []),
    waitMs: random.pick([1, 1_000, 1_001, 59_999]),
  };
}
