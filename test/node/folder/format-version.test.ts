import { expect, it } from 'vitest';
import { readTallies } from '../../../src/actors/runtime/tallies.js';
import { bringUpToDate, FORMAT_VERSION } from '../../../src/node/folder/format-version.js';
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

it('a folder without sums, of format 2, is brought up to date: they are counted from its records', async () => {
  const under = await ActorsUnderTest.open();
  for (const [n, account] of ['acct_1', 'acct_2', 'acct_2'].entries()) {
    await under.toldKey(`key_${n}`, createKey(`key_${n}`, account, 10_000_000));
  }
  for (const n of [0, 1, 2, 3]) await under.toldSubmit('key_0', `video_${n}`, quoteFor(2_000, 500_000));
  await under.toldKey('key_2', { type: 'revoke' });
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

it('a folder of a newer Tollgate is refused by a line that says so, and left as it is', async () => {
  const store = new MemoryStore();
  const newer = String(FORMAT_VERSION + 1);
  await store.commit([{ table: 'meta', key: 'format', value: newer }]);
  await expect(bringUpToDate(store)).rejects.toThrow(/written by a newer Tollgate/);
  expect(store.get('meta', 'format')).toBe(newer);
});
