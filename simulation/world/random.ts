/**
 * Chance that follows a seed: the same seed gives the same numbers on every machine and release of Node.
 *
 * The generator is sfc32 (Chris Doty-Humphrey, PractRand), 32-bit integer arithmetic alone. Whatever must not
 * shift when something else draws one number more takes a stream of its own with `fork`.
 */
export class Random {
  readonly #seed: number;
  #a: number;
  #b: number;
  #c = 0x9e3779b9;
  #counter = 1;

  /** @param seed any safe integer of 0 or more */
  constructor(seed: number) {
    if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`not a seed: ${seed}`);
    this.#seed = seed;
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    // The first numbers of near seeds are near; a dozen rounds part them.
    for (let round = 0; round < 12; round++) this.#next();
  }

  /** A fraction in [0, 1). */
  fraction(): number {
    return this.#next() / 2 ** 32;
  }

  /** A whole number in [0, end). */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  /** A whole number from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as T;
  }

  /** One of the choices, each as likely as its weight says. Weights of zero are never chosen. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new RangeError('no choice has a weight');
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at++) bytes[at] = this.#next() & 0xff;
    return bytes;
  }

  /** A stream of its own for what `label` names, the same whatever was drawn from this one. */
  fork(label: string | number): Random {
    let hash = 0x811c9dc5;
    for (const character of `${this.#seed}/${label}`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
    return new Random((hash >>> 0) * 2 ** 20 + (this.#seed % 2 ** 20));
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) >>> 0;
    this.#counter = (this.#counter + 1) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0;
    return sum;
  }
}
