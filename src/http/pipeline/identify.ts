/**
 * Finds the caller: from the Authorization field to the row of the key.
 *
 * A key in memory is found by the text of its field alone (`key-table.ts`), without hashing and without the
 * store; another one by its record, which brings it into memory.
 *
 * Invariants
 *  1. A key is remembered under one spelling of the field, `Bearer`, a space and the key. Unknown keys never
 *     are.
 *  2. A revocation that is committed counts from the next request on.
 */

import { readManagementKey } from '../../actors/accounts/management-key.js';
import {
  type CredentialRecord,
  hashCredential,
  parseCredential,
} from '../../actors/credentials/credentials.js';
import { readApiKey } from '../../actors/keys/api-key-record.js';
import { type KeyRow, type KeyTable, NO_ROW } from '../../actors/keys/key-table.js';
import type { StoreReader } from '../../store/store.js';
import type { Caller } from '../operation.js';

/** Answers of `identify` to a request without a key, and to one whose key is unknown. */
export const MISSING = -1;
export const INVALID = -2;

export type Identification = KeyRow | typeof MISSING | typeof INVALID;

export interface IdentifierOptions {
  /** The committed records. */
  readonly records: StoreReader;
  readonly keys: KeyTable;
}

const BEARER = /^bearer(?: +(.*))?$/i;
const CANONICAL = 'Bearer ';
/** A management key that an operator chose (contract: 32 to 200 printable characters). */
const FOREIGN = /^[\x21-\x7e]{32,200}$/;

export class Identifier {
  readonly #records: StoreReader;
  readonly #keys: KeyTable;

  constructor({ records, keys }: IdentifierOptions) {
    this.#records = records;
    this.#keys = keys;
  }

  /** @param field the Authorization field; '' if none was sent */
  identify(field: string): Identification {
    const row = this.#keys.find(field);
    return row === NO_ROW ? this.#lookUp(field) : row;
  }

  #lookUp(field: string): Identification {
    const text = BEARER.exec(field)?.[1]?.trim() ?? '';
    if (text === '') return MISSING;
    const parsed = parseCredential(text);
    if (parsed === 'mistyped' || (parsed === 'foreign' && !FOREIGN.test(text))) return INVALID;
    const known = this.#keys.find(CANONICAL + text);
    if (known !== NO_ROW) return known;
    return this.#keys.earlier.find(CANONICAL + text) ?? this.#bringIn(text);
  }

  #bringIn(text: string): Identification {
    const record = this.#records.get('credentials', hashCredential(text));
    if (record === undefined) return INVALID;
    const { kind, id, until } = JSON.parse(record) as CredentialRecord;
    if (kind === 'api') {
      const key = readApiKey(id, this.#records);
      if (key === undefined || key.isRevoked || this.#keys.earlier.isOver(until)) return INVALID;
      return this.#keys.addApiKey(CANONICAL + text, key, until);
    }
    const key = readManagementKey(id, this.#records);
    return key === undefined || key.isRevoked ? INVALID : this.#keys.addManagementKey(CANONICAL + text, key);
  }
}

/**
 * The caller behind a row. Its properties are read when operations ask for them, until the request is
 * answered.
 */
export function callerOf(keys: KeyTable, row: KeyRow): Caller {
  return new CallerRow(keys, row) as Caller;
}

/** Either kind, so that requests of both meet the same code. */
class CallerRow {
  readonly kind: Caller['kind'];
  readonly #keys: KeyTable;
  readonly #row: KeyRow;

  constructor(keys: KeyTable, row: KeyRow) {
    this.kind = keys.isApiKey(row) ? 'api' : 'management';
    this.#keys = keys;
    this.#row = row;
  }

  get id() {
    return this.#keys.idOf(this.#row);
  }

  get account() {
    return this.#keys.accountOf(this.#row);
  }

  get balances() {
    return this.#keys.balancesOf(this.#row);
  }

  get role() {
    return this.#keys.roleOf(this.#row);
  }
}
