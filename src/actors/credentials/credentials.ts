/**
 * The plain text of keys.
 *
 * A key is `sk-` (API key) or `mk-` (management key), `tg`, 30 characters of base 62 (178 random bits) and a
 * check of 6 characters: the CRC-32 of all before it, in base 62. A secret scanner finds one with
 *
 *     \b[sm]k-tg[0-9A-Za-z]{36}\b
 *
 * and a mistyped one is recognised without a look-up. On disk stands the SHA-256 of a key, never the key.
 */
import { createHash } from 'node:crypto';
import type { SteadyMs } from '../../time/clock.js';
import { crc32 } from './crc32.js';

export type CredentialKind = 'api' | 'management';

/** The record behind a key's hash, in table `credentials`. */
export interface CredentialRecord {
  readonly v: 1;
  readonly kind: CredentialKind;
  readonly id: string;
  /** Steady ms from which on it is not valid any more. Absent from the secret that a key has for good. */
  readonly until?: SteadyMs;
}

const PREFIXES = { api: 'sk-tg', management: 'mk-tg' } as const;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECK_CHARACTERS = 6;
const SHAPE = /^[sm]k-tg[0-9A-Za-z]{36}$/;

/** Makes a key. `randomBytes(n)` returns n bytes of a cryptographic source. */
export function makeCredential(kind: CredentialKind, randomBytes: (count: number) => Uint8Array): string {
  let body: string = PREFIXES[kind];
  while (body.length < PREFIXES[kind].length + RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would make some characters likelier.
      if (byte < 248 && body.length < PREFIXES[kind].length + RANDOM_CHARACTERS)
        body += BASE62.charAt(byte % 62);
    }
  }
  return body + checkOf(body);
}

/** Whether a text is a key as Tollgate makes them, and its check fits. */
export function parseCredential(text: string): 'ours' | 'mistyped' | 'foreign' {
  if (!SHAPE.test(text)) return 'foreign';
  const body = text.slice(0, -CHECK_CHARACTERS);
  return checkOf(body) === text.slice(-CHECK_CHARACTERS) ? 'ours' : 'mistyped';
}

/** SHA-256 of a key's text, in hex: the form in which it is kept. */
export function hashCredential(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let check = '';
  for (let i = 0; i < CHECK_CHARACTERS; i++) {
    check = BASE62.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}
