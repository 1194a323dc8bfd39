/**
 * Names of users, each unique on the whole node: these records span accounts, as those of
 * `references.ts` do.
 */
import { createHash } from 'node:crypto';
import type { StoreReader } from '../../store/store.js';

const NAME_MAX = 254;
const E_MAIL_SHAPE = /^[^\s@\p{Cc}\p{Surrogate}]+@[^\s@\p{Cc}\p{Surrogate}]+\.[^\s@\p{Cc}\p{Surrogate}]+$/u;

export function isUserName(text: string): boolean {
  return text.length <= NAME_MAX && E_MAIL_SHAPE.test(text);
}

/** Key in table `user_names`: two names that differ in case, or in the form of a letter, are the same. */
export function userNameKey(name: string): string {
  return createHash('sha256').update(name.normalize('NFKC').toLowerCase(), 'utf8').digest('hex');
}

/** The id of the user of that name; undefined if there is none. */
export function userOfName(records: Pick<StoreReader, 'get'>, name: string): string | undefined {
  return records.get('user_names', userNameKey(name));
}
