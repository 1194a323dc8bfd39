import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfEnd, hashOfWhole, NO_ROW, TextIndex } from '../../../src/actors/windows/text-index.js';
import { repetitions } from '../../test-set.js';

/** Rows of an owner, with the text of each. */
class Rows {
  readonly texts: (string | undefined)[] = [];
  readonly index = new TextIndex();
  readonly #hash: (text: string) => number;
  readonly #free: number[] = [];

  constructor(hash: (text: string) => number) {
    this.#hash = hash;
  }

  find(text: string): number {
    return this.index.find(text, this.#hash(text));
  }

  add(text: string): number {
    const row = this.#free.pop() ?? this.texts.length;
    this.texts[row] = text;
    this.index.add(text, this.#hash(text), row);
    return row;
  }

  remove(text: string): void {
    const row = this.find(text);
    this.index.remove(this.#hash(text), row);
    this.texts[row] = undefined;
    this.#free.push(row);
  }
}

const HASHES: Readonly<Record<string, (text: string) => number>> = {
  'its end': hashOfEnd,
  'all of it': (text) => hashOfWhole(text, 12_345),
  // Every text meets every other one.
  nothing: () => 7,
  'few bits': (text) => hashOfWhole(text, 1) & 0x80000003,
};

describe('an index of texts', () => {
  it.each(Object.keys(HASHES))('finds what was added and not removed, whatever the hash (of %s)', (name) => {
    const hash = HASHES[name] as (text: string) => number;
    const step = fc.record({ text: fc.nat(60).map((n) => `text-${n}-of-many`), isRemoval: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const rows = new Rows(hash);
        const expected = new Map<string, number>();
        for (const { text, isRemoval } of steps) {
          if (isRemoval && expected.has(text)) {
            rows.remove(text);
            expected.delete(text);
          } else if (!isRemoval && !expected.has(text)) expected.set(text, rows.add(text));
          expect(rows.find(text)).toBe(expected.get(text) ?? NO_ROW);
          expect(rows.index.count).toBe(expected.size);
        }
        for (const [text, row] of expected) expect(rows.find(text)).toBe(row);
      }),
      { numRuns: repetitions(30, 100) },
    );
  });

  it('grows to many texts while all of them are found, and takes as many again in place of those removed', () => {
    const rows = new Rows(hashOfEnd);
    const textOf = (n: number) => `Bearer sk-${String(n * 7_919).padStart(12, '0')}`;
    for (let n = 0; n < 50_000; n++) {
      const row = rows.add(textOf(n));
      expect(rows.find(textOf(n))).toBe(row);
      if (n % 97 === 0) expect(rows.find(textOf(n >> 1))).toBe(n >> 1);
    }
    for (let n = 0; n < 50_000; n++) expect(rows.find(textOf(n))).toBe(n);
    for (let n = 0; n < 50_000; n++) {
      rows.remove(textOf(n));
      rows.add(textOf(n + 50_000));
    }
    expect(rows.index.count).toBe(50_000);
    for (let n = 0; n < 50_000; n++) {
      expect(rows.find(textOf(n))).toBe(NO_ROW);
      expect(rows.texts[rows.find(textOf(n + 50_000))]).toBe(textOf(n + 50_000));
    }
  });

  it('finds none of its slots without a text where a text has the hash of an empty one', () => {
    const rows = new Rows(() => 0);
    expect(rows.find('text')).toBe(NO_ROW);
    rows.add('text');
    expect(rows.find('other')).toBe(NO_ROW);
    rows.remove('text');
    expect(rows.find('text')).toBe(NO_ROW);
    expect(rows.find('undefined')).toBe(NO_ROW);
    expect(rows.add('other')).toBe(rows.find('other'));
  });
});
