/** Key texts that follow from a seed and a number, so that whoever puts load on a seeded folder can make them again. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { makeCredential } from '../src/actors/credentials.js';

const TEXTS_PER_WRITE = 10_000;

/** Plain text of the API key `index`, from 0. */
export function seededKey(seed: number, index: number): string {
  return makeCredential('api', bytesOf(`api/${seed}/${index}`));
}

/** Plain text of the management key of the account `index`, from 0. */
export function seededManagementKey(seed: number, index: number): string {
  return makeCredential('management', bytesOf(`management/${seed}/${index}`));
}

/** Writes a file with a key a line, in the order of `indexes`. */
export async function writeKeyFile(path: string, seed: number, indexes: Iterable<number>): Promise<void> {
  const file = createWriteStream(path);
  let lines: string[] = [];
  for (const index of indexes) {
    lines.push(seededKey(seed, index), '\n');
    if (lines.length < 2 * TEXTS_PER_WRITE) continue;
    file.write(lines.join(''));
    lines = [];
  }
  file.end(lines.join(''));
  await finished(file);
}

function bytesOf(label: string): (count: number) => Uint8Array {
  let asked = 0;
  // One digest is enough for nearly every key.
  return (count) => createHash('sha512').update(`${label}/${asked++}`).digest().subarray(0, count);
}
