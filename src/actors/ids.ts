/**
 * Identifiers: a prefix, then 26 characters of Crockford base 32 as in the ULID specification: 48 bits of
 * steady time in ms and 80 random bits. Identifiers made later sort later, also across restarts, for steady
 * time never goes back; within one millisecond the random part is counted up.
 */
import type { SteadyMs } from '../time/clock.js';
import type { World } from '../time/world.js';

export const ID_PREFIXES = {
  account: 'acct_',
  apiKey: 'key_',
  managementKey: 'mkey_',
  job: 'video_',
} as const;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BITS = 80n;

/** Characters of an identifier that tell its time. */
const TIME_CHARACTERS = 10;

/** When an identifier was made. */
export function timeOfId(id: string): SteadyMs {
  const from = id.indexOf('_') + 1;
  let ms = 0;
  for (const character of id.slice(from, from + TIME_CHARACTERS)) ms = ms * 32 + ALPHABET.indexOf(character);
  return ms as SteadyMs;
}

export class IdMaker {
  readonly #world: World;
  #lastMs = -1;
  #random = 0n;

  constructor(world: World) {
    this.#world = world;
  }

  next(kind: keyof typeof ID_PREFIXES): string {
    const now = this.#world.steadyMs();
    if (now > this.#lastMs) {
      this.#lastMs = now;
      this.#random = this.#freshRandom();
    } else {
      this.#random += 1n;
    }
    return ID_PREFIXES[kind] + encode((BigInt(this.#lastMs) << RANDOM_BITS) | this.#random, 26);
  }

  /** 79 bits, so that counting up within a millisecond cannot run over. */
  #freshRandom(): bigint {
    let value = 0n;
    for (const byte of this.#world.randomBytes(10)) value = (value << 8n) | BigInt(byte);
    return value >> 1n;
  }
}

function encode(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
