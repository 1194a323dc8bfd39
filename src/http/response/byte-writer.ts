/**
 * Writes text as bytes into a buffer that is used again and again: for heads and bodies of hot answers.
 *
 * A string that is put together of pieces is copied three times on its way out (it is flattened, measured,
 * and encoded), bytes once, by the library that sends them. Setting a constant takes some 15 ns, a number as
 * long.
 *
 * Invariant
 *  1. The bytes that `bytes` returns hold until the writer is written to again: to be kept, they are copied.
 */
const CAPACITY_FIRST = 512;
/** Views of the buffer up to this length are made once. */
const VIEW_KEPT_MAX_BYTES = 2_048;
const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
const ZERO = 48;
const POINT = ascii('.');
const QUOTE = ascii('"');
/** Texts that JSON writes as they stand, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;
const HEX_DIGITS = ascii('0123456789abcdef');
/** The two digits of each number below 100. */
const DIGIT_PAIRS = ascii(Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).join(''));
/** Integer arithmetic of 32 bits goes up to here. */
const SMALL_MAX = 2 ** 31 - 1;
const BILLION = 1_000_000_000;

/** Text that does not change, for `ByteWriter.add`. */
export function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export class ByteWriter {
  length = 0;
  #buffer = new Uint8Array(CAPACITY_FIRST);
  #views: (Uint8Array | undefined)[] = [];

  /** Starts anew behind the first `length` bytes, which stay. */
  restart(length = 0): this {
    this.length = length;
    return this;
  }

  add(constant: Uint8Array): this {
    this.#makeRoom(constant.length);
    this.#buffer.set(constant, this.length);
    this.length += constant.length;
    return this;
  }

  /** Text of any characters, as UTF-8. */
  text(text: string): this {
    this.#makeRoom(3 * text.length);
    const buffer = this.#buffer;
    const start = this.length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return this.add(ascii(text.slice(at)));
      buffer[start + at] = code;
      this.length += 1;
    }
    return this;
  }

  /** A JSON string. */
  json(text: string): this {
    return PLAIN.test(text) ? this.add(QUOTE).text(text).add(QUOTE) : this.text(JSON.stringify(text));
  }

  /** @param number a whole number; below 0 if a wall clock stands before 1970 */
  number(number: number): this {
    if (number < 0) return this.text(String(number));
    if (number <= SMALL_MAX) return this.#digits(number, digitsOf(number));
    const billions = Math.floor(number / BILLION);
    return this.number(billions).#digits(number - billions * BILLION, 9);
  }

  /** An amount of DA, as `printDa` prints it. @param microDa a whole number, 0 to 2^53 - 1 */
  da(microDa: number): this {
    return this.scaled(microDa, 6);
  }

  /**
   * The number over ten to the power of `decimals`, exactly.
   *
   * @param number a whole number, 0 to 2^53 - 1
   * @param decimals 1 to 6
   */
  scaled(number: number, decimals: number): this {
    const scale = POWERS_OF_TEN[decimals] as number;
    const whole = Math.floor(number / scale);
    this.number(whole);
    let fraction = number - whole * scale;
    if (fraction === 0) return this;
    let digits = decimals;
    for (; fraction % 10 === 0; fraction /= 10) digits -= 1;
    return this.add(POINT).#digits(fraction, digits);
  }

  /** Puts the eight hexadecimal digits of a 32-bit number at a place that was written before. */
  putHex(at: number, number: number): void {
    const buffer = this.#buffer;
    let left = number;
    for (let place = at + 7; place >= at; place--) {
      buffer[place] = HEX_DIGITS[left & 15] as number;
      left >>>= 4;
    }
  }

  /** Puts a number of ten digits, below 2^31, at a place that was written before. */
  putTenDigits(at: number, number: number): void {
    this.#putDigits(at + 10, number, 10);
  }

  /** The bytes written. */
  bytes(): Uint8Array {
    const { length } = this;
    if (length > VIEW_KEPT_MAX_BYTES) return this.#buffer.subarray(0, length);
    const kept = this.#views[length];
    if (kept !== undefined) return kept;
    const view = this.#buffer.subarray(0, length);
    this.#views[length] = view;
    return view;
  }

  /** Writes so many digits, with zeros in front. @param number 0 to 2^31 - 1 */
  #digits(number: number, count: number): this {
    this.#makeRoom(count);
    this.length += count;
    this.#putDigits(this.length, number, count);
    return this;
  }

  /** The last of the digits is put before `end`. */
  #putDigits(end: number, number: number, count: number): void {
    const buffer = this.#buffer;
    let place = end;
    let left = number | 0;
    let toGo = count;
    for (; toGo > 1; toGo -= 2) {
      const above = (left / 100) | 0;
      const pair = (left - above * 100) * 2;
      buffer[--place] = DIGIT_PAIRS[pair + 1] as number;
      buffer[--place] = DIGIT_PAIRS[pair] as number;
      left = above;
    }
    if (toGo === 1) buffer[--place] = ZERO + left;
  }

  #makeRoom(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#views = [];
  }
}

/** @param number 0 to 2^31 - 1 */
function digitsOf(number: number): number {
  if (number < 100_000) {
    if (number < 100) return number < 10 ? 1 : 2;
    if (number < 1_000) return 3;
    return number < 10_000 ? 4 : 5;
  }
  if (number < 10_000_000) return number < 1_000_000 ? 6 : 7;
  if (number < 100_000_000) return 8;
  return number < BILLION ? 9 : 10;
}
