/**
 * Key texts that follow from a seed and a number, so that whoever puts load on a seeded folder can make them
 * again.
 */
import { createHash } from 'node:crypto';
import { makeCredential } from '../../src/actors/credentials/credentials.js';

/** Plain text of the API key `index`, from 0. */
export function seededKey(seed: number, index: number): string {
  return makeCredential('api', bytesOf(`api/${seed}/${index}`));
}

/** Plain text of the management key of the account `index`, from 0. */
export function seededManagementKey(seed: number, index: number): string {
  return makeCredential('management', bytesOf(`management/${seed}/${index}`));
}

/** The header line of each of these keys, for a file of them. */
export function* authorizationLines(seed: number, indexes: Iterable<number>): Iterable<string> {
  for (const index of indexes) yield `Authorization: Bearer ${seededKey(seed, index)}`;
}

/** The whole numbers from `from` up to `to`, `to` not included. */
export function* numbersFrom(from: number, to: number): Iterable<number> {
  for (let number = from; number < to; number++) yield number;
}

function bytesOf(label: string): (count: number) => Uint8Array {
  let asked = 0;
  // One digest is enough for nearly every key.
  return (count) => createHash('sha512').update(`${label}/${asked++}`).digest().subarray(0, count);
}
