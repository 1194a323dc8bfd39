/**
 * The duties of every store, whatever it is made of: rules 1 to 6 of `src/store/store.ts`.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Entry,
  type RangeOptions,
  type Store,
  TABLES,
  type Table,
  type Write,
  withPrefix,
} from '../../src/store/store.js';
import { repetitions } from '../test-set.js';

/** One store on storage of its own. */
export interface StoreHarness {
  readonly store: Store;
  /** Closes the store and opens what it left behind. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

const put = (key: string, value: string, table: Table = 'jobs'): Write => ({ table, key, value });
const remove = (key: string, table: Table = 'jobs'): Write => ({ table, key, value: undefined });
const padded = (number: number): string => String(number).padStart(8, '0');

function keysOf(store: Store, options: RangeOptions, table: Table = 'jobs'): string[] {
  return Array.from(store.range(table, options), (entry) => entry.key);
}

export function describeStore(name: string, open: () => Promise<StoreHarness>): void {
  describe(`${name} as a store`, () => {
    let harness: StoreHarness;
    let store: Store;

    beforeEach(async () => {
      harness = await open();
      store = harness.store;
    });

    afterEach(() => harness.dispose());

    describe('commits', () => {
      it('shows all writes of a commit once it has resolved, in every table', async () => {
        await store.commit(TABLES.map((table) => put('key', `of ${table}`, table)));
        for (const table of TABLES) expect(store.get(table, 'key')).toBe(`of ${table}`);
      });

      it('answers undefined for a key that is not there', () => {
        expect(store.get('jobs', 'absent')).toBeUndefined();
      });

      it('shows either none or all writes of a commit at every look while it is under way', async () => {
        const writes = Array.from({ length: 500 }, (_, i) => put(padded(i), 'new'));
        let settled = false;
        const commit = store.commit(writes).finally(() => {
          settled = true;
        });
        while (!settled) {
          const seen = keysOf(store, {}).length;
          expect([0, 500]).toContain(seen);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await commit;
        expect(keysOf(store, {})).toHaveLength(500);
      });

      it('replaces a value', async () => {
        await store.commit([put('a', 'first')]);
        await store.commit([put('a', 'second')]);
        expect(store.get('jobs', 'a')).toBe('second');
      });

      it('removes a key, and takes the removal of an absent one as done', async () => {
        await store.commit([put('a', '1'), put('b', '2')]);
        await store.commit([remove('a'), remove('never there')]);
        expect(store.get('jobs', 'a')).toBeUndefined();
        expect(keysOf(store, {})).toEqual(['b']);
      });

      it('applies the writes of a commit in order: the last one of a key wins', async () => {
        await store.commit([
          put('a', '1'),
          remove('a'),
          put('b', '1'),
          put('b', '2'),
          put('c', '1'),
          remove('c'),
        ]);
        expect([...store.range('jobs', {})]).toEqual([{ key: 'b', value: '2' }]);
      });

      it('takes a commit without writes', async () => {
        await expect(store.commit([])).resolves.toBeUndefined();
        await expect(store.commit([put('a', '1')])).resolves.toBeUndefined();
      });

      it('is not moved by a caller that empties its list of writes after the call', async () => {
        const writes = [put('a', '1'), put('b', '2')];
        const commit = store.commit(writes);
        writes.length = 0;
        await commit;
        expect(keysOf(store, {})).toEqual(['a', 'b']);
      });

      it('lets the next commit start as soon as the one before has resolved', async () => {
        for (let number = 1; number <= 20; number += 1) await store.commit([put('count', String(number))]);
        expect(store.get('jobs', 'count')).toBe('20');
      });

      it('keeps tables apart', async () => {
        await store.commit([put('a', 'job'), put('a', 'key', 'keys')]);
        await store.commit([remove('a')]);
        expect(store.get('keys', 'a')).toBe('key');
        expect(keysOf(store, {})).toEqual([]);
      });
    });

    describe('values', () => {
      it.each([
        ['empty', ''],
        ['with a null character', 'a\u0000b'],
        ['outside ASCII', 'Größe 視頻 🎬 \ufeffx'],
        ['beginning with a byte order mark', '\ufeffvalue'],
        ['of 1 MiB', 'x'.repeat(1024 * 1024)],
        ['of 1 MiB of three-byte characters', '視'.repeat(349_525)],
        ['of 4 Mi characters', 'x'.repeat(4 * 1024 * 1024)],
      ])('come back as they were written: %s', async (_, value) => {
        await store.commit([put('a', 'small'), put('b', value), put('c', 'small')]);
        expect(store.get('jobs', 'b') === value).toBe(true);
        const walked = [...store.range('jobs', {})].map((entry) => entry.value);
        expect(walked[1] === value).toBe(true);
        expect([walked[0], walked[2], store.get('jobs', 'c')]).toEqual(['small', 'small', 'small']);
      });
    });

    describe('ranges', () => {
      const keys = ['a', 'b', 'c', 'd', 'e'];

      beforeEach(() => store.commit(keys.map((key) => put(key, key.toUpperCase()))));

      const cases: readonly [string, RangeOptions, string][] = [
        ['everything', {}, 'abcde'],
        ['from a key that is there, included', { from: 'b' }, 'bcde'],
        ['from between two keys', { from: 'bb' }, 'cde'],
        ['up to a key that is there, not included', { to: 'd' }, 'abc'],
        ['up to between two keys', { to: 'dd' }, 'abcd'],
        ['between two keys', { from: 'b', to: 'd' }, 'bc'],
        ['nothing where both ends meet', { from: 'c', to: 'c' }, ''],
        ['nothing where the ends are crossed', { from: 'd', to: 'b' }, ''],
        ['nothing before the first', { to: 'a' }, ''],
        ['nothing after the last', { from: 'f' }, ''],
        ['at most the limit', { limit: 2 }, 'ab'],
        ['nothing for the limit 0', { limit: 0 }, ''],
        ['everything for a limit beyond it', { limit: 99 }, 'abcde'],
        ['backwards', { reverse: true }, 'edcba'],
        ['backwards, `to` not included', { reverse: true, to: 'd' }, 'cba'],
        ['backwards from between two keys', { reverse: true, to: 'dd' }, 'dcba'],
        ['backwards from beyond the last', { reverse: true, to: 'z' }, 'edcba'],
        ['backwards down to `from`, included', { reverse: true, from: 'b' }, 'edcb'],
        ['backwards down to between two keys', { reverse: true, from: 'bb' }, 'edc'],
        ['backwards between two keys, limited', { reverse: true, from: 'a', to: 'e', limit: 2 }, 'dc'],
        ['backwards, nothing where the ends meet', { reverse: true, from: 'c', to: 'c' }, ''],
        ['backwards, nothing where the ends are crossed', { reverse: true, from: 'd', to: 'b' }, ''],
        ['backwards, nothing below the first', { reverse: true, to: 'a' }, ''],
        ['backwards, nothing above the last', { reverse: true, from: 'f' }, ''],
      ];

      it.each(cases)('yield %s', (_, options, expected) => {
        const entries = [...store.range('jobs', options)];
        expect(entries).toEqual([...expected].map((key) => ({ key, value: key.toUpperCase() })));
      });

      it('yield nothing from an empty table, in both directions', () => {
        expect(keysOf(store, {}, 'ledger')).toEqual([]);
        expect(keysOf(store, { reverse: true, from: 'a', to: 'b' }, 'ledger')).toEqual([]);
      });

      it('can be left in the middle, and walked again', () => {
        const range = store.range('jobs', {});
        for (const entry of range) if (entry.key === 'b') break;
        expect(Array.from(range, (entry) => entry.key)).toEqual(keys);
      });

      it('stay ended once they have ended', () => {
        const walk = store.range('jobs', { limit: 1 })[Symbol.iterator]();
        const done = [walk.next(), walk.next(), walk.next()].map((result) => result.done ?? false);
        expect(done).toEqual([false, true, true]);
      });

      it('can be walked inside one another', () => {
        const pairs: string[] = [];
        for (const outer of store.range('jobs', { limit: 2 })) {
          for (const inner of store.range('jobs', { reverse: true, limit: 2 }))
            pairs.push(outer.key + inner.key);
        }
        expect(pairs).toEqual(['ae', 'ad', 'be', 'bd']);
      });

      it('are a snapshot of the instant their walk began, while reads beside them see newer commits', async () => {
        const seen: Entry[] = [];
        for (const entry of store.range('jobs', {})) {
          seen.push(entry);
          await store.commit([
            put('c', `changed ${seen.length}`),
            remove('e'),
            put(`b${seen.length}`, 'new'),
          ]);
          expect(store.get('jobs', 'c')).toBe(`changed ${seen.length}`);
          expect(keysOf(store, { from: 'd' })).toEqual(['d']);
        }
        expect(seen).toEqual(keys.map((key) => ({ key, value: key.toUpperCase() })));
      });

      it('begin their snapshot when walked, not when asked for', async () => {
        const range = store.range('jobs', { from: 'd' });
        await store.commit([put('f', 'F')]);
        expect(Array.from(range, (entry) => entry.key)).toEqual(['d', 'e', 'f']);
      });

      it('cover exactly the keys with a prefix', async () => {
        await store.commit(['p', 'p:', 'p:1', 'p:~', 'p;', 'q'].map((key) => put(key, '')));
        expect(keysOf(store, withPrefix('p:'))).toEqual(['p:', 'p:1', 'p:~']);
      });
    });

    describe('keys', () => {
      it('are ordered by their bytes', async () => {
        const written = ['a', 'B', 'aa', '~', ' ', '0', '10', '9', 'a!', 'A', '_', 'a~', '\\'];
        await store.commit(written.map((key) => put(key, '')));
        const ordered = written.map((key) => Buffer.from(key)).sort(Buffer.compare);
        expect(keysOf(store, {})).toEqual(ordered.map(String));
      });

      it('of 1,000 bytes work, in ranges too', async () => {
        const longest = ['a', 'b', 'c'].map((last) => 'k'.repeat(999) + last);
        await store.commit(longest.map((key) => put(key, key)));
        expect(store.get('jobs', longest[1] ?? '')).toBe(longest[1]);
        expect(keysOf(store, { from: longest[1] ?? '' })).toEqual(longest.slice(1));
        expect(keysOf(store, { reverse: true, to: longest[1] ?? '' })).toEqual(longest.slice(0, 1));
      });

      it.each([
        ['empty', ''],
        ['of 1,001 bytes', 'k'.repeat(1001)],
        ['outside ASCII', 'clé'],
        ['with a control character', 'a\n'],
      ])('that are %s are refused at once, and nothing is written', async (_, key) => {
        expect(() => store.get('jobs', key)).toThrow(RangeError);
        expect(() => store.range('jobs', { from: key })).toThrow(RangeError);
        expect(() => store.range('jobs', { to: key })).toThrow(RangeError);
        expect(() => store.commit([put('good', '1'), put(key, '2')])).toThrow(RangeError);
        await store.commit([put('after', '1')]);
        expect(keysOf(store, {})).toEqual(['after']);
      });
    });

    describe('defects of a caller', () => {
      it('throw: a second commit while one is under way', async () => {
        const first = store.commit([put('a', '1')]);
        expect(() => store.commit([put('a', '2')])).toThrow('under way');
        await first;
        expect(store.get('jobs', 'a')).toBe('1');
      });

      it('throw: a value too long, a limit that is none', () => {
        expect(() => store.commit([put('a', 'x'.repeat(4 * 1024 * 1024 + 1))])).toThrow(RangeError);
        for (const limit of [-1, 0.5, Number.NaN]) {
          expect(() => store.range('jobs', { limit })).toThrow(RangeError);
        }
      });

      it('throw: reading or writing after close', async () => {
        await store.commit([put('a', '1'), put('b', '2')]);
        const walk = store.range('jobs', {})[Symbol.iterator]();
        walk.next();
        const range = store.range('jobs', {});
        await store.close();
        expect(() => store.get('jobs', 'a')).toThrow('closed');
        expect(() => store.range('jobs', {})).toThrow('closed');
        expect(() => store.commit([])).toThrow('closed');
        expect(() => [...range]).toThrow('closed');
        expect(() => walk.next()).toThrow('closed');
      });
    });

    describe('closing', () => {
      it('waits for the commit under way, which is there afterwards', async () => {
        const order: string[] = [];
        const commit = store.commit([put('a', '1')]).then(() => order.push('committed'));
        await store.close().then(() => order.push('closed'));
        await commit;
        expect(order).toEqual(['committed', 'closed']);
        expect((await harness.reopen()).get('jobs', 'a')).toBe('1');
      });

      it('may be asked for twice', async () => {
        await store.close();
        await expect(store.close()).resolves.toBeUndefined();
      });

      it('leaves everything to the store opened next', async () => {
        await store.commit(TABLES.map((table) => put('key', `of ${table}`, table)));
        const reopened = await harness.reopen();
        for (const table of TABLES) expect(reopened.get(table, 'key')).toBe(`of ${table}`);
      });
    });

    describe('in size', () => {
      it('takes a commit of 20,000 keys in random order, and walks them in order', async () => {
        const numbers = Array.from({ length: 20_000 }, (_, i) => (i * 7_919) % 20_000);
        await store.commit(numbers.map((number) => put(padded(number), `value ${number}`)));
        let expected = 0;
        for (const { key, value } of store.range('jobs', {})) {
          if (key !== padded(expected) || value !== `value ${expected}`)
            expect.unreachable(`${key}: ${value}`);
          expected += 1;
        }
        expect(expected).toBe(20_000);
        await store.commit(numbers.map((number) => remove(padded(number))));
        expect(keysOf(store, {})).toEqual([]);
      });
    });
  });

  describe(`${name} against a plain map`, () => {
    it('agrees after any commits, reopenings and reads', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const harness = await open();
          try {
            await agree(harness, steps);
          } finally {
            await harness.dispose();
          }
        }),
        { numRuns: repetitions(10, 25) },
      );
    });
  });
}

const modelKey = fc.string({ unit: fc.constantFrom('a', 'b', '!', '~'), minLength: 1, maxLength: 3 });
const modelTable = fc.constantFrom<Table>('jobs', 'ledger');

const modelWrite: fc.Arbitrary<Write> = fc.record({
  table: modelTable,
  key: modelKey,
  value: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined, freq: 4 }),
});

const modelRange: fc.Arbitrary<RangeOptions> = fc.record(
  { from: modelKey, to: modelKey, reverse: fc.boolean(), limit: fc.nat(5) },
  { requiredKeys: [] },
);

interface Step {
  readonly writes: readonly Write[];
  readonly reopen: boolean;
  readonly table: Table;
  readonly key: string;
  readonly ranges: readonly RangeOptions[];
}

const step: fc.Arbitrary<Step> = fc.record({
  writes: fc.array(modelWrite, { maxLength: 12 }),
  reopen: fc.boolean(),
  table: modelTable,
  key: modelKey,
  ranges: fc.array(modelRange, { minLength: 1, maxLength: 4 }),
});

async function agree(harness: StoreHarness, steps: readonly Step[]): Promise<void> {
  const model = new Map<Table, Map<string, string>>([
    ['jobs', new Map()],
    ['ledger', new Map()],
  ]);
  let store = harness.store;
  for (const { writes, reopen, table, key, ranges } of steps) {
    await store.commit(writes);
    for (const write of writes) {
      if (write.value === undefined) model.get(write.table)?.delete(write.key);
      else model.get(write.table)?.set(write.key, write.value);
    }
    if (reopen) store = await harness.reopen();
    const expected = model.get(table) ?? new Map<string, string>();
    expect(store.get(table, key)).toBe(expected.get(key));
    for (const range of ranges) expect([...store.range(table, range)]).toEqual(entriesOf(expected, range));
  }
}

function entriesOf(map: ReadonlyMap<string, string>, { from, to, reverse, limit }: RangeOptions): Entry[] {
  const inside = [...map]
    .map(([key, value]) => ({ key, value }))
    .filter(({ key }) => (from === undefined || key >= from) && (to === undefined || key < to))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  if (reverse) inside.reverse();
  return inside.slice(0, limit);
}
