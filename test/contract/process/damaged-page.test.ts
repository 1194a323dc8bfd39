/**
 * A disk that changes a page of the database while its node runs. LMDB has no checksums, so what is on a page
 * can be anything; a node notices what contradicts itself or another table, and answers 500 in place of it.
 */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestPlaces, PAGE_BYTES, type StoredRecord } from '../../store/lmdb/leaf-pages.js';
import { expectError } from '../support/answers.js';
import {
  cleanUp,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { wholeList } from '../support/ledger-audit.js';

const JOBS = 120;
const KEYS = 60;

afterAll(cleanUp);

interface Leaf {
  readonly page: number;
  readonly keys: readonly string[];
}

/** Tells the records of a table from those of others. */
const RECORDS_OF = {
  jobs: ({ key, value }: StoredRecord) => key.startsWith('video_') && value?.includes('"machine"') === true,
  ledger: ({ key, value }: StoredRecord) => key.startsWith('key_') && value?.includes('"balance"') === true,
  keys: ({ key, value }: StoredRecord) => key.startsWith('key_') && value?.includes('"rpm"') === true,
} as const;

/** The leaves of a table, in order. */
function leavesOf(file: Buffer, table: keyof typeof RECORDS_OF): Leaf[] {
  const leaves = new Map<number, string[]>();
  for (const { page, key } of newestPlaces(file, RECORDS_OF[table])) {
    leaves.set(page, [...(leaves.get(page) ?? []), key]);
  }
  return [...leaves].map(([page, keys]) => ({ page, keys }));
}

/** A disk may leave of a page: nothing, or a page that belongs elsewhere. */
const DAMAGES = {
  'that is all zeros': (page: Buffer) => page.fill(0),
  'that was written to the wrong place': (page: Buffer, another: Buffer) => another.copy(page),
} as const;

/** Damages the second leaf of a table in the file of a node that runs; the keys that were on it. */
function damage(data: string, table: keyof typeof RECORDS_OF, how: keyof typeof DAMAGES): Leaf {
  const path = join(data, 'tollgate.mdb');
  const [another, leaf] = leavesOf(readFileSync(path), table);
  if (another === undefined || leaf === undefined) throw new Error(`${table} has one leaf only`);
  const descriptor = openSync(path, 'r+');
  const [bytes, other] = [Buffer.alloc(PAGE_BYTES), Buffer.alloc(PAGE_BYTES)];
  readSync(descriptor, bytes, 0, PAGE_BYTES, leaf.page * PAGE_BYTES);
  readSync(descriptor, other, 0, PAGE_BYTES, another.page * PAGE_BYTES);
  DAMAGES[how](bytes, other);
  writeSync(descriptor, bytes, 0, PAGE_BYTES, leaf.page * PAGE_BYTES);
  closeSync(descriptor);
  return leaf;
}

describe.each(Object.keys(DAMAGES) as (keyof typeof DAMAGES)[])(
  'a page %s, met by a node that runs',
  (how) => {
    let node: TollgateProcess;
    let key: { key: string; id: string };
    let jobs: string[];

    beforeAll(async () => {
      const before = await startTollgate();
      key = await before.createKey();
      const submitted = await Promise.all(
        Array.from({ length: JOBS }, () => before.submit(key.key, { seconds: 1 })),
      );
      jobs = submitted.map(({ json }) => json.id as string);
      for (const id of jobs) await before.settled(key.key, id);
      await before.stop();
      // Jobs that are settled are no longer in memory then.
      node = await startTollgate({ data: before.data });
    });

    test('of jobs: those on it are answered 500 and named in the log, and all others as they are', async () => {
      const { keys } = damage(node.data, 'jobs', how);
      expect(keys.length).toBeGreaterThan(1);
      const onIt = new Set(keys);
      for (const id of jobs) {
        const answer = await node.call('GET', `/v1/videos/${id}`, { key: key.key });
        if (onIt.has(id)) expectError(answer, 'internal_error');
        else expect([answer.status, answer.json.status, answer.json.cost]).toEqual([200, 'completed', 0.5]);
      }
      expect(node.stderr).toMatch(
        how === 'that is all zeros'
          ? /MDB_CORRUPTED/
          : new RegExp(`record ${keys[0]} of table jobs cannot be read`),
      );
      const verified = await runTollgate(['verify', node.data]);
      expect([verified.code, verified.stdout]).toEqual([
        1,
        expect.stringContaining('DAMAGED: LMDB could not read table jobs: '),
      ]);
    });

    test('of jobs: a list is without them, or refused, and the log names them', async () => {
      const reading = wholeList(node, '/v1/videos', key.key);
      if (how === 'that is all zeros') return await expect(reading).rejects.toThrow(/internal_error/);
      const listed = (await reading).map(({ id }) => id as string);
      expect(listed.length).toBeLessThan(JOBS);
      const missing = jobs.filter((id) => !listed.includes(id));
      for (const id of missing) expect(node.stderr).toContain(`record ${id} of table jobs cannot be read`);
    });

    test('of the ledger: it is not shown with a gap', async () => {
      const path = `/api/keys/${key.id}/ledger`;
      const ids = (await wholeList(node, path, OPERATOR_KEY)).map(({ id }) => id as string).reverse();
      const { keys } = damage(node.data, 'ledger', how);
      const numberOf = (record = '') => Number(record.slice(record.lastIndexOf('/') + 1));
      const [first, last] = [numberOf(keys[0]), numberOf(keys.at(-1))];
      // Entries are numbered from 1: the one at n is behind that of number n.
      const pageBehind = (entry: number) =>
        node.call('GET', `${path}?limit=5&after=${ids[entry - 1]}`, { key: OPERATOR_KEY });
      expectError(await pageBehind(last + 1), 'internal_error');
      expectError(await pageBehind(last + 3), 'internal_error');
      const below = await pageBehind(first - 1);
      expect(below.json.data.map(({ id }: { id: string }) => id)).toEqual(
        ids.slice(first - 7, first - 2).reverse(),
      );
    });

    test('does not touch money, nor what is new', async () => {
      const credits = await node.call('GET', '/v1/credits', { key: key.key });
      expect(credits.json).toMatchObject({ balance: 1_000 - JOBS / 2, reserved: 0, total_usage: JOBS / 2 });
      const submitted = await node.submit(key.key, { seconds: 1 });
      expect(submitted.status).toBe(202);
      expect((await node.settled(key.key, submitted.json.id)).json.status).toBe('completed');
      expect((await node.call('GET', '/readyz')).status).toBe(200);
      await node.stop();
    });
  },
);

test('a page of API keys that is damaged takes their names from the live view, and nothing else', async () => {
  const node = await startTollgate();
  const made = await Promise.all(Array.from({ length: KEYS }, () => node.createKey({ name: 'a key' })));
  for (const { key } of made) await node.call('GET', '/v1/credits', { key });
  const [damaged] = damage(node.data, 'keys', 'that is all zeros').keys;
  const { code, stdout } = await runTollgate(['top', '--once', '--json', '--data', node.data]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).hottest_keys).toContainEqual(
    expect.objectContaining({ id: damaged, name: null }),
  );
  await node.stop();
});
