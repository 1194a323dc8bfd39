/** Identifiers as docs/records.md has them: a time of 10 characters in base 32, and 16 of chance. */
import type { Random } from '../../../../world/random.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Of what stands behind the prefix, the time in Unix ms. */
export function timeIn(digits: string): number {
  return [...digits.slice(0, 10)].reduce((ms, one) => ms * 32 + ALPHABET.indexOf(one), 0);
}

export function drawnId(random: Random, prefix: string, ms: number = random.below(2 ** 42)): string {
  const time = Array.from({ length: 10 }, (_, n) => ALPHABET[Math.floor(ms / 32 ** (9 - n)) % 32]);
  return prefix + time.join('') + Array.from({ length: 16 }, () => random.pick([...ALPHABET])).join('');
}
