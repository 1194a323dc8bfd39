/**
 * Two accounts that see nothing of each other.
 *
 * Every endpoint is called with the keys of one account for the things of the other. The answer must be the
 * one for a thing that does not exist, to the letter, save the request's own id.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceHeaderOf, expectError } from '../support/expected-answers.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

interface Side {
  readonly account: string;
  readonly managementKey: string;
  readonly key: { readonly key: string; readonly id: string };
  readonly completed: string;
  readonly failed: string;
  readonly unfinished: string;
}

let node: TollgateProcess;
let here: Side;
let there: Side;

beforeAll(async () => {
  node = await startTollgate({ args: ['--generations', 'true'] });
  [here, there] = await Promise.all([makeSide('Here'), makeSide('There')]);
});
afterAll(cleanUp);

/** Which test below covers an endpoint; a new endpoint has to be named here before the run is green again. */
const COVERED = [
  'GET /v1/videos',
  'POST /v1/videos',
  'GET /v1/videos/{id}',
  'GET /v1/videos/{id}/content',
  'GET /v1/credits',
  'GET /v1/activity',
  'GET /v1/models',
  'POST /v1/chat/completions',
  'GET /v1/generations/{id}',
  'GET /api/keys',
  'POST /api/keys',
  'GET /api/keys/{id}',
  'PATCH /api/keys/{id}',
  'DELETE /api/keys/{id}',
  'POST /api/keys/{id}/credits',
  'POST /api/keys/{id}/debits',
  'POST /api/keys/{id}/rotate',
  'POST /api/keys/{id}/transfers',
  'GET /api/keys/{id}/ledger',
  'GET /api/keys/{id}/balance',
  'GET /api/jobs',
  'GET /api/jobs/{id}',
  'POST /api/jobs/{id}/fail',
  'GET /api/accounts',
  'POST /api/accounts',
  'PATCH /api/accounts/{id}',
  'GET /api/accounts/{id}/audit',
  'GET /api/accounts/{id}/invitations',
  'POST /api/accounts/{id}/invitations',
  'DELETE /api/invitations/{id}',
  'GET /api/accounts/{id}/users',
  'PATCH /api/users/{id}',
  'DELETE /api/users/{id}',
  'POST /api/simulated-credit/void',
  // With payments, in test/contract/payments/top-up.test.ts.
  'GET /api/orders',
  'POST /api/orders',
  'GET /api/orders/{id}',
];

test('every endpoint that takes a key is covered here', async () => {
  const { paths } = (await node.call('GET', '/openapi.json')).json;
  const served = Object.entries(paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const keyed = served.filter((endpoint) => / \/(v1|api)\//.test(endpoint));
  expect(keyed.sort()).toEqual([...COVERED].sort());
});

test('a job of the other account is not found, whatever its status and whatever is asked of it', async () => {
  for (const id of [there.completed, there.failed, there.unfinished]) {
    for (const rest of ['', '/content']) {
      const path = (job: string) => `/v1/videos/${job}${rest}`;
      for (const method of ['GET', 'HEAD']) {
        await expectAsIfAbsent(here.key.key, method, path, id, [method === 'HEAD' ? '' : 'not_found']);
      }
    }
  }
});

test('a text of the other account is not found, and its Idempotency-Key means nothing here', async () => {
  const json = { model: 'sim/chat', messages: [{ role: 'user', content: 'Hello' }] };
  const headers = { 'idempotency-key': 'the same text on both sides' };
  const [mine, theirs] = await Promise.all(
    [here, there].map(({ key }) =>
      node.call('POST', '/v1/chat/completions', { key: key.key, json, headers }),
    ),
  );
  expect([mine?.status, theirs?.status]).toEqual([200, 200]);
  const path = (id: string) => `/v1/generations/${id}`;
  expect((await node.call('GET', path(mine?.json.id), { key: here.key.key })).status).toBe(200);
  await expectAsIfAbsent(here.key.key, 'GET', path, theirs?.json.id, ['not_found']);
});

test('keys and ledgers of the other account are not found, and nothing is done to them', async () => {
  const key = here.managementKey;
  const path = (id: string) => `/api/keys/${id}`;
  const before = (await node.call('GET', path(there.key.id), { key: OPERATOR_KEY })).json;
  await expectAsIfAbsent(key, 'GET', path, there.key.id, ['not_found']);
  await expectAsIfAbsent(key, 'GET', (id) => `${path(id)}/ledger`, there.key.id, ['not_found']);
  await expectAsIfAbsent(key, 'GET', (id) => `${path(id)}/balance`, there.key.id, ['not_found']);
  await expectAsIfAbsent(key, 'PATCH', path, there.key.id, ['not_found'], { name: 'mine now' });
  await expectAsIfAbsent(key, 'PATCH', path, there.key.id, ['not_found'], { rate_limit_rpm: 1 });
  await expectAsIfAbsent(key, 'DELETE', path, there.key.id, ['not_found']);
  await expectAsIfAbsent(key, 'POST', (id) => `${path(id)}/rotate`, there.key.id, ['not_found'], {});
  const moved = { amount: 1, reference: 'from the other side' };
  for (const movement of ['credits', 'debits']) {
    const at = (id: string) => `${path(id)}/${movement}`;
    await expectAsIfAbsent(key, 'POST', at, there.key.id, ['operator_only'], moved);
  }
  const transfers = (id: string) => `${path(id)}/transfers`;
  const toHere = { ...moved, to: here.key.id };
  await expectAsIfAbsent(key, 'POST', transfers, there.key.id, ['not_found'], toHere);
  const toThere = await node.call('POST', transfers(here.key.id), {
    key,
    json: { ...moved, to: there.key.id },
  });
  expectError(toThere, 404, 'not_found');
  expect((await node.call('GET', path(there.key.id), { key: OPERATOR_KEY })).json).toEqual(before);
  expect((await node.call('GET', '/v1/credits', { key: there.key.key })).status).toBe(200);
});

test("the operator's view of jobs is no account's, not even on its own", async () => {
  const key = here.managementKey;
  for (const id of [here.unfinished, there.unfinished]) {
    await expectAsIfAbsent(key, 'GET', (job) => `/api/jobs/${job}`, id, ['operator_only']);
    await expectAsIfAbsent(key, 'POST', (job) => `/api/jobs/${job}/fail`, id, ['operator_only'], {
      reason: 'from an account',
    });
  }
  expectError(await node.call('GET', '/api/jobs', { key }), 403, 'operator_only');
});

test('an account cannot be named by the management key of another', async () => {
  const key = here.managementKey;
  await expectAsIfAbsent(key, 'PATCH', (id) => `/api/accounts/${id}`, there.account, ['operator_only'], {
    name: 'mine now',
  });
  expectError(await node.call('POST', '/api/simulated-credit/void', { key, json: {} }), 403, 'operator_only');
  await expectAsIfAbsent(key, 'GET', (id) => `/api/accounts/${id}/audit`, there.account, ['not_found']);
  for (const list of ['invitations', 'users'])
    await expectAsIfAbsent(key, 'GET', (id) => `/api/accounts/${id}/${list}`, there.account, ['not_found']);
  const mine = { name: 'mine@example.dz', role: 'owner' };
  await expectAsIfAbsent(
    key,
    'POST',
    (id) => `/api/accounts/${id}/invitations`,
    there.account,
    ['not_found'],
    mine,
  );
  const { json: invited } = await node.call('POST', `/api/accounts/${there.account}/invitations`, {
    key: OPERATOR_KEY,
    json: { name: 'there@example.dz' },
  });
  await expectAsIfAbsent(key, 'DELETE', (id) => `/api/invitations/${id}`, invited.id, ['not_found']);
  const nobody = (id: string) => `/api/users/${id}`;
  await expectAsIfAbsent(key, 'PATCH', nobody, `user_${'1'.repeat(26)}`, ['not_found'], { role: 'owner' });
  await expectAsIfAbsent(key, 'DELETE', nobody, `user_${'1'.repeat(26)}`, ['not_found']);
  const named = await node.call('POST', '/api/keys', { key, json: { account: there.account } });
  expectError(named, 403, 'operator_only');
  const created = await node.call('POST', '/api/accounts', { key, json: { name: 'third' } });
  expectError(created, 403, 'operator_only');
});

test('lists show the things of the own account alone', async () => {
  const keys = await wholeList(node, '/api/keys', here.managementKey);
  expect(keys.map(({ account }) => account)).toEqual(keys.map(() => here.account));
  expect(keys.map(({ id }) => id)).toContain(here.key.id);
  const accounts = await wholeList(node, '/api/accounts', here.managementKey);
  expect(accounts.map(({ id }) => id)).toEqual([here.account]);
  const jobs = await wholeList(node, '/v1/videos', here.key.key);
  expect(jobs.map(({ id }) => id).sort()).toEqual([here.completed, here.failed, here.unfinished].sort());
  for (const status of ['pending', 'in_progress', 'completed', 'failed']) {
    const listed = await node.call('GET', `/v1/videos?status=${status}`, { key: here.key.key });
    for (const id of [there.completed, there.failed, there.unfinished]) expect(listed.text).not.toContain(id);
  }
});

test('a fresh account sees empty lists, whatever the others have', async () => {
  const { id: account, managementKey } = await node.createAccount();
  expect((await node.call('GET', '/api/keys', { key: managementKey })).json.data).toEqual([]);
  const { key } = await node.createKey({ account, credits: 0 });
  for (const path of ['/v1/videos', '/v1/videos?status=completed', '/v1/activity']) {
    expect((await node.call('GET', path, { key })).json.data, path).toEqual([]);
  }
  const credits = (await node.call('GET', '/v1/credits', { key })).json;
  expect(credits).toMatchObject({ balance: 0, reserved: 0, total_credits: 0, total_usage: 0 });
});

test('a cursor of the other account opens nothing and tells nothing', async () => {
  const cursors: readonly [string, string, string][] = [
    [here.key.key, '/v1/videos', there.completed],
    [here.managementKey, '/api/keys', there.key.id],
    [here.managementKey, '/api/accounts', there.account],
  ];
  for (const [key, path, cursor] of cursors) {
    const answer = await node.call('GET', `${path}?after=${cursor}`, { key });
    for (const value of Object.values(there)) expect(answer.text).not.toContain(`"${value}"`);
    if (answer.status !== 200) expectError(answer, 400, 'invalid_request', 'after');
    const own = await wholeList(node, path, key);
    for (const item of answer.json.data ?? []) expect(own.map(({ id }) => id)).toContain(item.id);
  }
  const foreignEntry = (await wholeList(node, `/api/keys/${there.key.id}/ledger`, there.managementKey))[0].id;
  const ledger = await node.call('GET', `/api/keys/${here.key.id}/ledger?after=${foreignEntry}`, {
    key: here.managementKey,
  });
  expectError(ledger, 400, 'invalid_request', 'after');
});

test('money and usage are those of the own key', async () => {
  for (const side of [here, there]) {
    const audit = await auditKey(node, side.key);
    expect([...audit.jobs.keys()].sort()).toEqual([side.completed, side.failed, side.unfinished].sort());
  }
  const before = await node.call('GET', '/v1/credits', { key: here.key.key });
  const spent = await node.submit(there.key.key, { seconds: 3 });
  await node.settled(there.key.key, spent.json.id);
  const after = await node.call('GET', '/v1/credits', { key: here.key.key });
  expect(after.json).toEqual(before.json);
  expect(balanceHeaderOf(after)).toBe(balanceHeaderOf(before));
  const sums = [here, there].map(async ({ managementKey, key }) => {
    const list = await node.call('GET', '/api/keys', { key: managementKey });
    return [balanceHeaderOf(list), balanceHeaderOf(await node.call('GET', '/v1/credits', { key: key.key }))];
  });
  for (const [sum, own] of await Promise.all(sums)) expect(sum).toBe(own);
  const models = await Promise.all(
    [here, there].map(({ key }) => node.call('GET', '/v1/models', { key: key.key })),
  );
  expect(models[0]?.json).toEqual(models[1]?.json);
});

test('a full window of one account leaves the other alone', async () => {
  const { key } = await node.createKey({ account: here.account, rate_limit_rpm: 1 });
  await node.call('GET', '/v1/credits', { key });
  expectError(await node.call('GET', '/v1/credits', { key }), 429, 'rate_limit_exceeded');
  expect((await node.call('GET', '/v1/credits', { key: there.key.key })).status).toBe(200);
  expect((await node.call('GET', '/v1/credits', { key: here.key.key })).status).toBe(200);
});

test('an Idempotency-Key of one account means nothing in the other, nor in another key of the same', async () => {
  const [one, two] = [await makeKey(here.account), await makeKey(there.account)];
  const three = await makeKey(here.account);
  const headers = { 'idempotency-key': 'the same on every side' };
  const jobs = [];
  for (const [index, { key }] of [one, two, three].entries()) {
    const answer = await node.submit(key, { seconds: index + 1 }, headers);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    jobs.push(answer.json.id);
  }
  expect(new Set(jobs).size).toBe(3);
  const [mine, theirs] = await Promise.all(
    [here, there].map(({ managementKey }) =>
      node.call('POST', '/api/keys', { key: managementKey, json: { name: 'same' }, headers }),
    ),
  );
  expect(mine?.json.account).toBe(here.account);
  expect(theirs?.json.account).toBe(there.account);
  expect(theirs?.json.key).toMatch(/^sk-/);
  for (const [index, key] of [one, two, three].entries()) {
    await node.settled(key.key, jobs[index]);
    expectSettledOnce(await auditKey(node, key));
  }
});

test('keys of one account read the jobs of one another, and list only their own', async () => {
  const second = await makeKey(here.account);
  for (const id of [here.completed, here.failed, here.unfinished]) {
    expect((await node.call('GET', `/v1/videos/${id}`, { key: second.key })).json.id).toBe(id);
  }
  const content = await node.call('GET', `/v1/videos/${here.completed}/content`, { key: second.key });
  expect(content.status).toBe(200);
  expect((await node.call('GET', '/v1/videos', { key: second.key })).json.data).toEqual([]);
  expect((await node.call('GET', '/v1/activity', { key: second.key })).json.data).toEqual([]);
});

/** A request for the other side's thing, and the same for one that is nowhere, are answered alike. */
async function expectAsIfAbsent(
  key: string,
  method: string,
  path: (id: string) => string,
  id: string,
  [code]: readonly [string],
  json?: unknown,
): Promise<void> {
  const options = json === undefined ? { key } : { key, json };
  const foreign = await node.call(method, path(id), options);
  const absent = await node.call(method, path(absentLike(id)), options);
  if (code !== '') expectError(foreign, code === 'not_found' ? 404 : 403, code);
  expect(withoutRequest(foreign, id)).toEqual(withoutRequest(absent, absentLike(id)));
}

/** An id of the same shape that no one has. */
function absentLike(id: string): string {
  return id.replace(/[^_]{26}$/, '0'.repeat(26));
}

function withoutRequest({ status, headers, text }: Answer, id: string) {
  const {
    date: _date,
    'x-request-id': requestId = '',
    'x-ratelimit-remaining-rpm': _remaining,
    'x-ratelimit-reset': _reset,
    'content-length': length,
    ...others
  } = headers;
  return {
    status,
    others,
    // The request's id is part of the body, and ids differ in length.
    length: Number(length) - requestId.length,
    text: text.replaceAll(requestId, 'REQUEST').replaceAll(id, 'ID'),
  };
}

async function makeSide(name: string): Promise<Side> {
  const { id: account, managementKey } = await node.createAccount({ name });
  const key = await makeKey(account);
  const jobs = ['sim/video-instant', 'sim/video-reject', 'sim/video-slow'].map(
    async (model) => (await node.submit(key.key, { model, seconds: 2 })).json.id as string,
  );
  const [completed = '', failed = '', unfinished = ''] = await Promise.all(jobs);
  await node.settled(key.key, completed);
  await node.settled(key.key, failed);
  return { account, managementKey, key, completed, failed, unfinished };
}

function makeKey(account: string): Promise<{ key: string; id: string }> {
  return node.createKey({ account, credits: 50 });
}
