import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { readTallies } from '../../../src/actors/runtime/tallies.js';
import {
  bringUpToDate,
  checksumsIn,
  FORMAT_VERSION,
  formatOf,
  versionIn,
} from '../../../src/node/folder/format-version.js';
import { openEnvironment } from '../../../src/store/lmdb/environment.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import {
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  FAILED,
  news,
  quoteFor,
  STARTED,
} from '../../actors/actors-under-test.js';
import { folderOfTest } from '../../temporary-folder.js';

it('a folder without sums, of format 2, is brought up to date: they are counted from its records', async () => {
  const under = await ActorsUnderTest.open();
  for (const [n, account] of ['acct_1', 'acct_2', 'acct_2'].entries()) {
    await under.toldKey(`key_${n}`, createKey(`key_${n}`, account, 10_000_000));
  }
  for (const n of [0, 1, 2, 3]) await under.toldSubmit('key_0', `video_${n}`, quoteFor(2_000, 500_000));
  await under.toldKey('key_2', { type: 'revoke', by: BY_THE_NODE });
  await under.toldJob('video_0', accepted(STARTED));
  await under.toldJob('video_1', accepted(STARTED));
  await under.toldJob('video_1', news(completed(1_000)));
  await under.toldJob('video_2', accepted(FAILED));
  const kept = readTallies(under.store);
  const { store } = under;
  await store.commit([
    { table: 'meta', key: 'tallies', value: undefined },
    { table: 'meta', key: 'format', value: '2' },
  ]);
  await bringUpToDate(store);
  expect(store.get('meta', 'format')).toBe(String(FORMAT_VERSION));
  const counted = readTallies(store);
  for (const name of ['jobs/pending', 'jobs/in_progress', 'jobs/completed', 'jobs/failed']) {
    expect([name, counted.get(name)]).toEqual([name, 1]);
  }
  for (const name of ['keys/active', 'keys/revoked', 'accounts', 'moved/credit', 'moved/charge']) {
    expect([name, counted.get(name)]).toEqual([name, kept.get(name)]);
  }
  const reserved = (sums: typeof kept) =>
    ['reserve', 'charge', 'release']
      .map((type) => Number(sums.get(`moved/${type}`) ?? 0))
      .reduce((left, taken) => left - taken);
  expect(reserved(counted)).toBe(reserved(kept));
});

it('an older folder gets the activity of its accounts, and the lists of their management keys', async () => {
  const under = await ActorsUnderTest.open();
  for (const [key, account] of [
    ['key_a', 'acct_1'],
    ['key_b', 'acct_1'],
    ['key_c', 'acct_2'],
  ] as const) {
    await under.toldKey(key, createKey(key, account, 10_000_000));
    await under.toldSubmit(key, `video_${key}`, quoteFor(2_000, 500_000));
    await under.toldJob(`video_${key}`, accepted(completed(1_000)));
  }
  const { store } = under;
  const tables = ['account_activity', 'account_management_keys'] as const;
  const rows = () => tables.map((table) => [...store.range(table, {})]);
  const kept = rows();
  expect(kept.map((all) => all.map(({ key }) => key.split('/')[0]))).toEqual([
    ['acct_1', 'acct_2'],
    ['acct_1', 'acct_2'],
  ]);
  for (const table of tables)
    await store.commit(Array.from(store.range(table, {}), ({ key }) => ({ table, key, value: undefined })));
  await store.commit([{ table: 'meta', key: 'format', value: '5' }]);
  await bringUpToDate(store);
  expect(rows()).toEqual(kept);
});

it('a folder of a newer Tollgate is refused by a line that says so, and left as it is', async () => {
  const store = new MemoryStore();
  const newer = String(FORMAT_VERSION + 1);
  await store.commit([{ table: 'meta', key: 'format', value: newer }]);
  await expect(bringUpToDate(store)).rejects.toThrow(/written by a newer Tollgate/);
  expect(store.get('meta', 'format')).toBe(newer);
});

describe('a folder on disk whose records have no checksums', () => {
  const RECORDS = 12_000;
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    table: n % 3 === 0 ? ('key_jobs' as const) : ('expiry' as const),
    key: `key_${String(n).padStart(6, '0')}`,
    value: n % 2 === 0 ? '1' : 'größer als eins',
  }));

  /** As format 3 wrote it. */
  async function olderFile(): Promise<string> {
    const path = join(folderOfTest('older'), 'store.mdb');
    const { root, tables } = openEnvironment({ path });
    await root.batch(() => {
      tables.meta.put('format', '3');
      for (const { table, key, value } of records) tables[table].put(key, value);
    });
    await root.close();
    return path;
  }

  async function expectAll(path: string): Promise<void> {
    const store = openLmdbStore({ path });
    expect(store.get('meta', 'format')).toBe(String(FORMAT_VERSION));
    for (const { table, key, value } of records) expect(store.get(table, key)).toBe(value);
    for (const table of ['key_jobs', 'expiry'] as const) {
      const there = Array.from(store.range(table, {}), (entry) => ({ table, ...entry }));
      expect(there).toEqual(records.filter((record) => record.table === table));
    }
    await store.close();
  }

  it('gets them, told of step by step, and goes on where a start that was killed left off', async () => {
    for (let killedAfter = 1; killedAfter <= 3; killedAfter++) {
      const path = await olderFile();
      const killed = openLmdbStore({ path });
      let batches = 0;
      const begun = bringUpToDate(killed, (done, of) => {
        expect([done > 0, done <= of, of]).toEqual([true, true, RECORDS + 1]);
        if (++batches === killedAfter) throw new Error('killed');
      });
      await expect(begun).rejects.toThrow('killed');
      await killed.close();

      const store = openLmdbStore({ path });
      expect(formatOf(store)).toMatch(
        killedAfter < 3 ? /^3 to 4 at (key_jobs|expiry)\/key_\d+$/ : /^3 to 4$/,
      );
      let later = 0;
      const before = await bringUpToDate(store, (done) => {
        later = done;
      });
      expect(before).toBe(3);
      expect(later).toBeLessThanOrEqual(RECORDS - killedAfter * 4_000);
      await store.close();
      await expectAll(path);
    }
  });

  it('is refused halfway by a version that knows no checksums, as one of a newer version', async () => {
    const store = new MemoryStore();
    await store.commit([{ table: 'meta', key: 'format', value: '4 to 9 at jobs/video_1' }]);
    await expect(bringUpToDate(store)).rejects.toThrow(
      `written by a newer Tollgate (format 4 to 9 at jobs/video_1; this one reads up to ${FORMAT_VERSION})`,
    );
  });
});

it.each([
  [undefined, 'all', 0],
  ['3', 'none', 3],
  ['4', 'all', 4],
  ['5', 'all', 5],
  ['2 to 4 at jobs/video_1', 'some', 4],
  ['2 to 4', 'all', 4],
] as const)(
  'of a folder of format %s, %s records have checksums, and version %i is needed',
  (format, sums, version) => {
    expect([checksumsIn(format), versionIn(format)]).toEqual([sums, version]);
  },
);
