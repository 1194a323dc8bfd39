import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LmdbFile } from '../../../src/store/lmdb/file.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { LmdbSnapshot } from '../../../src/store/lmdb/snapshot.js';
import { checkTrees } from '../../../src/store/lmdb/tree-check.js';
import type { Write } from '../../../src/store/store.js';
import { repetitions } from '../../test-set.js';
import { type LmdbFolder, makeLmdbFolder } from './lmdb-folder.js';

let place: LmdbFolder;
let runs = 0;

beforeEach(async () => {
  place = await makeLmdbFolder();
});

afterEach(() => place.remove());

const KEY = fc.string({
  unit: fc.constantFrom('a', 'b', 'z', '~', ' ', '0', '/'),
  minLength: 1,
  maxLength: 60,
});
const VALUE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.nat(30_000).map((length) => 'ü'.repeat(length)),
);
const WRITE: fc.Arbitrary<Write> = fc.record({
  table: fc.constantFrom('jobs' as const, 'keys' as const),
  key: KEY,
  value: fc.option(VALUE, { nil: undefined, freq: 4 }),
});

describe('a snapshot read from the file', () => {
  it('shows what the store shows, whatever was written, and every page is accounted for', async () => {
    const commits = fc.array(fc.array(WRITE, { maxLength: 60 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(commits, fc.array(KEY, { maxLength: 5 }), async (all, others) => {
        runs += 1;
        const path = join(place.folder, `${runs}.mdb`);
        const store = openLmdbStore({ path });
        for (const writes of all) await store.commit(writes);
        const file = LmdbFile.open(path);
        try {
          expect(checkTrees(file)).toMatchObject({ problems: [], lostPages: 0 });
          const snapshot = new LmdbSnapshot(file);
          for (const table of ['jobs', 'keys'] as const) {
            const entries = [...store.range(table, {})];
            expect([...snapshot.range(table, {})]).toEqual(entries);
            expect(snapshot.count(table)).toBe(entries.length);
            for (const key of [...others, ...entries.map((entry) => entry.key)]) {
              expect(snapshot.get(table, key)).toBe(store.get(table, key));
              expect([...snapshot.range(table, { from: key, limit: 3 })]).toEqual([
                ...store.range(table, { from: key, limit: 3 }),
              ]);
              expect([...snapshot.range(table, { to: key })]).toEqual([...store.range(table, { to: key })]);
            }
          }
        } finally {
          file.close();
          await store.close();
        }
      }),
      { numRuns: repetitions(4, 10) },
    );
  });
});
