/**
 * Something that is used by what it is made of: it is named before it is made, and bound once. For calls that
 * go in a circle, and only for those.
 */
export class LateBound<T> {
  readonly #name: string;
  #value: T | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  bind(value: T): T {
    if (this.#value !== undefined) throw new Error(`the ${this.#name} is bound already`);
    this.#value = value;
    return value;
  }

  /** Throws before it is bound. */
  get value(): T {
    if (this.#value === undefined) throw new Error(`the ${this.#name} is used before it is made`);
    return this.#value;
  }
}
