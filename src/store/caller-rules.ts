/**
 * The demands of a store on its callers (rules 4 and 6 of `store.ts`), asserted the same way by every store.
 *
 * Everything here throws `RangeError`: keys and limits are built by this program, so a bad one is a defect.
 */
import type { RangeOptions, Table, Write } from './store.js';

/** Keeps a value under 16 MiB in any encoding, where `lmdb` would begin to lend out mapped memory. */
const VALUE_UTF16_UNITS_MAX = 4 * 1024 * 1024;

const KEY_FORM = /^[\x20-\x7e]{1,1000}$/;

export function assertKey(key: string): void {
  if (!KEY_FORM.test(key)) throw new RangeError(`not a key of a store: ${JSON.stringify(key.slice(0, 80))}`);
}

/** A write that was asserted when it was made, and need not be again. */
export class CheckedWrite implements Write {
  readonly table: Table;
  readonly key: string;
  #value: string | undefined;

  constructor(table: Table, key: string, value: string | undefined) {
    assertRecord(key, value);
    this.table = table;
    this.key = key;
    this.#value = value;
  }

  get value(): string | undefined {
    return this.#value;
  }

  /** Has this write do what `later`, of the same record, was to do. */
  supersede(later: CheckedWrite): void {
    this.#value = later.#value;
  }
}

export function assertWrites(writes: readonly Write[]): void {
  for (const write of writes) {
    if (!(write instanceof CheckedWrite)) assertRecord(write.key, write.value);
  }
}

function assertRecord(key: string, value: string | undefined): void {
  assertKey(key);
  if (value !== undefined && value.length > VALUE_UTF16_UNITS_MAX) {
    throw new RangeError(`the value of ${key} is too long: ${value.length} UTF-16 units`);
  }
}

export function assertRange({ from, to, limit }: RangeOptions): void {
  if (from !== undefined) assertKey(from);
  if (to !== undefined) assertKey(to);
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RangeError(`not a limit of a range: ${limit}`);
  }
}
