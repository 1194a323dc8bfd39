/** The rights of each key, and its looks on the wire and on disk. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../support/expected-answers.js';
import {
  cleanUp,
  OPERATOR_KEY,
  spawnTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

/** One regular expression for a secret scanner; the random part and the check are 36 characters. */
const MADE_KEY = /\b[sm]k-tg[0-9A-Za-z]{36}\b/;
const RANDOM_BITS_MIN = 160;

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate({ args: ['--address-rpm', '1000000'] });
});
afterAll(cleanUp);

test('the bearer scheme is case-insensitive', async () => {
  const { key } = await node.createKey();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    const answer = await credits({ authorization: `${scheme} ${key}` });
    expect(answer.status, scheme).toBe(200);
  }
});

test('a request without a key is told that one is missing', async () => {
  expectError(await credits({}), 401, 'missing_api_key', null);
  expectError(await node.call('GET', '/api/keys'), 401, 'missing_api_key', null);
  expectError(await node.call('POST', '/v1/videos', { json: {} }), 401, 'missing_api_key', null);
});

test('a key anywhere but in the Authorization header is no key', async () => {
  const { key } = await node.createKey();
  for (const name of ['key', 'api_key', 'access_token', 'token', 'authorization']) {
    const inQuery = await node.call('GET', `/v1/credits?${name}=${encodeURIComponent(key)}`);
    expectError(inQuery, 401, 'missing_api_key');
    expect(inQuery.text).not.toContain(key);
  }
  expectError(await credits({ 'x-api-key': key }), 401, 'missing_api_key');
  expectError(await credits({ cookie: `key=${key}` }), 401, 'missing_api_key');
});

test('another scheme than bearer authenticates nobody', async () => {
  const { key } = await node.createKey();
  const basic = Buffer.from(`${key}:`).toString('base64');
  for (const authorization of [`Basic ${basic}`, `Basic ${key}`, key, `Token ${key}`, `BearerX ${key}`]) {
    const answer = await credits({ authorization });
    expect(answer.status, authorization).toBe(401);
    expect(answer.text).not.toContain(key);
  }
});

test('a key that is unknown, mistyped or cut short is invalid', async () => {
  const { key } = await node.createKey();
  const mistyped = [
    replaceAt(key, 12),
    replaceAt(key, key.length - 1),
    swapAt(key, 15),
    key.slice(0, -1),
    `${key}0`,
    key.toUpperCase(),
    key.replace('sk-', 'mk-'),
    `sk-${'0'.repeat(40)}`,
    'nonsense',
    OPERATOR_KEY.replace('operator', 'Operator'),
    `${key} ${key}`,
    '../../etc/passwd',
    // Ends in ASCII: the HTTP library drops trailing bytes above 0x7f as if they were blanks.
    `${'\u00e9'.repeat(40)}x`,
  ];
  for (const text of mistyped) {
    const answer = await credits({ authorization: `Bearer ${text}` });
    expectError(answer, 401, 'invalid_api_key');
    expect(answer.json.error.message).not.toContain(text);
  }
});

test('each kind of key is refused on the paths of the other', async () => {
  const { key } = await node.createKey();
  const { managementKey } = await node.createAccount();
  for (const path of ['/api/keys', '/api/accounts', '/api/keys/key_x', '/api/keys/key_x/ledger']) {
    expectError(await node.call('GET', path, { key }), 403, 'wrong_credential');
  }
  expectError(await node.call('POST', '/api/keys', { key, json: {} }), 403, 'wrong_credential');
  for (const management of [managementKey, OPERATOR_KEY]) {
    for (const path of ['/v1/credits', '/v1/videos', '/v1/models', '/v1/activity', '/v1/videos/video_x']) {
      expectError(await node.call('GET', path, { key: management }), 403, 'wrong_credential');
    }
    expectError(await node.submit(management), 403, 'wrong_credential');
  }
});

test('keys have one shape, enough randomness and are all different', async () => {
  const keys = [];
  for (let made = 0; made < 5; made++) {
    keys.push((await node.createKey()).key, (await node.createAccount()).managementKey);
  }
  expect(new Set(keys).size).toBe(keys.length);
  for (const [index, key] of keys.entries()) {
    expect(key).toMatch(index % 2 === 0 ? /^sk-/ : /^mk-/);
    expect(MADE_KEY.exec(`"${key}",`)?.[0]).toBe(key);
  }
  const checkCharacters = 6;
  const randomCharacters = (keys[0] ?? '').length - 'sk-tg'.length - checkCharacters;
  expect(randomCharacters * Math.log2(62)).toBeGreaterThanOrEqual(RANDOM_BITS_MIN);
});

test('an answer to a key is never stored by a cache', async () => {
  const { key } = await node.createKey();
  for (const answer of [
    await node.call('GET', '/v1/credits', { key }),
    await node.call('GET', '/v1/nowhere', { key }),
    await node.submit(key),
    await node.submit(key, { model: 'none' }),
    await node.call('GET', '/api/keys', { key: OPERATOR_KEY }),
  ]) {
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('no plain text of a key is on disk or in the log, only its hash', async () => {
  const own = await startTollgate();
  const { id, managementKey } = await own.createAccount();
  const secrets = [OPERATOR_KEY, managementKey];
  for (let made = 0; made < 3; made++) {
    const answer = await own.call('POST', '/api/keys', {
      key: OPERATOR_KEY,
      json: { account: id, credits: 5 },
      headers: { 'idempotency-key': `made-${made}` },
    });
    secrets.push(answer.json.key);
    const job = await own.submit(answer.json.key);
    await own.settled(answer.json.key, job.json.id);
  }
  await credits({ authorization: `Bearer ${replaceAt(secrets[2] ?? '', 12)}` });
  await own.stop();
  const written = Buffer.concat(await everyFile(own.data)).toString('latin1');
  expect(written.length).toBeGreaterThan(1_000);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThanOrEqual(32);
    const random = secret.slice(6, -6);
    expect(written.includes(random), 'the plain text of a key is in the data folder').toBe(false);
    expect(own.stdout + own.stderr).not.toContain(random);
  }
});

test('without TOLLGATE_MANAGEMENT_KEY the first start makes an operator key in a 0600 file and names the file', async () => {
  const environment = { TOLLGATE_MANAGEMENT_KEY: '' };
  const first = await startTollgate({ env: environment });
  const file = join(first.data, 'management-key');
  expect(first.stdout + first.stderr).toContain(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, 'utf8')).trim();
  expect(key).toMatch(MADE_KEY);
  expect(key).toMatch(/^mk-/);
  expect(first.stdout + first.stderr, 'the key itself is not on the console').not.toContain(key);
  await expectOperator(first, key);
  await first.stop();

  const second = await startTollgate({ data: first.data, env: environment });
  await expectOperator(second, key);
  await second.stop();
  expect((await readFile(file, 'utf8')).trim()).toBe(key);
});

test('the account that the first start creates is acct_default, verified', async () => {
  const accounts = (await node.call('GET', '/api/accounts?limit=100', { key: OPERATOR_KEY })).json.data;
  const found = accounts.find((account: { id: string }) => account.id === 'acct_default');
  expect(found).toMatchObject({ id: 'acct_default', verified: true });
  expect((await node.createKey()).account).toBe('acct_default');
});

test('a changed TOLLGATE_MANAGEMENT_KEY replaces the old key and leaves everything else', async () => {
  const [before, after] = ['a'.repeat(32), '~!@'.repeat(66)];
  const first = await startTollgate({ env: { TOLLGATE_MANAGEMENT_KEY: before } });
  await expectOperator(first, before);
  const created = await first.call('POST', '/api/keys', { key: before, json: { credits: 3 } });
  await first.stop();

  const second = await startTollgate({ data: first.data, env: { TOLLGATE_MANAGEMENT_KEY: after } });
  expectError(await second.call('GET', '/api/keys', { key: before }), 401, 'invalid_api_key');
  await expectOperator(second, after);
  expect((await second.call('GET', '/v1/credits', { key: created.json.key })).json.balance).toBe(3);
  await second.stop();

  const third = await startTollgate({ data: first.data, env: { TOLLGATE_MANAGEMENT_KEY: before } });
  await expectOperator(third, before);
  expectError(await third.call('GET', '/api/keys', { key: after }), 401, 'invalid_api_key');
  await third.stop();
});

test('a configured management key replaces one that was made', async () => {
  const first = await startTollgate({ env: { TOLLGATE_MANAGEMENT_KEY: '' } });
  const made = (await readFile(join(first.data, 'management-key'), 'utf8')).trim();
  await first.stop();
  const second = await startTollgate({ data: first.data });
  await expectOperator(second, OPERATOR_KEY);
  expectError(await second.call('GET', '/api/keys', { key: made }), 401, 'invalid_api_key');
  await second.stop();
});

test.each([
  ['of 31 characters', 'x'.repeat(31)],
  ['of 201 characters', 'x'.repeat(201)],
  ['with a space', `${'x'.repeat(20)} ${'x'.repeat(20)}`],
  ['with a control character', `${'x'.repeat(40)}\u0007`],
])('a management key %s ends the start with one clear line and status 2', async (_what, key) => {
  const refused = await spawnTollgate({ env: { TOLLGATE_MANAGEMENT_KEY: key } });
  expect((await refused.exited).code).toBe(2);
  expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  expect(refused.stderr).toContain('TOLLGATE_MANAGEMENT_KEY');
  expect(refused.stderr).not.toContain(key);
});

test('an account key may do nothing that is for operators', async () => {
  const { id, managementKey: key } = await node.createAccount();
  const created = await node.call('POST', '/api/keys', { key, json: { name: 'mine' } });
  expect(created.status).toBe(201);
  const addCredit = `/api/keys/${created.json.id}/credits`;
  const operatorOnly: readonly [string, string, unknown][] = [
    ['POST', '/api/accounts', { name: 'another', verified: true }],
    ['PATCH', `/api/accounts/${id}`, { verified: true }],
    ['POST', addCredit, { amount: 1, reference: 'mine' }],
    ['POST', '/api/keys', { credits: 1 }],
    ['POST', '/api/keys', { account: id }],
    ['POST', '/api/keys', { account: 'acct_default' }],
  ];
  for (const [method, path, json] of operatorOnly) {
    expectError(await node.call(method, path, { key, json }), 403, 'operator_only');
  }
  const untouched = await node.call('GET', `/api/keys/${created.json.id}`, { key });
  expect(untouched.json.balance).toBe(0);
  expect((await node.call('GET', '/api/keys', { key })).json.data).toHaveLength(1);
});

test('an unverified account may not set rate_limit_rpm until it is verified', async () => {
  const { id, managementKey: key } = await node.createAccount({ verified: false });
  const json = { rate_limit_rpm: 5 };
  expectError(await node.call('POST', '/api/keys', { key, json }), 403, 'account_not_verified');
  const created = await node.call('POST', '/api/keys', { key, json: {} });
  expect(created.json.rate_limit_rpm).toBe(60);
  const path = `/api/keys/${created.json.id}`;
  expectError(await node.call('PATCH', path, { key, json }), 403, 'account_not_verified');
  expect((await node.call('PATCH', path, { key, json: { name: 'named' } })).status).toBe(200);

  await node.call('PATCH', `/api/accounts/${id}`, { key: OPERATOR_KEY, json: { verified: true } });
  expect((await node.call('PATCH', path, { key, json })).json.rate_limit_rpm).toBe(5);
  expect((await node.call('POST', '/api/keys', { key, json })).status).toBe(201);

  await node.call('PATCH', `/api/accounts/${id}`, { key: OPERATOR_KEY, json: { verified: false } });
  expectError(await node.call('PATCH', path, { key, json }), 403, 'account_not_verified');
});

function credits(headers: Record<string, string>) {
  return node.call('GET', '/v1/credits', { headers });
}

async function expectOperator(of: TollgateProcess, key: string): Promise<void> {
  const answer = await of.call('POST', '/api/accounts', { key, json: { name: 'Proof', verified: false } });
  expect(answer.status, answer.text).toBe(201);
}

async function everyFile(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

function replaceAt(text: string, index: number): string {
  return text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
}

/** Exchanges the first two different neighbours from `index` on. */
function swapAt(text: string, index: number): string {
  let at = index;
  while (text[at] === text[at + 1]) at++;
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
