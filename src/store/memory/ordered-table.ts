/**
 * One table in memory: text by key, and its keys in order.
 *
 * The keys stand in one sorted array. Adding in the middle moves what is behind it, which at 10^5 keys is
 * a few microseconds; most keys of this product grow with time and are added at the end.
 *
 * Invariant: `#keys` holds exactly the keys of `#values`, ascending, without repetition. Keys are ASCII
 * (rule 4 of `store.ts`), so the order of JavaScript strings is the order of their bytes.
 */
import type { Entry, RangeOptions } from '../store.js';

export class OrderedTable {
  readonly #values: Map<string, string>;
  readonly #keys: string[];

  constructor(original?: OrderedTable) {
    this.#values = new Map(original === undefined ? [] : original.#values);
    this.#keys = original === undefined ? [] : original.#keys.slice();
  }

  get(key: string): string | undefined {
    return this.#values.get(key);
  }

  /** Sets the value of a key, or removes the key where `value` is undefined. */
  write(key: string, value: string | undefined): void {
    if (value === undefined) this.#remove(key);
    else this.#set(key, value);
  }

  /** The entries of a range as they are now; later writes do not show in them. */
  entries({ from, to, reverse, limit }: RangeOptions): Entry[] {
    const first = from === undefined ? 0 : this.#rank(from);
    const end = Math.max(first, to === undefined ? this.#keys.length : this.#rank(to));
    const count = Math.min(limit ?? Number.POSITIVE_INFINITY, end - first);
    const keys = reverse
      ? this.#keys.slice(end - count, end).reverse()
      : this.#keys.slice(first, first + count);
    return keys.map((key) => ({ key, value: this.#values.get(key) ?? '' }));
  }

  #set(key: string, value: string): void {
    if (!this.#values.has(key)) {
      const last = this.#keys.at(-1);
      if (last === undefined || last < key) this.#keys.push(key);
      else this.#keys.splice(this.#rank(key), 0, key);
    }
    this.#values.set(key, value);
  }

  #remove(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.#rank(key), 1);
  }

  /** How many keys are below `key`: where it stands, or would stand. */
  #rank(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const probe = this.#keys[middle];
      if (probe !== undefined && probe < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
