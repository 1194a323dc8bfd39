/** Words of passwords that the thread which hashes them has trouble with. */
import type { ClientCall } from '../../client-call.js';

const WORDS = {
  ends: 'that ends the thread',
  fails: 'that cannot be hashed',
  /** Until the thread has another priority. */
  waits: 'that finds no core',
} as const;
export const TROUBLED = Object.values(WORDS).map((words) => `A password ${words}`);

/** The trouble that the thread has with a password. */
export function hashingTrouble(password: string): keyof typeof WORDS | undefined {
  const [found] = Object.entries(WORDS).find(([, words]) => password.includes(words)) ?? [];
  return found as keyof typeof WORDS | undefined;
}

/** The trouble that it has with the password that a request comes with. */
export function hashingTroubleOf(call: ClientCall): ReturnType<typeof hashingTrouble> {
  return 'password' in call && call.password !== undefined ? hashingTrouble(call.password) : undefined;
}
