/**
 * Checks passwords that are tried.
 *
 * Invariants
 *  1. Each try counts on the windows of `guess-limits.ts` before it is checked.
 *  2. A name that is nobody's costs a hash, too: neither answer nor time tells of it.
 */
import { userNameKey } from '../actors/people/user-names.js';
import type { Person } from '../actors/people/user-record.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { type DeviceSeal, isDeviceOf } from './device-marks.js';
import { GuessLimits, type GuessLimitsParts } from './guess-limits.js';
import { type NewlySignedIn, type SignInResult, unable } from './people-results.js';

const CHARACTERS_MIN = 10;
const CHARACTERS_MAX = 200;
/** Of UTF-16: more of a text that is tried is not hashed. */
const UNITS_MAX = 2 * CHARACTERS_MAX;

/** Whether a text may be a password: it is counted in code points. */
export function isPassword(text: string): boolean {
  const characters = [...text].length;
  return characters >= CHARACTERS_MIN && characters <= CHARACTERS_MAX;
}

export interface Tried {
  readonly name: string;
  readonly password: string;
  /** The mark that the browser has from an earlier sign-in; undefined if it has none. */
  readonly device: string | undefined;
  /** The client's network, as windows count it. */
  readonly network: string;
}

export type Checked =
  | Exclude<SignInResult, NewlySignedIn>
  | { readonly outcome: 'right'; readonly person: Person };

export class PasswordCheck {
  readonly #hasher: PasswordHasher;
  readonly #seal: DeviceSeal;
  readonly #guesses: GuessLimits;

  constructor(parts: GuessLimitsParts & { readonly hasher: PasswordHasher; readonly seal: DeviceSeal }) {
    this.#hasher = parts.hasher;
    this.#seal = parts.seal;
    this.#guesses = new GuessLimits(parts, 'guess');
  }

  /** @param person undefined if the name is nobody's */
  async check(person: Person | undefined, { name, password, device, network }: Tried): Promise<Checked> {
    const isKnown = person !== undefined && device !== undefined && isDeviceOf(this.#seal, person.id, device);
    const guess = { nameKey: userNameKey(name), network, device: isKnown ? device : undefined };
    const retryAfterMs = this.#guesses.waitMs(guess);
    if (retryAfterMs > 0) return { outcome: 'too_many_guesses', retryAfterMs };
    const tried = password.slice(0, UNITS_MAX);
    const fits = await this.#hasher.verify(person?.passwordHash ?? undefined, tried);
    if (fits === undefined) return unable('overloaded');
    return fits && person !== undefined && tried === password
      ? { outcome: 'right', person }
      : { outcome: 'wrong' };
  }
}
