import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFolder } from '../../../bench/seeding/seed.js';
import { SEEDED_PASSWORD, seededUserName } from '../../../bench/seeding/seed-people.js';
import type { Seeded, SeedPlan } from '../../../bench/seeding/seed-plan.js';
import { seededKey, seededManagementKey } from '../../../bench/seeding/seeded-keys.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { TABLES, type Table } from '../../../src/store/store.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../../contract/support/harness.js';
import { auditKey, wholeList } from '../../contract/support/ledger-audit.js';

const SEED = 7;

afterAll(cleanUp);

it('key texts follow from the seed and the number alone, and are keys', () => {
  expect(seededKey(SEED, 0)).toBe(seededKey(SEED, 0));
  expect(seededKey(SEED, 0)).toMatch(/^sk-tg[0-9A-Za-z]{36}$/);
  expect(seededManagementKey(SEED, 0)).toMatch(/^mk-tg[0-9A-Za-z]{36}$/);
  const texts = [0, 1, 2].flatMap((seed) => [0, 1, 2].map((index) => seededKey(seed, index)));
  expect(new Set(texts).size).toBe(9);
});

describe('a node on a seeded folder', () => {
  const plan: SeedPlan = {
    seed: SEED,
    keysPerAccount: 2,
    unfinishedModel: 'sim/video',
    unfinishedSpreadMs: 0,
    groups: [
      { keys: 3, rateLimitRpm: 77 },
      { keys: 1, rateLimitRpm: 1_000_000, credits: 30, creditsMicroDa: 5_000_000 },
      { keys: 2, rateLimitRpm: 1_000_000, settledJobs: 3 },
      { keys: 2, rateLimitRpm: 1_000_000, unfinishedJobs: 5 },
    ],
  };
  let seeded: Seeded;
  let node: TollgateProcess;
  let keys: readonly {
    readonly id: string;
    readonly key: string;
    readonly rpm: number;
    readonly account: string;
  }[];

  beforeAll(async () => {
    const data = await freshFolder();
    seeded = await seedFolder(data, plan);
    node = await startTollgate({ data });
    const listed = (await wholeList(node, '/api/keys', OPERATOR_KEY)).reverse();
    keys = listed.map(({ id, rate_limit_rpm, account }, index) => ({
      id,
      account,
      rpm: rate_limit_rpm,
      key: seededKey(SEED, index),
    }));
  });

  it('has all keys with their limits, and accounts that see their own alone', async () => {
    expect(seeded).toMatchObject({ keyCount: 8, accountCount: 4 });
    expect(keys.map(({ rpm }) => rpm)).toEqual([77, 77, 77, ...Array(5).fill(1_000_000)]);
    for (const [account, [first, second]] of [
      [0, [0, 1]],
      [3, [6, 7]],
    ] as const) {
      const list = await wholeList(node, '/api/keys', seededManagementKey(SEED, account));
      expect(list.map(({ id }) => id)).toEqual([keys[second]?.id, keys[first]?.id]);
    }
    const accounts = await wholeList(node, '/api/accounts', OPERATOR_KEY);
    expect(accounts.map(({ name }) => name).slice(0, 5)).toEqual([
      'Default account',
      'Account 3',
      'Account 2',
      'Account 1',
      'Account 0',
    ]);
  });

  it('has their balances, and a ledger that rebuilds each', async () => {
    const audits = [];
    // The jobs of the others may settle between two reads.
    for (const key of keys.slice(0, 6)) audits.push(await auditKey(node, key));
    const completed = 3 * 2_500_000;
    expect(audits.map(({ balance, entries }) => [balance, entries.length])).toEqual([
      [1_000_000_000, 1],
      [1_000_000_000, 1],
      [1_000_000_000, 1],
      [5_000_030, 31],
      [1_000_000_000 - completed, 7],
      [1_000_000_000 - completed, 7],
    ]);
  });

  it('shows the settled jobs, and serves their results', async () => {
    const key = keys[4]?.key ?? '';
    const list = await wholeList(node, '/v1/videos', key);
    expect(list.map(({ id }) => id).reverse()).toEqual(seeded.settledJobs.get(4));
    for (const job of list) {
      expect(job).toMatchObject({ status: 'completed', cost: 2.5, output_seconds: 5 });
      expect((await node.call('GET', job.url)).status).toBe(200);
    }
  });

  it('goes on with the unfinished jobs, and settles each with its key', async () => {
    expect(seeded.unfinishedJobs).toHaveLength(5);
    for (const [n, id] of seeded.unfinishedJobs.entries()) {
      const key = keys[6 + (n % 2)]?.key ?? '';
      expect((await node.settled(key, id)).json).toMatchObject({ status: 'completed', cost: 2.5 });
    }
    const balances = [];
    for (const key of keys.slice(6)) balances.push((await auditKey(node, key)).balance);
    expect(balances).toEqual([1_000_000_000 - 3 * 2_500_000, 1_000_000_000 - 2 * 2_500_000]);
  });
});

describe('seeded people and orders', () => {
  it('are those of their account: people sign in, orders are paid, and everything adds up', async () => {
    const data = await freshFolder();
    await seedFolder(data, { seed: SEED, users: 2, groups: [{ keys: 1, paidOrders: 3 }] });
    const node = await startTollgate({ data });
    const [key] = await wholeList(node, '/api/keys', OPERATOR_KEY);
    const orders = await wholeList(node, '/api/orders', OPERATOR_KEY);
    expect(orders).toMatchObject(Array(3).fill({ key: key?.id, status: 'paid', amount: 100 }));
    const users = await wholeList(node, `/api/accounts/${key?.account}/users`, OPERATOR_KEY);
    expect(users.map(({ name }) => name)).toEqual([seededUserName(1), seededUserName(0)]);
    const signedIn = await fetch(`${node.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', origin: node.url },
      body: new URLSearchParams({ name: seededUserName(1), password: SEEDED_PASSWORD }),
    });
    expect(signedIn.status).toBe(303);
    await node.stop();
    expect((await runTollgate(['verify', '--data', data])).stdout).toContain('Everything adds up.');
  });
});

describe('the records of a seeded folder', () => {
  /** A record's key and value with ids, hashes, times and amounts taken out. */
  function shapeOf(key: string, value: string): string {
    const keyShape = key
      .replace(/\b(acct|key|mkey|video)_\w+/g, '$1_ID')
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/\d{4}-\d\d-\d\d/, 'DAY')
      .replace(/(^|\/)\d{12,}\b/g, '$1TIME')
      .replace(/TIME\/\d{4}$/, 'TIME/NUMBER');
    return `${keyShape} ${value.startsWith('{') ? JSON.stringify(typesOf(JSON.parse(value))) : typeof value}`;
  }

  function typesOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
    // In the order of their names: that of sums is the order in which a history first moved them.
    // Acts of a seed are all the node's own.
    const entries = Object.entries(value).filter(([name]) => name !== 'by');
    const byName = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(byName.map(([name, inner]) => [name, typesOf(inner)]));
  }

  function shapesIn(data: string): Promise<ReadonlyMap<Table, ReadonlySet<string>>> {
    const store = openLmdbStore({ path: `${data}/tollgate.mdb` });
    const shapes = new Map(
      TABLES.map((table) => [
        table,
        new Set([...store.range(table, {})].map(({ key, value }) => shapeOf(key, value))),
      ]),
    );
    return store.close().then(() => shapes);
  }

  it('have the shapes of those that a node writes, and no others', async () => {
    const node = await startTollgate();
    const { id: account } = await node.createAccount();
    const key = await node.createKey({ account });
    const reference = { amount: 0.000001, reference: 'once' };
    await node.call('POST', `/api/keys/${key.id}/credits`, { key: OPERATOR_KEY, json: reference });
    const { json: short } = await node.submit(key.key);
    await node.settled(key.key, short.id);
    const { json: long } = await node.submit(key.key, { model: 'sim/video-slow' });
    for (;;) {
      const { json } = await node.call('GET', `/v1/videos/${long.id}`, { key: key.key });
      if (json.status === 'in_progress') break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await node.stop();
    const data = await freshFolder();
    await seedFolder(data, { seed: 1, groups: [{ keys: 2, credits: 2, settledJobs: 2, unfinishedJobs: 2 }] });

    const [made, seeded] = [await shapesIn(node.data), await shapesIn(data)];
    for (const table of TABLES) {
      const shapes = [...(seeded.get(table) ?? [])].sort();
      // A node keeps its operator key and the windows besides.
      if (table === 'meta') expect([...(made.get(table) ?? [])]).toEqual(expect.arrayContaining(shapes));
      else if (table !== 'windows') expect(shapes, table).toEqual([...(made.get(table) ?? [])].sort());
    }
    expect(seeded.get('unfinished')?.size).toBe(1);
  });
});
