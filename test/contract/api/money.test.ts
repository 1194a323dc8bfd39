/** Amounts as they come and go, and what each job reserves, is charged and gives back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf } from '../../test-set.js';
import { describeAmounts } from '../cases/amounts.js';
import { balanceHeaderOf, expectError, numberIn, windowOf } from '../support/expected-answers.js';
import {
  type Answer,
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce, microDaOf, wholeList } from '../support/ledger-audit.js';

/** Prices that leave fractions of a micro-DA, and the two ends of what a price can be. */
const ODD_PRICES = `
providers:
  simulated:
    kind: simulated
    models:
      sim/video-instant: { price-per-second: 0.333333 }
      sim/video-half: { price-per-second: 0.000001 }
      sim/video-reject: { price-per-second: 0 }
      sim/video-slow: { price-per-second: 1000000000 }
`;

interface Key {
  readonly key: string;
  readonly id: string;
}

let node: TollgateProcess;
let oddlyPriced: TollgateProcess;

beforeAll(async () => {
  const config = join(await freshFolder(), 'prices.yaml');
  await writeFile(config, ODD_PRICES);
  [node, oddlyPriced] = await Promise.all([startTollgate(), startTollgate({ args: ['--config', config] })]);
});
afterAll(cleanUp);

describeAmounts(async () => node, someOf);

test('sums of amounts are exact', async () => {
  const key = await node.createKey({ credits: 0.1 });
  for (let added = 0; added < 7; added++) await credit(key, 0.1, `sum-${key.id}-${added}`);
  await credit(key, 0.2, `sum-${key.id}-last`);
  const credits = await node.call('GET', '/v1/credits', { key: key.key });
  expect(numberIn(credits, 'balance')).toBe('1');
  expect(numberIn(credits, 'total_usage')).toBe('0');
});

test('a key receives at most 10^15 micro-DA in its life, whatever it has spent', async () => {
  const key = await node.createKey({ credits: '999999999' });
  const job = await node.submit(key.key, { seconds: 2 });
  await node.settled(key.key, job.json.id);
  expectError(await credit(key, '1.000001', `over-${key.id}`), 400, 'invalid_request');
  expect((await credit(key, 1, `exactly-${key.id}`)).status).toBe(201);
  expectError(await credit(key, '0.000001', `more-${key.id}`), 400, 'invalid_request');
  const credits = await node.call('GET', '/v1/credits', { key: key.key });
  expect(credits.json).toMatchObject({ balance: 999_999_999, total_credits: 1_000_000_000, total_usage: 1 });
});

test.each([
  ['sim/video', 3, { cost: 1.5, output_seconds: 3, status: 'completed' }],
  ['sim/video-instant', 60, { cost: 30, output_seconds: 60, status: 'completed' }],
  ['sim/video-instant', undefined, { cost: 2.5, output_seconds: 5, status: 'completed' }],
  ['sim/video-half', 7, { cost: 1.75, output_seconds: 3.5, status: 'completed' }],
  ['sim/video-reject', 8, { cost: 0, error: 'content_rejected', status: 'failed' }],
  ['sim/video-flaky', 4, { cost: 2, output_seconds: 4, status: 'completed' }],
])(
  '%s of %s seconds reserves its price, settles once and gives back the rest',
  async (model, seconds, settled) => {
    const key = await node.createKey({ credits: 40 });
    const job = await node.submit(key.key, { model, ...(seconds === undefined ? {} : { seconds }) });
    const reserved = (seconds ?? 5) * 0.5;
    expect(job.status, job.text).toBe(202);
    expect(balanceHeaderOf(job)).toBe(microDaOf(40 - reserved));
    const done = await node.settled(key.key, job.json.id);
    const { cost } = settled;
    expect(done.json).toMatchObject(settled);
    expect(balanceHeaderOf(done)).toBe(microDaOf(40 - cost));
    const credits = (await node.call('GET', '/v1/credits', { key: key.key })).json;
    expect(credits).toMatchObject({ balance: 40 - cost, reserved: 0, total_usage: cost });
    const audit = await auditKey(node, key);
    expectSettledOnce(audit);
    expect(audit.jobs.get(job.json.id)).toMatchObject({ reserved: microDaOf(reserved) });
    expect(audit.charged).toBe(microDaOf(cost));
  },
);

test('what an unfinished job holds is neither spent nor spendable', async () => {
  const key = await node.createKey({ credits: 10 });
  const slow = await node.submit(key.key, { model: 'sim/video-slow', seconds: 12 });
  const instant = await node.submit(key.key, { seconds: 3 });
  await node.settled(key.key, instant.json.id);
  const credits = await node.call('GET', '/v1/credits', { key: key.key });
  expect(credits.json).toEqual({
    object: 'credits',
    balance: 2.5,
    reserved: 6,
    total_credits: 10,
    total_usage: 1.5,
    currency: 'DA',
  });
  expect(balanceHeaderOf(credits)).toBe(2_500_000);
  const refused = await node.submit(key.key, { seconds: 6 });
  expectError(refused, 402, 'insufficient_credits');
  const exactly = await node.submit(key.key, { seconds: 5 });
  expect(balanceHeaderOf(exactly)).toBe(0);
  await node.settled(key.key, exactly.json.id);
  const job = (await node.call('GET', `/v1/videos/${slow.json.id}`, { key: key.key })).json;
  expect(job.cost).toBeUndefined();
  await auditKey(node, key);
});

test('the price of a reservation and of a charge is rounded up to a whole micro-DA', async () => {
  const key = await oddlyPriced.createKey({ credits: 1 });
  const third = await oddlyPriced.submit(key.key, { seconds: 1.5 });
  expect(balanceHeaderOf(third)).toBe(500_000);
  const done = await oddlyPriced.settled(key.key, third.json.id);
  expect(numberIn(done, 'cost')).toBe('0.5');
  const millionth = await oddlyPriced.submit(key.key, { model: 'sim/video-half', seconds: 1.5 });
  expect(balanceHeaderOf(millionth)).toBe(499_998);
  const half = await oddlyPriced.settled(key.key, millionth.json.id);
  expect(half.json.output_seconds).toBe(0.75);
  expect(numberIn(half, 'cost')).toBe('0.000001');
  expect(await balanceOf(oddlyPriced, key)).toBe(0.499999);
  expectSettledOnce(await auditKey(oddlyPriced, key));
});

test('lengths of three decimals are priced to the micro-DA', async () => {
  const key = await oddlyPriced.createKey({ credits: 1_000 });
  for (const seconds of ['1.001', '2.007', '59.999', '1.1']) {
    const before = microDaOf(await balanceOf(oddlyPriced, key));
    const job = await oddlyPriced.submit(key.key, { seconds });
    const milliseconds = BigInt(Math.round(Number(seconds) * 1000));
    const price = Number((333_333n * milliseconds + 999n) / 1000n);
    expect(balanceHeaderOf(job), seconds).toBe(before - price);
    const done = await oddlyPriced.settled(key.key, job.json.id);
    expect(microDaOf(done.json.cost)).toBe(price);
  }
});

test('a key without credit can submit nothing, not even what is free', async () => {
  const broke = await oddlyPriced.createKey({ credits: 0 });
  const refused = await oddlyPriced.submit(broke.key, { model: 'sim/video-reject' });
  expectError(refused, 402, 'insufficient_credits');
  expect(refused.json).toMatchObject({ required: 0, balance: 0 });
});

test('a length whose price no key can ever hold is out of bounds, and one that takes all is accepted', async () => {
  const rich = await oddlyPriced.createKey({ credits: 1_000_000_000 });
  const refused = await oddlyPriced.submit(rich.key, { model: 'sim/video-slow', seconds: 60 });
  expectError(refused, 400, 'invalid_request', 'seconds');
  const exactly = await oddlyPriced.submit(rich.key, { model: 'sim/video-slow', seconds: 1 });
  expect(exactly.status).toBe(202);
  expect(balanceHeaderOf(exactly)).toBe(0);
});

test('402 says what is required and what is there, and everything that costs nothing goes on', async () => {
  const key = await node.createKey({ credits: 2.4 });
  const refused = await node.submit(key.key, { seconds: 5 });
  expectError(refused, 402, 'insufficient_credits');
  expect(refused.json).toMatchObject({ required: 2.5, balance: 2.4 });
  expect(windowOf(refused).remaining).toBeGreaterThan(0);
  const job = await node.submit(key.key, { seconds: 4.8 });
  expect(job.status).toBe(202);
  await node.settled(key.key, job.json.id);
  const broke = await node.submit(key.key, { seconds: 1 });
  expect(broke.json).toMatchObject({ required: 0.5, balance: 0 });
  for (const path of ['/v1/credits', '/v1/activity', '/v1/videos', '/v1/models']) {
    const answer = await node.call('GET', path, { key: key.key });
    expect(answer.status, path).toBe(200);
    expect(balanceHeaderOf(answer)).toBe(0);
  }
  const content = await node.call('GET', `/v1/videos/${job.json.id}/content`, { key: key.key });
  expect(content.status).toBe(200);
  expect((await wholeList(node, '/v1/videos', key.key)).map(({ id }) => id)).toEqual([job.json.id]);
});

test('what a failed job held can be spent again', async () => {
  const key = await node.createKey({ credits: 0.5 });
  for (let turn = 0; turn < 5; turn++) {
    const rejected = await node.submit(key.key, { model: 'sim/video-reject', seconds: 1 });
    expect(rejected.status, rejected.text).toBe(202);
    expect(balanceHeaderOf(await node.settled(key.key, rejected.json.id))).toBe(500_000);
  }
  const done = await node.submit(key.key, { seconds: 1 });
  expect(balanceHeaderOf(await node.settled(key.key, done.json.id))).toBe(0);
  expectError(await node.submit(key.key, { seconds: 1 }), 402, 'insufficient_credits');
  expect((await auditKey(node, key)).charged).toBe(500_000);
});

test('a key that received nothing has an empty ledger', async () => {
  const key = await node.createKey({ credits: 0 });
  const ledger = await node.call('GET', `/api/keys/${key.id}/ledger`, { key: OPERATOR_KEY });
  expect(ledger.json).toEqual({ object: 'list', data: [], has_more: false, next: null });
  expect(balanceHeaderOf(ledger)).toBe(0);
});

test('every 2xx to an API key carries the balance after the request', async () => {
  const key = await node.createKey({ credits: 10 });
  const headers = { 'idempotency-key': 'balance' };
  const submitted = await node.submit(key.key, { seconds: 6 }, headers);
  expect(balanceHeaderOf(submitted)).toBe(7_000_000);
  const done = await node.settled(key.key, submitted.json.id);
  const replay = await node.submit(key.key, { seconds: 6 }, headers);
  expect(replay.status).toBe(202);
  const answers = [done, replay];
  const video = `/v1/videos/${submitted.json.id}`;
  for (const path of ['/v1/credits', '/v1/activity', '/v1/videos', '/v1/models', video, `${video}/content`]) {
    answers.push(await node.call('GET', path, { key: key.key }));
    answers.push(await node.call('HEAD', path, { key: key.key }));
  }
  const range = { range: 'bytes=0-9' };
  answers.push(await node.call('GET', `${video}/content`, { key: key.key, headers: range }));
  expect(answers.at(-1)?.status).toBe(206);
  for (const answer of answers) {
    expect(Math.floor(answer.status / 100)).toBe(2);
    expect(balanceHeaderOf(answer)).toBe(7_000_000);
  }
});

test('an answer about a key carries the balance of that key, another the sum over the keys of the account', async () => {
  const { id: account, managementKey: key } = await node.createAccount();
  const one = await node.createKey({ account, credits: 1.5 });
  const two = await node.createKey({ account, credits: 2.25 });
  await node.submit(two.key, { model: 'sim/video-slow', seconds: 1 });
  const about = [
    await node.call('GET', `/api/keys/${two.id}`, { key }),
    await node.call('HEAD', `/api/keys/${two.id}`, { key }),
    await node.call('GET', `/api/keys/${two.id}/ledger`, { key }),
    await node.call('PATCH', `/api/keys/${two.id}`, { key, json: { name: 'two' } }),
  ];
  for (const answer of about) expect(balanceHeaderOf(answer)).toBe(1_750_000);
  for (const path of ['/api/keys', '/api/accounts']) {
    expect(balanceHeaderOf(await node.call('GET', path, { key })), path).toBe(3_250_000);
  }
  expect(balanceHeaderOf(await credit(one, 1, `sum-${one.id}`))).toBe(2_500_000);
  expect(balanceHeaderOf(await node.call('DELETE', `/api/keys/${one.id}`, { key }))).toBe(2_500_000);
});

test('the ledger names every movement, newest first, and pages add up to the whole', async () => {
  const key = await node.createKey({ credits: 10 });
  const job = await node.submit(key.key, { model: 'sim/video-half', seconds: 4 });
  await node.settled(key.key, job.json.id);
  await credit(key, 0.5, `ledger-${key.id}`);
  const entries = await wholeList(node, `/api/keys/${key.id}/ledger`, OPERATOR_KEY);
  expect(entries.map(({ type }) => type).sort()).toEqual([
    'charge',
    'credit',
    'credit',
    'release',
    'reserve',
  ]);
  expect(entries[0]).toMatchObject({
    type: 'credit',
    amount: 0.5,
    reference: `ledger-${key.id}`,
    balance_after: 9.5,
    reserved_after: 0,
  });
  expect(entries[3]).toMatchObject({
    type: 'reserve',
    amount: 2,
    job_id: job.json.id,
    balance_after: 8,
    reserved_after: 2,
  });
  expect(entries.at(-1)).toMatchObject({ type: 'credit', amount: 10, balance_after: 10 });
  for (const entry of entries) {
    expect(entry.id).toMatch(/\S/);
    expect(Number.isInteger(entry.created_at)).toBe(true);
    expect('job_id' in entry).toBe(entry.type !== 'credit');
    expect('reference' in entry).toBe(entry.type === 'credit');
  }
  const paged = [];
  for (let after = ''; ; ) {
    const path = `/api/keys/${key.id}/ledger?limit=2${after}`;
    const page = (await node.call('GET', path, { key: OPERATOR_KEY })).json;
    paged.push(...page.data);
    if (!page.has_more) break;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
  expect(paged).toEqual(entries);
});

test('a credit is added once for its reference, and repeated as often as asked', async () => {
  const key = await node.createKey({ credits: 0 });
  const reference = `payment ${key.id}`;
  const first = await credit(key, 1.5, reference);
  expect(first.status).toBe(201);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(first.json).toMatchObject({ type: 'credit', amount: 1.5, balance_after: 1.5, reference });
  await credit(key, 1, `${reference}, another`);
  for (const amount of [1.5, '1.5', '1.500000']) {
    const again = await credit(key, amount, reference);
    expect(again.status, again.text).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json).toEqual(first.json);
    expect(balanceHeaderOf(again)).toBe(2_500_000);
  }
  expect(await balanceOf(node, key)).toBe(2.5);
});

test('a reference used for another amount or another key is refused', async () => {
  const key = await node.createKey({ credits: 0 });
  const { id: account } = await node.createAccount();
  const others = [await node.createKey({ credits: 0 }), await node.createKey({ account, credits: 0 })];
  await credit(key, 1, `taken ${key.id}`);
  expectError(await credit(key, 1.000001, `taken ${key.id}`), 422, 'reference_reused');
  for (const other of others) {
    expectError(await credit(other, 1, `taken ${key.id}`), 422, 'reference_reused');
    expect(await balanceOf(node, other)).toBe(0);
  }
  expect(await balanceOf(node, key)).toBe(1);
});

test.each([
  ['without a reference', { amount: 1 }, 'reference'],
  ['with an empty reference', { amount: 1, reference: '' }, 'reference'],
  ['with a reference of 201 characters', { amount: 1, reference: 'x'.repeat(201) }, 'reference'],
  ['with a number for a reference', { amount: 1, reference: 1 }, 'reference'],
  ['without an amount', { reference: 'no amount' }, 'amount'],
  ['of nothing', { amount: 0, reference: 'nothing' }, 'amount'],
  ['of less than nothing', { amount: -1, reference: 'less' }, 'amount'],
])('a credit %s is refused and adds nothing', async (_what, json, param) => {
  const key = await node.createKey({ credits: 1 });
  const answer = await node.call('POST', `/api/keys/${key.id}/credits`, { key: OPERATOR_KEY, json });
  expectError(answer, 400, 'invalid_request', param);
  expect(await balanceOf(node, key)).toBe(1);
});

test('one reference sent twenty times at once adds once, to one key', async () => {
  const keys = [await node.createKey({ credits: 0 }), await node.createKey({ credits: 0 })];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => credit(keys[index % 2] as Key, 1, `at once ${keys[0]?.id}`)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(10);
  for (const answer of refused) expectError(answer, 422, 'reference_reused');
  const balances = await Promise.all(keys.map((key) => balanceOf(node, key)));
  expect(balances.sort()).toEqual([0, 1]);
});

test('money and references are the same after a graceful stop and after kill -9', async () => {
  let running = await startTollgate();
  const key = await running.createKey({ credits: 20 });
  await credit(key, 5, 'kept', running);
  const half = await running.submit(key.key, { model: 'sim/video-half', seconds: 8 });
  await running.settled(key.key, half.json.id);
  await running.submit(key.key, { model: 'sim/video-slow', seconds: 10 });
  const sum = async () => balanceHeaderOf(await running.call('GET', '/api/accounts', { key: OPERATOR_KEY }));
  await running.createKey({ credits: 0.25 });
  const before = await story(running, key);
  expect(await sum()).toBe(18_250_000);
  expect(before.credits).toMatchObject({ balance: 18, reserved: 5, total_credits: 25, total_usage: 2 });
  for (const end of ['stop', 'kill'] as const) {
    await running[end]();
    running = await startTollgate({ data: running.data });
    expect(await story(running, key)).toEqual(before);
    expect(await sum()).toBe(18_250_000);
    expect((await credit(key, 5, 'kept', running)).status).toBe(200);
    expectError(await credit(key, 6, 'kept', running), 422, 'reference_reused');
  }
  await running.stop();
});

test('activity counts each job once on the day it settled, and its cost is the total usage', async () => {
  const key = await node.createKey({ credits: 100 });
  const today = () => new Date().toISOString().slice(0, 10);
  const from = today();
  const submits: readonly [string, number][] = [
    ['sim/video-instant', 3],
    ['sim/video-instant', 1.5],
    ['sim/video-half', 5],
    ['sim/video-reject', 9],
  ];
  for (const [model, seconds] of submits) {
    const job = await node.submit(key.key, { model, seconds });
    await node.settled(key.key, job.json.id);
  }
  await node.submit(key.key, { model: 'sim/video-slow' });
  const rows = (await node.call('GET', '/v1/activity', { key: key.key })).json;
  expect(rows.object).toBe('list');
  const row = (model: string) => rows.data.filter((entry: { model: string }) => entry.model === model);
  const shared = { provider: 'simulated', prompt_tokens: 0, completion_tokens: 0 };
  // At midnight jobs may lie on two days; at any other time each model has one row.
  if (from === today()) {
    expect(row('sim/video-instant')).toEqual([
      {
        ...shared,
        date: from,
        model: 'sim/video-instant',
        requests: 2,
        completed: 2,
        failed: 0,
        seconds: 4.5,
        cost: 2.25,
      },
    ]);
    expect(row('sim/video-half')).toEqual([
      {
        ...shared,
        date: from,
        model: 'sim/video-half',
        requests: 1,
        completed: 1,
        failed: 0,
        seconds: 2.5,
        cost: 1.25,
      },
    ]);
    expect(row('sim/video-reject')).toEqual([
      {
        ...shared,
        date: from,
        model: 'sim/video-reject',
        requests: 1,
        completed: 0,
        failed: 1,
        seconds: 0,
        cost: 0,
      },
    ]);
    expect(rows.data).toHaveLength(3);
  }
  expect((await auditKey(node, key)).charged).toBe(3_500_000);
  const filtered = async (query: string) =>
    (await node.call('GET', `/v1/activity?${query}`, { key: key.key })).json.data;
  expect(await filtered('model=sim/video-half')).toEqual(row('sim/video-half'));
  expect(await filtered('provider=simulated')).toEqual(rows.data);
  expect(await filtered('provider=other')).toEqual([]);
  expect(await filtered('to=2020-12-31&from=2020-01-01')).toEqual([]);
});

function credit(to: Key, amount: number | string, reference: string, of = node): Promise<Answer> {
  return of.call('POST', `/api/keys/${to.id}/credits`, { key: OPERATOR_KEY, json: { amount, reference } });
}

async function balanceOf(of: TollgateProcess, key: Key): Promise<number> {
  return (await of.call('GET', '/v1/credits', { key: key.key })).json.balance;
}

/** All that the service says about a key's money. */
async function story(of: TollgateProcess, key: Key) {
  const credits = (await of.call('GET', '/v1/credits', { key: key.key })).json;
  const activity = (await of.call('GET', '/v1/activity', { key: key.key })).json;
  const ledger = await wholeList(of, `/api/keys/${key.id}/ledger`, OPERATOR_KEY);
  await auditKey(of, key);
  return { credits, activity, ledger };
}
