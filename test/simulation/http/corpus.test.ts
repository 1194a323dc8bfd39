import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Corpus, ENTRIES_MAX, readEntries } from '../../../simulation/http/corpus.js';
import { INPUT_BYTES_MAX } from '../../../simulation/http/wire/http-input.js';
import { readRequests } from '../../../simulation/http/wire/request-reader.js';
import { folderOfTest } from '../../temporary-folder.js';

let folder: string;

beforeEach(() => {
  folder = folderOfTest('corpus');
});

describe('a corpus', () => {
  it('keeps what is new as files, and reads it again, byte by byte', () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('');
    const corpus = new Corpus(['seed'], folder);
    expect([corpus.grow(bytes), corpus.grow(bytes), corpus.grow('seed')]).toEqual([true, false, false]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(new Corpus(['seed'], folder).entries).toEqual(['seed', bytes]);
  });

  it('has bounds: of an input, and of their number', () => {
    const corpus = new Corpus([], undefined);
    expect(corpus.grow('a'.repeat(INPUT_BYTES_MAX + 1))).toBe(false);
    expect(corpus.grow('')).toBe(false);
    for (let at = 0; at < ENTRIES_MAX; at++) expect(corpus.grow(String(at))).toBe(true);
    expect(corpus.grow('one more')).toBe(false);
  });

  it('of a folder that is not there is empty', () => {
    expect(readEntries(join(folder, 'nothing'))).toEqual([]);
  });

  it('that is checked in has all that a stream of requests may end in', () => {
    const rests = readEntries('test/simulation/http/corpus').map((bytes) => readRequests(bytes).rest);
    expect(rests.length).toBeGreaterThan(50);
    for (const rest of ['nothing', 'malformed', 'odd', 'beginning']) expect(rests).toContain(rest);
  });
});
