/** API keys: made, listed, changed and revoked with a management key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceHeaderOf, expectError, windowOf } from '../support/expected-answers.js';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

const UNKNOWN_KEY = 'key_00000000000000000000000000';

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate({ args: ['--address-rpm', '1000000'] });
});
afterAll(cleanUp);

test('a key made without a body has the defaults', async () => {
  const before = Math.floor(Date.now() / 1000);
  for (const options of [{}, { json: {} }]) {
    const answer = await node.call('POST', '/api/keys', { key: OPERATOR_KEY, ...options });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({
      object: 'api_key',
      account: 'acct_default',
      rate_limit_rpm: 60,
      balance: 0,
      status: 'active',
    });
    expect(Object.keys(answer.json).sort()).toEqual(
      ['account', 'balance', 'created_at', 'id', 'key', 'name', 'object', 'rate_limit_rpm', 'status'].sort(),
    );
    expect(answer.json.id).toMatch(/^key_/);
    expect(answer.json.key).toMatch(/^sk-/);
    expect(answer.json.created_at).toBeGreaterThanOrEqual(before);
    expect(balanceHeaderOf(answer)).toBe(0);
  }
});

test('an operator makes a key for another account, with credit', async () => {
  const { id } = await node.createAccount();
  const json = { account: id, name: 'ci', rate_limit_rpm: 600, credits: 12.5 };
  const answer = await node.call('POST', '/api/keys', { key: OPERATOR_KEY, json });
  expect(answer.json).toMatchObject({ account: id, name: 'ci', rate_limit_rpm: 600, balance: 12.5 });
  expect(balanceHeaderOf(answer)).toBe(12_500_000);
  const credits = await node.call('GET', '/v1/credits', { key: answer.json.key });
  expect(credits.json).toMatchObject({ balance: 12.5, total_credits: 12.5, total_usage: 0, reserved: 0 });
  expect(windowOf(credits)).toMatchObject({ limit: 600, remaining: 599 });
});

const INVALID_FIELDS: readonly [string, unknown, string][] = [
  ['a rate of 0', { rate_limit_rpm: 0 }, 'rate_limit_rpm'],
  ['a negative rate', { rate_limit_rpm: -1 }, 'rate_limit_rpm'],
  ['a rate of 1,000,001', { rate_limit_rpm: 1_000_001 }, 'rate_limit_rpm'],
  ['a broken rate', { rate_limit_rpm: 1.5 }, 'rate_limit_rpm'],
  ['a text for a rate', { rate_limit_rpm: '60' }, 'rate_limit_rpm'],
  ['an empty name', { name: '' }, 'name'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
  ['a number for a name', { name: 7 }, 'name'],
];

test.each(INVALID_FIELDS)(
  '%s is refused when a key is made and when it is changed',
  async (_what, json, param) => {
    const key = await node.createKey({ name: 'before', rate_limit_rpm: 9 });
    const made = await node.call('POST', '/api/keys', { key: OPERATOR_KEY, json });
    expectError(made, 400, 'invalid_request', param);
    expectError(await change(key.id, json), 400, 'invalid_request', param);
    expect((await read(key.id)).json).toMatchObject({ name: 'before', rate_limit_rpm: 9 });
  },
);

test('the bounds of a name and of a rate are within', async () => {
  const { id } = await node.createKey();
  expect((await change(id, { rate_limit_rpm: 1 })).json.rate_limit_rpm).toBe(1);
  expect((await change(id, { rate_limit_rpm: 1_000_000 })).json.rate_limit_rpm).toBe(1_000_000);
  expect((await change(id, { name: 'x' })).json.name).toBe('x');
  const longest = '\u{1F3AC}'.repeat(100);
  expect((await change(id, { name: longest })).json.name).toBe(longest);
});

test('a key is read and changed without its secret, field by field', async () => {
  const key = await node.createKey({ name: 'one', rate_limit_rpm: 10, credits: 2 });
  const { key: _secret, ...shown } = key as unknown as Record<string, unknown>;
  const answer = await read(key.id);
  expect(answer.json).toEqual(shown);
  expect(answer.text).not.toContain(key.key.slice(6, -6));
  expect(balanceHeaderOf(answer)).toBe(2_000_000);
  const named = await change(key.id, { name: 'two' });
  expect(named.json).toEqual({ ...shown, name: 'two' });
  expect(balanceHeaderOf(named)).toBe(2_000_000);
  expect((await change(key.id, { rate_limit_rpm: 11 })).json).toEqual({
    ...shown,
    name: 'two',
    rate_limit_rpm: 11,
  });
});

test('a change never touches money, account or status', async () => {
  const key = await node.createKey({ credits: 2 });
  const before = (await read(key.id)).json;
  for (const json of [{ credits: 100 }, { balance: 100 }, { account: 'acct_x' }, { status: 'revoked' }]) {
    await change(key.id, json);
    expect((await read(key.id)).json).toEqual(before);
  }
});

test('a key that does not exist is not found, whatever is done to it', async () => {
  for (const id of [UNKNOWN_KEY, 'key_x', 'nonsense', '%E2%82%AC']) {
    const path = `/api/keys/${id}`;
    const answers = [
      await node.call('GET', path, { key: OPERATOR_KEY }),
      await node.call('DELETE', path, { key: OPERATOR_KEY }),
      await node.call('PATCH', path, { key: OPERATOR_KEY, json: { name: 'x' } }),
      await node.call('GET', `${path}/ledger`, { key: OPERATOR_KEY }),
      await node.call('POST', `${path}/credits`, {
        key: OPERATOR_KEY,
        json: { amount: 1, reference: `to ${id}` },
      }),
    ];
    for (const answer of answers) expectError(answer, 404, 'not_found');
  }
});

test('keys are listed in pages of 20, newest first, each once, also while new ones come', async () => {
  const { id: account, managementKey: key } = await node.createAccount();
  const made: string[] = [];
  for (let count = 0; count < 25; count++) made.unshift((await node.createKey({ account })).id);
  const first = await node.call('GET', '/api/keys', { key });
  expect(Object.keys(first.json).sort()).toEqual(['data', 'has_more', 'next', 'object']);
  expect(first.json).toMatchObject({ object: 'list', has_more: true });
  expect(first.json.data.map(idOf)).toEqual(made.slice(0, 20));
  expect(first.text).not.toContain('sk-');

  await node.createKey({ account });
  const rest = await node.call('GET', `/api/keys?after=${encodeURIComponent(first.json.next)}`, { key });
  expect(rest.json).toMatchObject({ has_more: false, next: null });
  expect(rest.json.data.map(idOf)).toEqual(made.slice(20));

  const exact = await node.call('GET', '/api/keys?limit=26', { key });
  expect(exact.json.data).toHaveLength(26);
  expect(exact.json).toMatchObject({ has_more: false, next: null });
});

test('an operator lists the keys of every account', async () => {
  const { id: account } = await node.createAccount();
  const foreign = await node.createKey({ account });
  const own = await node.createKey();
  const listed = (await wholeList(node, '/api/keys', OPERATOR_KEY)).map(idOf);
  expect(listed).toContain(foreign.id);
  expect(listed).toContain(own.id);
});

test.each(['limit=0', 'limit=101', 'limit=-1', 'limit=ten', 'limit=1.5', 'limit='])(
  'a list refuses %s',
  async (query) => {
    for (const path of ['/api/keys', '/api/accounts', `/api/keys/${(await node.createKey()).id}/ledger`]) {
      const answer = await node.call('GET', `${path}?${query}`, { key: OPERATOR_KEY });
      expectError(answer, 400, 'invalid_request', 'limit');
    }
  },
);

test('a list takes limits of 1 and of 100', async () => {
  expect((await node.call('GET', '/api/keys?limit=1', { key: OPERATOR_KEY })).json.data).toHaveLength(1);
  expect((await node.call('GET', '/api/keys?limit=100', { key: OPERATOR_KEY })).status).toBe(200);
});

test('a list refuses a cursor that none of its pages gave', async () => {
  const { id, key } = await node.createKey();
  for (const cursor of ['nonsense', '0', '../x', '%00', 'a'.repeat(300)]) {
    for (const path of ['/api/keys', '/api/accounts', `/api/keys/${id}/ledger`]) {
      const answer = await node.call('GET', `${path}?after=${cursor}`, { key: OPERATOR_KEY });
      expectError(answer, 400, 'invalid_request', 'after');
    }
    const videos = await node.call('GET', `/v1/videos?after=${cursor}`, { key });
    expectError(videos, 400, 'invalid_request', 'after');
  }
});

test('a revoked key is refused at once, shown as revoked, and its last state is the answer', async () => {
  const key = await node.createKey({ name: 'gone', credits: 3 });
  expect((await node.call('GET', '/v1/credits', { key: key.key })).status).toBe(200);
  const revoked = await node.call('DELETE', `/api/keys/${key.id}`, { key: OPERATOR_KEY });
  expect(revoked.status).toBe(200);
  expect(revoked.json).toMatchObject({ id: key.id, name: 'gone', balance: 3, status: 'revoked' });
  expect(balanceHeaderOf(revoked)).toBe(3_000_000);
  expectError(await node.call('GET', '/v1/credits', { key: key.key }), 401, 'invalid_api_key');
  expectError(await node.submit(key.key), 401, 'invalid_api_key');
  expect((await read(key.id)).json.status).toBe('revoked');
  expect((await wholeList(node, '/api/keys', OPERATOR_KEY)).find(({ id }) => id === key.id).status).toBe(
    'revoked',
  );
});

test('jobs of a revoked key still settle, and other keys of its account read them', async () => {
  const { id: account } = await node.createAccount();
  const [revoked, other] = [
    await node.createKey({ account, credits: 10 }),
    await node.createKey({ account }),
  ];
  const charged = await node.submit(revoked.key, { model: 'sim/video', seconds: 2 });
  const halved = await node.submit(revoked.key, { model: 'sim/video-half', seconds: 2 });
  const held = await node.submit(revoked.key, { model: 'sim/video-slow', seconds: 4 });
  const answer = await node.call('DELETE', `/api/keys/${revoked.id}`, { key: OPERATOR_KEY });
  expect(answer.json.status).toBe('revoked');
  expect((await node.settled(other.key, charged.json.id)).json).toMatchObject({ cost: 1 });
  expect((await node.settled(other.key, halved.json.id)).json).toMatchObject({ cost: 0.5 });
  expect((await node.call('GET', `/v1/videos/${held.json.id}`, { key: other.key })).status).toBe(200);
  expect((await read(revoked.id)).json).toMatchObject({ balance: 6.5, status: 'revoked' });
  const entries = await wholeList(node, `/api/keys/${revoked.id}/ledger`, OPERATOR_KEY);
  expect(entries.filter(({ job_id }) => job_id === charged.json.id).map(({ type }) => type)).toEqual([
    'charge',
    'reserve',
  ]);
});

test('a request sent after the answer to a revocation is refused, in the midst of others too', async () => {
  const key = await node.createKey({ credits: 1_000 });
  let isRevoked = false;
  const late: number[] = [];
  const client = async () => {
    while (late.length < 50) {
      const isLate = isRevoked;
      const { status } = await node.submit(key.key, { seconds: 1 });
      if (isLate) late.push(status);
      else expect([202, 401]).toContain(status);
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await node.call('DELETE', `/api/keys/${key.id}`, { key: OPERATOR_KEY });
  isRevoked = true;
  await Promise.all(clients);
  expect(new Set(late)).toEqual(new Set([401]));
});

test('a revocation outlives kill -9', async () => {
  const first = await startTollgate();
  const [gone, kept] = [await first.createKey(), await first.createKey()];
  await first.call('DELETE', `/api/keys/${gone.id}`, { key: OPERATOR_KEY });
  await first.kill();
  const second = await startTollgate({ data: first.data });
  expectError(await second.call('GET', '/v1/credits', { key: gone.key }), 401, 'invalid_api_key');
  expect((await second.call('GET', '/v1/credits', { key: kept.key })).status).toBe(200);
  await second.stop();
});

test('the same creation with the same Idempotency-Key is the same key, its secret shown once', async () => {
  const json = { name: 'once', credits: 4 };
  const first = await createIdempotently('same', json);
  expect(first.status).toBe(201);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  for (const again of [json, { credits: '4', name: 'once' }]) {
    const replay = await createIdempotently('same', again);
    expect(replay.status, replay.text).toBe(201);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.json).toEqual({ ...first.json, key: null });
    expect(replay.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  }
  const { key, id } = first.json;
  expect((await auditKey(node, { key, id })).credited).toBe(4_000_000);
});

test('the same Idempotency-Key for another creation is refused', async () => {
  await createIdempotently('other', { name: 'one' });
  expectError(await createIdempotently('other', { name: 'two' }), 422, 'idempotency_key_reused');
  expectError(await createIdempotently('other', {}), 422, 'idempotency_key_reused');
});

test('only what was created is remembered under an Idempotency-Key', async () => {
  expectError(await createIdempotently('refused', { name: '' }), 400, 'invalid_request');
  expect((await createIdempotently('refused', { name: 'good' })).status).toBe(201);
});

test('an Idempotency-Key belongs to the management key that sent it', async () => {
  const { managementKey } = await node.createAccount();
  const own = await createIdempotently('shared', { name: 'x' });
  const other = await createIdempotently('shared', { name: 'y' }, managementKey);
  expect(other.status).toBe(201);
  expect(other.json.key).toMatch(/^sk-/);
  expect(other.json.id).not.toBe(own.json.id);
});

test.each([
  ['of 256 characters', 'x'.repeat(256)],
  ['that is empty', '""'],
])('an Idempotency-Key %s is refused', async (_what, text) => {
  expectError(await createIdempotently(text, {}), 400, 'invalid_request');
});

test('an Idempotency-Key is the same quoted and bare, and may have 255 characters', async () => {
  const text = 'k'.repeat(255);
  const bare = await createIdempotently(text, {});
  const quoted = await createIdempotently(`"${text}"`, {});
  expect(bare.status).toBe(201);
  expect(quoted.json.id).toBe(bare.json.id);
});

test('one Idempotency-Key sent twenty times at once makes one key', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => createIdempotently('at-once', { name: 'x', credits: 1 })),
  );
  const made = answers.filter(({ status }) => status === 201);
  for (const answer of answers) {
    if (answer.status !== 201) expectError(answer, 409, 'idempotency_key_in_use');
  }
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
  expect(made.filter(({ json }) => json.key !== null)).toHaveLength(1);
});

test('a creation is replayed after kill -9 as well', async () => {
  const first = await startTollgate();
  const created = await createIdempotently('kept', { credits: 2 }, OPERATOR_KEY, first);
  await first.kill();
  const second = await startTollgate({ data: first.data });
  const replay = await createIdempotently('kept', { credits: 2 }, OPERATOR_KEY, second);
  expect(replay.json).toEqual({ ...created.json, key: null });
  expectSettledOnce(await auditKey(second, created.json));
  await second.stop();
});

function createIdempotently(text: string, json: unknown, key = OPERATOR_KEY, of = node) {
  return of.call('POST', '/api/keys', { key, json, headers: { 'idempotency-key': text } });
}

function read(id: string) {
  return node.call('GET', `/api/keys/${id}`, { key: OPERATOR_KEY });
}

function change(id: string, json: unknown) {
  return node.call('PATCH', `/api/keys/${id}`, { key: OPERATOR_KEY, json });
}

function idOf(item: { id: string }): string {
  return item.id;
}
