/**
 * Ids of requests, unique across restarts: a random part per process, then a count in disguise.
 *
 * A bare count would tell every client how many requests all the others made between two of its own. So it
 * goes through a permutation of the 32-bit numbers whose keys are random: as unique, and of one length.
 * (Xor, odd multiplications and xor-shifts each have an inverse; a disguise, not a cipher.)
 */
import { ID_PREFIXES } from '../../actors/storage/ids.js';

const PREFIX_BYTES = 10;
const COUNTS = 2 ** 32;

/** The id of one request. Its text is made where it is asked for: most answers write it as bytes. */
export class RequestId {
  /** All but the last eight digits. */
  readonly prefix: string;
  /** The last eight digits, as a signed number of 32 bits: one above 2^31 would be an object of its own. */
  readonly number: number;

  constructor(prefix: string, number: number) {
    this.prefix = prefix;
    this.number = number;
  }

  get text(): string {
    return this.prefix + this.end;
  }

  get end(): string {
    return (this.number >>> 0).toString(16).padStart(8, '0');
  }
}

export class RequestIds {
  readonly #randomBytes: (count: number) => Uint8Array;
  #prefix = '';
  #keys = new Uint32Array(4);
  #count = 0;

  /** @param randomBytes a cryptographic source: an id must not tell when the process started */
  constructor(randomBytes: (count: number) => Uint8Array) {
    this.#randomBytes = randomBytes;
    this.#begin();
  }

  next(): RequestId {
    if (this.#count === COUNTS) this.#begin();
    const disguised = this.#permuted(this.#count);
    this.#count += 1;
    return new RequestId(this.#prefix, disguised);
  }

  #begin(): void {
    this.#prefix = `${ID_PREFIXES.request}${Buffer.from(this.#randomBytes(PREFIX_BYTES)).toString('hex')}`;
    const keys = Buffer.from(this.#randomBytes(16));
    this.#keys = Uint32Array.from([0, 4, 8, 12], (at) => keys.readUInt32LE(at));
    this.#count = 0;
  }

  #permuted(count: number): number {
    const keys = this.#keys;
    const [mask, first, second, third] = [keys[0] ?? 0, keys[1] ?? 0, keys[2] ?? 0, keys[3] ?? 0];
    let mixed = Math.imul(count ^ mask, first | 1);
    mixed = Math.imul(mixed ^ (mixed >>> 16), second | 1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), third | 1);
    return mixed ^ (mixed >>> 16);
  }
}
