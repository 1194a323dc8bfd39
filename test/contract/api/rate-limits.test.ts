/**
 * The exact rolling window, as a client sees it.
 *
 * Times are compared as intervals: the node's instant of a decision lies between the sending of the request
 * and the arrival of its answer, so that a slow machine makes a check weaker but never wrong.
 */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, repetitions } from '../../test-set.js';
import { balanceHeaderOf, expectError, expectRateLimited, windowOf } from '../support/expected-answers.js';
import {
  type Answer,
  type CallOptions,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const WINDOW_MS = 60_000;
/** How far the client's and the node's reading of the same clock may differ by rounding. */
const ROUNDING_MS = 2;
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const UNKNOWN_API_KEY = `sk-tg${'0'.repeat(36)}`;

interface Timed extends Answer {
  readonly sentMs: number;
  readonly receivedMs: number;
}

let node: TollgateProcess;
let proxied: TollgateProcess;
let crowded: TollgateProcess;

beforeAll(async () => {
  const trusted = ['--trusted-proxies', '127.0.0.0/8,10.0.0.0/8'];
  [node, proxied, crowded] = await Promise.all([
    startTollgate({ args: ['--body-timeout-ms', '300'] }),
    startTollgate({ args: trusted }),
    startTollgate({ args: [...trusted, '--address-windows-max', '3'] }),
  ]);
});
afterAll(cleanUp);

test('a key is admitted 60 times a minute where nothing else was said', async () => {
  const created = await node.call('POST', '/api/keys', { key: OPERATOR_KEY, json: {} });
  const { key } = created.json;
  for (let admitted = 1; admitted <= 60; admitted++) {
    const answer = await read(key);
    expect(answer.status).toBe(200);
    expect(windowOf(answer)).toMatchObject({ limit: 60, remaining: 60 - admitted });
  }
  expectRateLimited(await read(key));
});

test('every kind of answer shows the window and counts one', async () => {
  const key = await node.createKey({ rate_limit_rpm: 40, credits: 1.5 });
  const json = { model: 'sim/video-slow', prompt: 'waves', seconds: 1 };
  const once = { 'idempotency-key': 'once' };
  const submitted = await call('POST', '/v1/videos', { key: key.key, json, headers: once });
  expect(submitted.status).toBe(202);
  expectWindow(submitted, submitted, 40, 39);
  const video = `/v1/videos/${submitted.json.id}`;
  const text = { 'content-type': 'text/plain' };
  const type = { 'content-type': 'application/json' };
  const calls: readonly [number, string, string, CallOptions?][] = [
    [200, 'GET', '/v1/credits'],
    [200, 'HEAD', '/v1/credits'],
    [200, 'GET', '/v1/models'],
    [200, 'GET', '/v1/activity'],
    [200, 'GET', '/v1/videos'],
    [200, 'GET', video],
    [202, 'POST', '/v1/videos', { json, headers: once }],
    [409, 'GET', `${video}/content`],
    [403, 'GET', '/api/keys'],
    [404, 'GET', '/v1/videos/video_none'],
    [404, 'GET', '/v1/nowhere'],
    [404, 'GET', '/v1/generations/req_1'],
    [404, 'POST', '/v1/webhooks', { json: {} }],
    [405, 'DELETE', '/v1/credits'],
    [405, 'PUT', '/v1/videos', { json: {} }],
    [405, 'OPTIONS', '/v1/videos'],
    [415, 'POST', '/v1/videos', { body: 'x', headers: text }],
    [413, 'POST', '/v1/videos', { body: `"${'x'.repeat(1_048_576)}"`, headers: type }],
    [400, 'POST', '/v1/videos', { body: '{', headers: type }],
    [400, 'POST', '/v1/videos', { json: {} }],
    [422, 'POST', '/v1/videos', { json: { ...json, seconds: 2 }, headers: once }],
    [404, 'POST', '/v1/videos', { json: { ...json, model: 'none' } }],
    [400, 'POST', '/v1/videos', { json: { ...json, seconds: 61 } }],
    [402, 'POST', '/v1/videos', { json: { ...json, seconds: 60 } }],
    [400, 'GET', '/v1/videos?limit=0'],
    [400, 'GET', '/v1/activity?from=yesterday'],
  ];
  let remaining = 39;
  for (const [status, method, path, options] of calls) {
    const answer = await call(method, path, { key: key.key, ...options });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 200)}`).toBe(status);
    remaining -= 1;
    expectWindow(answer, submitted, 40, remaining);
  }
  const unfinished = await node.rawUntil(
    /\r\n\r\n/,
    `POST /v1/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect(unfinished).toMatch(/^HTTP\/1\.1 408/);
  expect(unfinished).toMatch(new RegExp(`^x-ratelimit-remaining-rpm: ${remaining - 1}\r$`, 'im'));
});

test('while requests remain Reset is when the oldest leaves, at none when the next is admissible', async () => {
  const { key } = await node.createKey({ rate_limit_rpm: 3 });
  const admitted = [];
  for (let count = 0; count < 3; count++) {
    admitted.push(await read(key));
    await sleep(350);
  }
  for (const [index, answer] of admitted.entries()) {
    expectWindow(answer, admitted[0] as Timed, 3, 2 - index);
  }
  const refused = await read(key);
  expectRateLimited(refused);
  expectWindow(refused, admitted[0] as Timed, 3, 0);
  expectAdmissibleFrom(refused, admitted[0] as Timed);
});

test('refused requests do not count', async () => {
  const key = await node.createKey({ rate_limit_rpm: 2 });
  const first = await read(key.key);
  await read(key.key);
  for (let refused = 0; refused < 25; refused++) {
    const answer = await read(key.key);
    expectRateLimited(answer);
    expectAdmissibleFrom(answer, first);
  }
  await setLimit(key.id, 3);
  const answer = await read(key.key);
  expect(answer.status).toBe(200);
  expectWindow(answer, first, 3, 0);
});

test('a new limit holds from the next request on and forgets nothing', async () => {
  const key = await node.createKey({ rate_limit_rpm: 5 });
  const admitted = [];
  for (let count = 0; count < 4; count++) {
    admitted.push(await read(key.key));
    await sleep(100);
  }
  await setLimit(key.id, 2);
  const lowered = await read(key.key);
  expectRateLimited(lowered);
  // Three have to leave before only one is left and another may come.
  expectWindow(lowered, admitted[2] as Timed, 2, 0);
  expectAdmissibleFrom(lowered, admitted[2] as Timed);
  await setLimit(key.id, 6);
  expectWindow(await read(key.key), admitted[0] as Timed, 6, 1);
  expectWindow(await read(key.key), admitted[0] as Timed, 6, 0);
  expectRateLimited(await read(key.key));
});

test('a refused request has its answer before its body is there, and costs nothing', async () => {
  const key = await node.createKey({ rate_limit_rpm: 1, credits: 5 });
  await read(key.key);
  expectRateLimited(await node.submit(key.key));
  const head = `POST /v1/videos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\nContent-Type: application/json\r\n`;
  expect(await node.rawUntil(/\r\n\r\n/, `${head}Content-Length: 1000000\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 429/,
  );
  const answer = await node.call('GET', `/api/keys/${key.id}`, { key: OPERATOR_KEY });
  expect(balanceHeaderOf(answer)).toBe(5_000_000);
});

test('over the limit every request is refused for it, before anything else is judged', async () => {
  const { key } = await node.createKey({ rate_limit_rpm: 1 });
  await read(key);
  const calls: readonly [string, string, CallOptions?][] = [
    ['GET', '/api/keys'],
    ['GET', '/v1/nowhere'],
    ['DELETE', '/v1/credits'],
    ['POST', '/v1/videos', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['POST', '/v1/videos', { body: '{', headers: { 'content-type': 'application/json' } }],
  ];
  for (const [method, path, options] of calls) {
    expectRateLimited(await call(method, path, { key, ...options }));
  }
});

test('two keys of one account have windows of their own', async () => {
  const [one, two] = [
    await node.createKey({ rate_limit_rpm: 1 }),
    await node.createKey({ rate_limit_rpm: 1 }),
  ];
  expect((await read(one.key)).status).toBe(200);
  expectRateLimited(await read(one.key));
  expect((await read(two.key)).status).toBe(200);
});

test('a management key has a window of its own, 6,000 a minute by default', async () => {
  const { managementKey: key } = await node.createAccount();
  const first = await call('GET', '/api/keys', { key });
  expectWindow(first, first, 6_000, 5_999);
  const calls: readonly [number, string, string, CallOptions?][] = [
    [200, 'GET', '/api/accounts'],
    [201, 'POST', '/api/keys', { json: {} }],
    [403, 'GET', '/v1/credits'],
    [404, 'GET', '/api/nowhere'],
    [404, 'GET', '/api/keys/key_none'],
    [403, 'POST', '/api/accounts', { json: { name: 'x' } }],
    [400, 'POST', '/api/keys', { json: { name: '' } }],
  ];
  let remaining = 5_999;
  for (const [status, method, path, options] of calls) {
    const answer = await call(method, path, { key, ...options });
    expect(answer.status, `${method} ${path}`).toBe(status);
    remaining -= 1;
    expectWindow(answer, first, 6_000, remaining);
  }
});

test('a management key over its limit is refused, and a restart does not help it', async () => {
  const args = ['--management-rpm', '3'];
  const first = await startTollgate({ args });
  for (let admitted = 1; admitted <= 3; admitted++) {
    const answer = await first.call('GET', '/api/accounts', { key: OPERATOR_KEY });
    expect(windowOf(answer)).toMatchObject({ limit: 3, remaining: 3 - admitted });
  }
  expectRateLimited(await first.call('GET', '/api/accounts', { key: OPERATOR_KEY }));
  expect((await first.stop()).code).toBe(0);
  const second = await startTollgate({ data: first.data, args });
  expectRateLimited(await second.call('GET', '/api/accounts', { key: OPERATOR_KEY }));
  await second.stop();
});

test('requests without a valid key count on their address, 60 a minute, and 429 comes before 401', async () => {
  const from = '127.0.0.20';
  const { key } = await node.createKey();
  const first = await call('GET', '/v1/credits', { from });
  expectError(first, 401, 'missing_api_key');
  expectWindow(first, first, 60, 59);
  const calls: readonly [string, string, CallOptions][] = [
    ['GET', '/v1/credits', { key: UNKNOWN_API_KEY }],
    ['GET', '/api/keys', {}],
    ['POST', '/v1/videos', { json: {} }],
    ['GET', '/v1/nowhere', { key: 'mistyped' }],
    ['GET', '/nowhere', {}],
    ['DELETE', '/v1/credits', {}],
  ];
  for (let remaining = 58; remaining >= 0; remaining--) {
    const [method, path, options] = calls[remaining % calls.length] as (typeof calls)[number];
    const answer = await call(method, path, { ...options, from });
    expect(answer.status, `${method} ${path}`).toBe(401);
    expectWindow(answer, first, 60, remaining);
  }
  for (const [method, path, options] of calls) {
    const refused = await call(method, path, { ...options, from });
    expectRateLimited(refused);
    expectWindow(refused, first, 60, 0);
    expectAdmissibleFrom(refused, first);
  }
  expect((await node.call('GET', '/v1/credits', { key, from })).status).toBe(200);
  expectError(await node.call('GET', '/v1/credits', { from: '127.0.0.21' }), 401, 'missing_api_key');
});

test('a request that is malformed before its key is read counts on its address', async () => {
  const { key } = await node.createKey({ rate_limit_rpm: 9 });
  const before = windowOf(await proxied.call('GET', '/v1/credits', forwarded('192.0.2.77')));
  const answer = await proxied.rawUntil(
    /\r\n\r\n.*\}$/s,
    `GET /v1/%zz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.77\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer).toContain('malformed_request');
  expect(answer).toMatch(/^x-ratelimit-limit-rpm: 60\r$/im);
  expect(answer).toMatch(new RegExp(`^x-ratelimit-remaining-rpm: ${before.remaining - 1}\r$`, 'im'));
  expect(answer).toMatch(/^x-ratelimit-reset: \d+\r$/im);
});

test('a revoked key counts on the address of its sender', async () => {
  const from = '127.0.0.22';
  const key = await node.createKey({ rate_limit_rpm: 9 });
  await node.call('DELETE', `/api/keys/${key.id}`, { key: OPERATOR_KEY });
  const answer = await node.call('GET', '/v1/credits', { key: key.key, from });
  expectError(answer, 401, 'invalid_api_key');
  expect(windowOf(answer)).toMatchObject({ limit: 60, remaining: 59 });
});

test('X-Forwarded-For is believed of nobody by default', async () => {
  const from = '127.0.0.23';
  for (let sent = 1; sent <= 3; sent++) {
    const headers = { 'x-forwarded-for': `198.51.100.${sent}` };
    const answer = await node.call('GET', '/v1/credits', { from, headers });
    expect(windowOf(answer).remaining).toBe(60 - sent);
  }
});

test('behind trusted proxies the client is the rightmost address that is none of them', async () => {
  const remaining = async (chain: string, from = '127.0.0.1') =>
    windowOf(await proxied.call('GET', '/v1/credits', { ...forwarded(chain), from })).remaining;
  expect(await remaining('203.0.113.1')).toBe(59);
  expect(await remaining('203.0.113.1', '127.0.0.9')).toBe(58);
  expect(await remaining('198.51.100.1, 203.0.113.1')).toBe(57);
  expect(await remaining('198.51.100.2, 203.0.113.1, 10.1.2.3')).toBe(56);
  expect(await remaining('10.9.9.9,203.0.113.1,10.1.2.3,127.0.0.2')).toBe(55);
  expect(await remaining('198.51.100.1')).toBe(59);
  expect(await remaining('203.0.113.2, 198.51.100.1')).toBe(58);
});

test('IPv6 clients are counted by /64, IPv4 ones in IPv6 clothing as IPv4', async () => {
  const remaining = async (chain: string) =>
    windowOf(await proxied.call('GET', '/v1/credits', forwarded(chain))).remaining;
  expect(await remaining('2001:db8:1:2::1')).toBe(59);
  expect(await remaining('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(58);
  expect(await remaining('2001:0DB8:0001:0002::3')).toBe(57);
  expect(await remaining('2001:db8:1:3::1')).toBe(59);
  expect(await remaining('192.0.2.50')).toBe(59);
  expect(await remaining('::ffff:192.0.2.50')).toBe(58);
  expect(await remaining('::ffff:192.0.2.51')).toBe(59);
});

test.runIf(hasIpv6)('a client that comes over IPv6 has an address window too', async () => {
  const own = await startTollgate({ args: ['--host', '::1'] });
  for (let sent = 1; sent <= 2; sent++) {
    const answer = await call('GET', `http://[::1]:${own.port}/v1/credits`, {}, own);
    expectError(answer, 401, 'missing_api_key');
    expect(windowOf(answer)).toMatchObject({ limit: 60, remaining: 60 - sent });
  }
  await own.stop();
});

test('beyond the most addresses that are counted newcomers share one window, and the known keep theirs', async () => {
  const remaining = async (address: string) =>
    windowOf(await crowded.call('GET', '/v1/credits', forwarded(address))).remaining;
  for (const known of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect(await remaining(known)).toBe(59);
  expect(await remaining('192.0.2.4')).toBe(59);
  expect(await remaining('192.0.2.5')).toBe(58);
  expect(await remaining('2001:db8::1')).toBe(57);
  expect(await remaining('192.0.2.4')).toBe(56);
  expect(await remaining('192.0.2.1')).toBe(58);
});

test('health, metrics, documentation and results take no key, count nothing and carry none of the headers', async () => {
  const from = '127.0.0.24';
  const { key } = await node.createKey({ rate_limit_rpm: 20 });
  const job = await node.submit(key);
  const result = new URL((await node.settled(key, job.json.id)).json.url).pathname;
  const before = windowOf(await read(key)).remaining;
  const paths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', result];
  for (const path of paths) {
    for (const options of [{ from }, { from, key }, { from, key: 'mistyped' }]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await node.call(method, path, options);
        expect(answer.status, `${method} ${path}`).toBe(200);
        const names = Object.keys(answer.headers).filter((name) =>
          /^x-(ratelimit|balance|request-id)/.test(name),
        );
        expect(names, path).toEqual([]);
      }
    }
  }
  for (let more = 0; more < 70; more++) await node.call('GET', '/healthz', { from });
  expect(windowOf(await read(key)).remaining).toBe(before - 1);
  expect(windowOf(await node.call('GET', '/v1/credits', { from })).remaining).toBe(59);
});

test('after a graceful restart every window is what it was, to the millisecond', async () => {
  const first = await startTollgate();
  const full = await first.createKey({ rate_limit_rpm: 3 });
  const partly = await first.createKey({ rate_limit_rpm: 10 });
  const from = '127.0.0.25';
  const admitted = [];
  for (let count = 0; count < 3; count++) {
    admitted.push(await call('GET', '/v1/credits', { key: full.key }, first));
    await first.call('GET', '/v1/credits', { key: partly.key });
    await first.call('GET', '/v1/credits', { from });
    await sleep(40);
  }
  expect((await first.stop()).code).toBe(0);
  const second = await startTollgate({ data: first.data });
  const refused = await call('GET', '/v1/credits', { key: full.key }, second);
  expectRateLimited(refused);
  expectAdmissibleFrom(refused, admitted[0] as Timed);
  expectWindow(refused, admitted[0] as Timed, 3, 0);
  expect(windowOf(await second.call('GET', '/v1/credits', { key: partly.key })).remaining).toBe(6);
  expect(windowOf(await second.call('GET', '/v1/credits', { from })).remaining).toBe(56);
  await setLimit(full.id, 2, second);
  const lowered = await call('GET', '/v1/credits', { key: full.key }, second);
  expectAdmissibleFrom(lowered, admitted[1] as Timed);
  await second.stop();
});

test('a key that has left memory keeps its window and its balance', async () => {
  const args = ['--passivate-after-ms', '1000', '--resident-actors-max', '100'];
  const own = await startTollgate({ args });
  const keys = await Promise.all(
    Array.from({ length: 150 }, () => own.createKey({ rate_limit_rpm: 5, credits: 2 })),
  );
  const readAll = () => Promise.all(keys.map(({ key }) => call('GET', '/v1/credits', { key }, own)));
  const submits = await Promise.all(keys.map(({ key }) => own.submit(key, { seconds: 3 })));
  expect(submits.map(({ status }) => status)).toEqual(keys.map(() => 202));
  const first = await readAll();
  expect(first.map((answer) => windowOf(answer).remaining)).toEqual(keys.map(() => 3));
  await sleep(2_500);
  const second = await readAll();
  expect(second.map((answer) => windowOf(answer).remaining)).toEqual(keys.map(() => 2));
  expect(second.map((answer) => balanceHeaderOf(answer))).toEqual(keys.map(() => 500_000));
  await sleep(1_100);
  await own.kill();
  const again = await startTollgate({ data: own.data, args });
  for (const { key } of keys.slice(0, 20)) {
    expect(windowOf(await again.call('GET', '/v1/credits', { key })).remaining).toBe(1);
    expect(windowOf(await again.call('GET', '/v1/credits', { key })).remaining).toBe(0);
    expectRateLimited(await again.call('GET', '/v1/credits', { key }));
  }
  await again.stop();
});

test('after kill -9 a window has forgotten at most the last second, however often it happens', async () => {
  let running = await startTollgate();
  const { key, id } = await running.createKey({ rate_limit_rpm: 30 });
  await setLimit(id, 20, running);
  const oldest = await call('GET', '/v1/credits', { key }, running);
  for (let count = 1; count < 6; count++) await running.call('GET', '/v1/credits', { key });
  await sleep(1_100);
  for (let count = 0; count < 3; count++) await running.call('GET', '/v1/credits', { key });
  // A start alone neither forgets nor counts anything.
  for (let kill = 0; kill < repetitions(1, 3); kill++) {
    await running.kill();
    running = await startTollgate({ data: running.data });
  }
  const answer = await call('GET', '/v1/credits', { key }, running);
  const { remaining } = windowOf(answer);
  expect(remaining).toBeLessThanOrEqual(20 - 6 - 1);
  expect(remaining).toBeGreaterThanOrEqual(20 - 9 - 1);
  expectWindow(answer, oldest, 20, remaining);
  expect((await running.stop()).code).toBe(0);
  running = await startTollgate({ data: running.data });
  await running.kill();
  running = await startTollgate({ data: running.data });
  const last = await call('GET', '/v1/credits', { key }, running);
  expectWindow(last, oldest, 20, remaining - 1);
  await running.stop();
});

describe.runIf(isLong).concurrent('waiting exactly retry-after-ms', () => {
  test('admits one request for each that leaves the window', async () => {
    expectRolled(await roll('undisturbed'));
  });

  test('admits as well with a restart in the middle of the wait', async () => {
    expectRolled(await roll('restarted'));
  });
});

interface Roll {
  readonly admitted: readonly Timed[];
  /** Of each place in turn: refusals before it was free, and what was answered once it was waited for. */
  readonly places: readonly { readonly refused: readonly Timed[]; readonly readmitted: Timed }[];
}

/**
 * Fills a window of two, and waits as told until each of the two places is free again.
 *
 * On a slow machine a request that expects a refusal may come so late that it is admitted. It has the place
 * then, and another request would rightly be refused.
 */
async function roll(how: 'undisturbed' | 'restarted'): Promise<Roll> {
  let on = how === 'restarted' ? await startTollgate() : node;
  const { key } = await on.createKey({ rate_limit_rpm: 2 });
  const ask = () => call('GET', '/v1/credits', { key }, on);
  const admitted = [await ask()];
  await sleep(1_500);
  admitted.push(await ask());
  if (how === 'restarted') {
    await on.stop();
    on = await startTollgate({ data: on.data });
  }
  const places: Roll['places'][number][] = [];
  for (let place = 0; place < 2; place++) {
    const refused: Timed[] = [];
    let answer = await ask();
    if (answer.status === 429) {
      refused.push(answer);
      const until = answer.receivedMs + expectRateLimited(answer);
      await sleepUntil(until - 250);
      answer = await ask();
      if (answer.status === 429) {
        refused.push(answer);
        await sleepUntil(until);
        answer = await ask();
      }
    }
    places.push({ refused, readmitted: answer });
  }
  if (how === 'restarted') await on.stop();
  return { admitted, places };
}

function expectRolled({ admitted, places }: Roll): void {
  expect(admitted.map(({ status }) => status)).toEqual([200, 200]);
  for (const [place, { refused, readmitted }] of places.entries()) {
    const left = admitted[place] as Timed;
    for (const answer of refused) {
      expectRateLimited(answer);
      expect(answer.sentMs).toBeLessThanOrEqual(left.receivedMs + WINDOW_MS + ROUNDING_MS);
    }
    expect(readmitted.status, readmitted.text).toBe(200);
    expect(readmitted.receivedMs).toBeGreaterThanOrEqual(left.sentMs + WINDOW_MS - ROUNDING_MS);
  }
}

/** The window as it must be, `oldest` being the admission that Reset tells of. */
function expectWindow(answer: Answer, oldest: Timed, limit: number, remaining: number): void {
  const { reset, ...counts } = windowOf(answer);
  expect(counts).toEqual({ limit, remaining });
  expect(reset).toBeGreaterThanOrEqual(unixSecondsUp(oldest.sentMs + WINDOW_MS - ROUNDING_MS));
  expect(reset).toBeLessThanOrEqual(unixSecondsUp(oldest.receivedMs + WINDOW_MS + ROUNDING_MS));
}

/** The refusal names the instant at which `leaving`, an admission, leaves the window. */
function expectAdmissibleFrom(refused: Timed, leaving: Timed): void {
  const waitMs = expectRateLimited(refused);
  expect(refused.receivedMs + waitMs).toBeGreaterThanOrEqual(leaving.sentMs + WINDOW_MS - ROUNDING_MS);
  expect(refused.sentMs + waitMs).toBeLessThanOrEqual(leaving.receivedMs + WINDOW_MS + ROUNDING_MS);
}

/** A time of `performance.now()` as Unix seconds, rounded up. */
function unixSecondsUp(monotonicMs: number): number {
  return Math.ceil((Date.now() - performance.now() + monotonicMs) / 1000);
}

async function call(
  method: string,
  path: string,
  options: CallOptions = {},
  on: TollgateProcess = node,
): Promise<Timed> {
  const sentMs = performance.now();
  return timed(await on.call(method, path, options), sentMs);
}

function timed(answer: Answer, sentMs: number): Timed {
  return { ...answer, sentMs, receivedMs: performance.now() };
}

function read(key: string): Promise<Timed> {
  return call('GET', '/v1/credits', { key });
}

async function setLimit(id: string, limit: number, on = node): Promise<void> {
  const answer = await on.call('PATCH', `/api/keys/${id}`, {
    key: OPERATOR_KEY,
    json: { rate_limit_rpm: limit },
  });
  expect(answer.json.rate_limit_rpm).toBe(limit);
}

function forwarded(chain: string): CallOptions {
  return { headers: { 'x-forwarded-for': chain } };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function sleepUntil(monotonicMs: number): Promise<void> {
  while (performance.now() < monotonicMs) await sleep(Math.max(1, monotonicMs - performance.now()));
}
