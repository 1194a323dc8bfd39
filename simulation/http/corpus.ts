/**
 * The inputs that others are made from: those checked in, and those that a campaign found to be new.
 *
 * Each is a file with the bytes of one connection, its name the beginning of their SHA-256.
 *
 * Invariants
 *  1. No two are the same, none is longer than `INPUT_BYTES_MAX`, and there are at most `ENTRIES_MAX`.
 *  2. They stand in the order of their names as read, then in that in which they were added.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INPUT_BYTES_MAX } from './wire/http-input.js';

export const ENTRIES_MAX = 2_000;
const EXTENSION = '.http';

export class Corpus {
  readonly #entries: string[] = [];
  readonly #names = new Set<string>();
  readonly #folder: string | undefined;

  /** @param folder where new entries are kept and earlier ones are read from; made with the first new one */
  constructor(seeds: readonly string[], folder: string | undefined) {
    this.#folder = folder;
    const kept = folder === undefined ? [] : readEntries(folder);
    for (const bytes of [...seeds, ...kept]) this.#add(bytes);
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** @returns whether it was not there yet, and is now */
  grow(bytes: string): boolean {
    const name = this.#add(bytes);
    if (name === undefined) return false;
    if (this.#folder !== undefined) {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(join(this.#folder, name + EXTENSION), bytes, 'latin1');
    }
    return true;
  }

  #add(bytes: string): string | undefined {
    if (bytes === '' || bytes.length > INPUT_BYTES_MAX || this.#entries.length >= ENTRIES_MAX)
      return undefined;
    const name = createHash('sha256').update(bytes, 'latin1').digest('hex').slice(0, 24);
    if (this.#names.has(name)) return undefined;
    this.#names.add(name);
    this.#entries.push(bytes);
    return name;
  }
}

/** The inputs in a folder, by name; none if there is no such folder. */
export function readEntries(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .sort()
    .slice(0, ENTRIES_MAX)
    .map((name) => readFileSync(join(folder, name), 'latin1'));
}
