/**
 * Identifiers: a prefix, then 26 characters of Crockford base 32 as in the ULID specification: 48 bits of
 * steady time in ms and 80 random bits. Identifiers made later sort later: within one millisecond, and if
 * time went back over a restart, the random part is counted up.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';

export const ID_PREFIXES = {
  account: 'acct_',
  apiKey: 'key_',
  managementKey: 'mkey_',
  job: 'video_',
  order: 'order_',
  request: 'req_',
  user: 'user_',
} as const;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** The two characters of each ten bits. */
const PAIRS = Array.from(
  { length: 1_024 },
  (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31),
);
const TIME_LENGTH = 10;
/** The random part is two halves, of 40 bits and 8 characters each. */
const HALF_LENGTH = 8;
const HALF = 2 ** 40;
const QUARTER = 2 ** 20;
const RANDOM_BYTES = 10;

export class IdMaker {
  readonly #world: World;
  readonly #limits: Limits;
  #lastMs = -1;
  #time = '';
  #high = 0;
  #low = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #used = 0;

  /**
   * @param after an identifier that all are to sort behind, whatever the clock says; undefined if there is
   * none
   */
  constructor(world: World, after?: string, limits: Limits = USUAL_LIMITS) {
    this.#world = world;
    this.#limits = limits;
    if (after === undefined) return;
    const digits = after.slice(after.indexOf('_') + 1);
    const highEnd = TIME_LENGTH + HALF_LENGTH;
    this.#setTime(decode(digits.slice(0, TIME_LENGTH)));
    this.#high = decode(digits.slice(TIME_LENGTH, highEnd));
    this.#low = decode(digits.slice(highEnd));
  }

  next(kind: keyof typeof ID_PREFIXES): string {
    const now = this.#world.steadyMs();
    if (now > this.#lastMs) {
      this.#setTime(now);
      this.#drawRandom();
    } else {
      this.#countUp();
    }
    return ID_PREFIXES[kind] + this.#time + encodeHalf(this.#high) + encodeHalf(this.#low);
  }

  #setTime(ms: number): void {
    this.#lastMs = ms;
    this.#time = (PAIRS[Math.floor(ms / HALF)] ?? '') + encodeHalf(ms % HALF);
  }

  /** 79 bits, so that counting up within a millisecond cannot run over. */
  #drawRandom(): void {
    if (this.#used === this.#bytes.length) {
      this.#bytes = this.#world.randomBytes(this.#limits.idsDrawnAtOnce * RANDOM_BYTES);
      this.#used = 0;
    }
    const high = this.#takeHalf();
    this.#high = Math.floor(high / 2);
    this.#low = (high % 2) * (HALF / 2) + Math.floor(this.#takeHalf() / 2);
  }

  #takeHalf(): number {
    let value = 0;
    for (const end = this.#used + RANDOM_BYTES / 2; this.#used < end; this.#used++) {
      value = value * 256 + (this.#bytes[this.#used] ?? 0);
    }
    return value;
  }

  #countUp(): void {
    this.#low += 1;
    if (this.#low < HALF) return;
    this.#low = 0;
    this.#high += 1;
  }
}

/** The time of an identifier: when it was made, or later if time had gone back; undefined if it has none. */
export function timeOfId(id: string): SteadyMs | undefined {
  const digits = id.slice(id.indexOf('_') + 1);
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(digits)) return undefined;
  return decode(digits.slice(0, TIME_LENGTH)) as SteadyMs;
}

/** Of up to ten characters. */
function decode(text: string): number {
  let value = 0;
  for (const character of text) value = value * 32 + ALPHABET.indexOf(character);
  return value;
}

function encodeHalf(value: number): string {
  return encodeQuarter(Math.floor(value / QUARTER)) + encodeQuarter(value % QUARTER);
}

function encodeQuarter(value: number): string {
  return (PAIRS[value >> 10] ?? '') + (PAIRS[value & 1_023] ?? '');
}
