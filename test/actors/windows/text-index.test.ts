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
    const numbers = Array.from({ length: 50_000 }, (_, n) => n);
    // One assertion for them all: one for each takes seconds.
    const lost = numbers.filter((n) => {
      const row = rows.add(textOf(n));
      return rows.find(textOf(n)) !== row || (n % 97 === 0 && rows.find(textOf(n >> 1)) !== n >> 1);
    });
    expect(lost).toEqual([]);
    expect(numbers.filter((n) => rows.find(textOf(n)) !== n)).toEqual([]);
    for (const n of numbers) {
      rows.remove(textOf(n));
      rows.add(textOf(n + 50_000));
    }
    expect(rows.index.count).toBe(50_000);
    expect(numbers.filter((n) => rows.find(textOf(n)) !== NO_ROW)).toEqual([]);
    const replacements = numbers.map((n) => textOf(n + 50_000));
    expect(replacements.filter((text) => rows.texts[rows.find(text)] !== text)).toEqual([]);
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
