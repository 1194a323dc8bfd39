/** Accounts: made, listed and changed by an operator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceHeaderOf, expectError } from '../support/expected-answers.js';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';
import { wholeList } from '../support/ledger-audit.js';

const UNKNOWN_ACCOUNT = 'acct_00000000000000000000000000';

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate();
});
afterAll(cleanUp);

test('a new account comes with its first management key, of role account', async () => {
  const before = Math.floor(Date.now() / 1000);
  const answer = await create({ name: 'Kino Atlas', verified: true });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ name: 'Kino Atlas', verified: true });
  expect(answer.json.id).toMatch(/^acct_\S+$/);
  expect(answer.json.created_at).toBeGreaterThanOrEqual(before);
  expect(answer.json.created_at).toBeLessThanOrEqual(Date.now() / 1000);
  expect(answer.json.management_key).toMatchObject({ role: 'account' });
  expect(balanceHeaderOf(answer)).toBeGreaterThanOrEqual(0);
  const key = answer.json.management_key.key;
  const created = await node.call('POST', '/api/keys', { key, json: { rate_limit_rpm: 7 } });
  expect(created.json).toMatchObject({ account: answer.json.id, rate_limit_rpm: 7, balance: 0 });
});

test('the secret of a management key is shown once', async () => {
  const { managementKey } = await node.createAccount();
  const list = await node.call('GET', '/api/accounts?limit=100', { key: OPERATOR_KEY });
  expect(list.text).not.toContain(managementKey.slice(6, -6));
  expect(list.text).not.toContain('mk-');
});

test.each([
  ['without a name', {}, 'name'],
  ['with an empty name', { name: '', verified: true }, 'name'],
  ['with a name of 101 characters', { name: 'x'.repeat(101), verified: true }, 'name'],
  ['with a number for a name', { name: 7, verified: true }, 'name'],
  ['with a text for verified', { name: 'x', verified: 'yes' }, 'verified'],
])('an account %s is refused and not created', async (_what, json, param) => {
  const before = await wholeList(node, '/api/accounts', OPERATOR_KEY);
  expectError(await create(json), 400, 'invalid_request', param);
  expect(await wholeList(node, '/api/accounts', OPERATOR_KEY)).toEqual(before);
});

test('an operator changes the name and the verified flag of an account, one by one', async () => {
  const { id } = await node.createAccount({ name: 'Before', verified: false });
  const named = await change(id, { name: 'After' });
  expect(named.status).toBe(200);
  expect(named.json).toMatchObject({ id, name: 'After', verified: false });
  expect(balanceHeaderOf(named)).toBe(0);
  expect((await change(id, { verified: true })).json).toMatchObject({ name: 'After', verified: true });
  expectError(await change(id, { verified: 1 }), 400, 'invalid_request', 'verified');
  expectError(await change(id, { name: '' }), 400, 'invalid_request', 'name');
  const listed = await wholeList(node, '/api/accounts', OPERATOR_KEY);
  expect(listed.find((account) => account.id === id)).toMatchObject({ name: 'After', verified: true });
});

test('an account that does not exist is not found', async () => {
  for (const id of [UNKNOWN_ACCOUNT, 'acct_x', 'nonsense', '%00']) {
    expectError(await change(id, { verified: true }), 404, 'not_found');
  }
  const key = await node.call('POST', '/api/keys', { key: OPERATOR_KEY, json: { account: UNKNOWN_ACCOUNT } });
  expectError(key, 404, 'not_found');
});

test('accounts are listed in pages, newest first, each once, the first account last', async () => {
  const made = [];
  for (let count = 0; count < 5; count++) made.push((await node.createAccount({ name: `No ${count}` })).id);
  const first = await node.call('GET', '/api/accounts?limit=2', { key: OPERATOR_KEY });
  expect(first.json).toMatchObject({ object: 'list', has_more: true });
  expect(first.json.data.map(idOf)).toEqual([made[4], made[3]]);
  const second = await node.call('GET', `/api/accounts?limit=2&after=${first.json.next}`, {
    key: OPERATOR_KEY,
  });
  expect(second.json.data.map(idOf)).toEqual([made[2], made[1]]);
  const all = (await wholeList(node, '/api/accounts', OPERATOR_KEY)).map(idOf);
  expect(new Set(all).size).toBe(all.length);
  expect(all.at(-1)).toBe('acct_default');
});

test('a management key that is no operator sees its own account alone', async () => {
  const { id, managementKey: key } = await node.createAccount({ name: 'Mine' });
  const list = await node.call('GET', '/api/accounts', { key });
  expect(list.json).toMatchObject({ object: 'list', has_more: false, next: null });
  expect(list.json.data).toHaveLength(1);
  expect(list.json.data[0]).toMatchObject({ id, name: 'Mine' });
});

test('the balance of an answer about an account is the sum over its keys, exact beyond 2^53', async () => {
  const { id, managementKey: key } = await node.createAccount();
  for (let made = 0; made < 9; made++) await node.createKey({ account: id, credits: 1_000_000_000 });
  await node.createKey({ account: id, credits: '999999999.999999' });
  const sum = '9999999999999999';
  expect(Number(sum), 'no double holds this sum').not.toBe(BigInt(sum));
  for (const path of ['/api/keys', '/api/accounts']) {
    const answer = await node.call('GET', path, { key });
    expect(answer.headers['x-balance-available'], path).toBe(sum);
  }
});

test('accounts and their management keys outlive kill -9 of the node that acknowledged them', async () => {
  const first = await startTollgate();
  const { id, managementKey: key } = await first.createAccount({ name: 'Kept', verified: true });
  await first.call('PATCH', `/api/accounts/${id}`, { key: OPERATOR_KEY, json: { verified: false } });
  await first.kill();
  const second = await startTollgate({ data: first.data });
  const list = await second.call('GET', '/api/accounts', { key });
  expect(list.json.data).toMatchObject([{ id, name: 'Kept', verified: false }]);
  await second.stop();
});

function create(json: unknown) {
  return node.call('POST', '/api/accounts', { key: OPERATOR_KEY, json });
}

function change(id: string, json: unknown) {
  return node.call('PATCH', `/api/accounts/${id}`, { key: OPERATOR_KEY, json });
}

function idOf(item: { id: string }): string {
  return item.id;
}
