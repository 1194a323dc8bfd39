/**
 * Identifiers: a prefix, then 26 characters of Crockford base 32 as in the ULID specification: 48 bits of
 * steady time in ms and 80 random bits. Identifiers made later sort later: within one millisecond, and where time
 * went back over a restart, the random part is counted up.
 */
import type { World } from '../time/world.js';

export const ID_PREFIXES = {
  account: 'acct_',
  apiKey: 'key_',
  managementKey: 'mkey_',
  job: 'video_',
} as const;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BITS = 80n;

export class IdMaker {
  readonly #world: World;
  #lastMs = -1;
  #random = 0n;

  /** @param after an identifier that all are to sort behind, whatever the clock says; undefined where there is none */
  constructor(world: World, after?: string) {
    this.#world = world;
    if (after === undefined) return;
    const value = decode(after.slice(after.indexOf('_') + 1));
    this.#lastMs = Number(value >> RANDOM_BITS);
    this.#random = BigInt.asUintN(Number(RANDOM_BITS), value);
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

function decode(text: string): bigint {
  let value = 0n;
  for (const character of text) value = (value << 5n) | BigInt(ALPHABET.indexOf(character));
  return value;
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
