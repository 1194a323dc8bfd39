/** Errors: each with its status, its code, its header fields, and nothing that is nobody's business. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ERRORS, expectApiHeaders, expectError, expectNoApiHeaders } from '../support/answers.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { accountRole, BODY_MAX_BYTES, ERROR_PRONE, PROVOKED } from '../support/provoked-errors.js';
import { RawConnection, rawCall, requestBytes } from '../support/raw-http.js';

let node: TollgateProcess;
let key: string;

beforeAll(async () => {
  node = await startTollgate(ERROR_PRONE);
  key = (await node.createKey({ credits: 10_000 })).key;
});
afterAll(cleanUp);

test.each(PROVOKED)('$code answers $how', async ({ code, param, provoke }) => {
  const answer = await provoke(node);
  expectError(answer, code, { secrets: [node.data, key], ...(param === undefined ? {} : { param }) });
});

test('every error of the contract that a client can bring about was brought about', () => {
  const provoked = new Set(PROVOKED.map(({ code }) => code));
  const left = CONTRACT_ERRORS.map(([code]) => code).filter((code) => !provoked.has(code));
  expect(left).toEqual([
    // Of a page.
    'chat_limit_exceeded',
    'idempotency_key_in_use',
    'too_many_generations',
    'result_expired',
    'overloaded',
    'storage_unavailable',
    'provider_unavailable',
    'shutting_down',
    // Of a provider of texts.
    'content_rejected',
    'provider_rejected',
    'provider_error',
    'provider_timeout',
    'outcome_unknown',
    'internal_error',
  ]);
});

test('a message never repeats a key that was sent in the wrong place', async () => {
  const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
  for (const path of ['/v1/videos', `/v1/${key}`, `/v1/videos/${key}`, `/v1/videos?limit=${key}`]) {
    const answer = await node.call('GET', path, { key: mistyped });
    expectError(answer, 'invalid_api_key', { secrets: [mistyped] });
  }
  for (const [method, path, json] of [
    ['GET', `/v1/${key}`],
    ['GET', `/v1/videos?status=${key}`],
    ['POST', '/v1/videos', { model: key, prompt: 'x' }],
    ['POST', '/v1/videos', { model: 'sim/video', prompt: 'x', seconds: key }],
  ] as const) {
    const answer = await node.call(method, path, { key, ...(json === undefined ? {} : { json }) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.json.error.message, `${method} ${path}`).not.toContain(key);
  }
});

describe('401', () => {
  test.each([
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a scheme without a key', 'Bearer'],
    ['a scheme and blanks', 'Bearer   '],
    ['nothing', ''],
  ])('answers an Authorization of %s as no key', async (_what, authorization) => {
    const answer = await node.call('GET', '/v1/models', { headers: { authorization } });
    expect(['missing_api_key', 'invalid_api_key']).toContain(answer.json?.error.code);
    expectError(answer, answer.json.error.code);
  });

  test.each([
    ['a key of another make', 'sk-or-v1-0123456789abcdef0123456789abcdef'],
    ['a key with something behind it', undefined],
    ['no more than a prefix', 'sk-'],
    ['a very long key', `sk-${'a'.repeat(3_000)}`],
    ['two keys', 'sk-a sk-b'],
    ['a quoted key', '"sk-abc"'],
  ])('answers %s as an invalid key', async (_what, sent) => {
    const answer = await node.call('GET', '/v1/models', { key: sent ?? `${key}x` });
    expectError(answer, 'invalid_api_key');
  });

  test('does not answer a key whose scheme is written in other letters', async () => {
    for (const scheme of ['bearer', 'BEARER', 'BeArEr']) {
      const answer = await node.call('GET', '/v1/models', { headers: { authorization: `${scheme} ${key}` } });
      expect(answer.status).toBe(200);
    }
  });
});

describe('405', () => {
  test.each([
    ['/v1/videos', ['GET', 'HEAD', 'POST']],
    ['/v1/videos/nothing', ['GET', 'HEAD']],
    ['/v1/videos/nothing/content', ['GET', 'HEAD']],
    ['/v1/credits', ['GET', 'HEAD']],
    ['/v1/activity', ['GET', 'HEAD']],
    ['/v1/models', ['GET', 'HEAD']],
  ])('names the methods of %s in Allow', async (path, methods) => {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE']) {
      const answer = await rawCall(node.port, {
        method,
        target: path,
        headers: [['Authorization', `Bearer ${key}`]],
      });
      if (answer === undefined) throw new Error(`${method} ${path}: closed without an answer`);
      expectError(answer, 'method_not_allowed');
      expect(answer.headers.allow?.split(/, */).sort(), method).toEqual(methods);
    }
  });

  test.each([
    ['/api/keys', ['GET', 'HEAD', 'POST']],
    ['/api/keys/nothing', ['DELETE', 'GET', 'HEAD', 'PATCH']],
    ['/api/keys/nothing/credits', ['POST']],
    ['/api/keys/nothing/ledger', ['GET', 'HEAD']],
    ['/api/accounts', ['GET', 'HEAD', 'POST']],
    ['/api/accounts/nothing', ['PATCH']],
  ])('names the methods of %s in Allow', async (path, methods) => {
    const answer = await node.call('PUT', path, { key: OPERATOR_KEY, json: {} });
    expectError(answer, 'method_not_allowed');
    expect(answer.headers.allow?.split(/, */).sort()).toEqual(methods);
  });
});

describe('404', () => {
  test.each([
    '/v1/generations/req_0123456789',
    '/v1/generations',
    '/v1/webhooks',
    '/v1/chat',
    '/v1/videos/',
    '/v1/Videos',
    '/v1//videos',
    '/v1',
    '/v2/videos',
    '/V1/videos',
    '/v1/videos/a/b/c',
    '/v1/videos%2Fa',
    '/nothing',
    '/',
  ])('answers the unknown path %s', async (path) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await rawCall(node.port, {
        method,
        target: path,
        headers: [['Authorization', `Bearer ${key}`]],
      });
      if (answer === undefined) throw new Error('closed without an answer');
      expectError(answer, 'not_found');
    }
  });

  test.each(['/api/webhooks', '/api/nothing', '/api', '/api/keys/a/b'])(
    'answers the unknown management path %s',
    async (path) => {
      expectError(await node.call('POST', path, { key: OPERATOR_KEY, json: {} }), 'not_found');
    },
  );
});

describe('415, 413, 408', () => {
  const submit = (contentType: string | undefined, body: string) =>
    node.call('POST', '/v1/videos', {
      key,
      body,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
  const BODY = JSON.stringify({ model: 'sim/nothing', prompt: 'x' });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('%s is JSON', async (contentType) => {
    expectError(await submit(contentType, BODY), 'model_not_found');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/json+x',
    'application/jsonp',
    'multipart/mixed; boundary=b',
    'nonsense',
  ])('%s is neither JSON nor a form', async (contentType) => {
    expectError(await submit(contentType, BODY), 'unsupported_media_type');
  });

  test('a body of exactly the bound is taken', async () => {
    const filled = (length: number) => {
      const bare = JSON.stringify({ model: 'sim/nothing', prompt: 'x', filler: '' }).length;
      return JSON.stringify({ model: 'sim/nothing', prompt: 'x', filler: 'y'.repeat(length - bare) });
    };
    expectError(await submit('application/json', filled(BODY_MAX_BYTES)), 'model_not_found');
    expectError(await submit('application/json', filled(BODY_MAX_BYTES + 1)), 'payload_too_large');
  });

  test('a body over the bound is refused before it is sent', async () => {
    const connection = await RawConnection.open(node.port);
    const headers = [
      ['Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
    ] as const;
    const request = { method: 'POST', target: '/v1/videos', headers, contentLength: 10 ** 12 };
    const answer = await connection.send(requestBytes(request)).answer();
    expect(answer?.json.error.code).toBe('payload_too_large');
    expect(answer?.headers.connection).toBe('close');
    connection.destroy();
  });

  test('a body over the bound that does not say its length is refused when it passes the bound', async () => {
    const connection = await RawConnection.open(node.port);
    connection.send(
      requestBytes({
        method: 'POST',
        target: '/v1/videos',
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['Content-Type', 'application/json'],
          ['Transfer-Encoding', 'chunked'],
        ],
      }),
    );
    for (let chunk = 0; chunk < 10; chunk++) connection.send(`400\r\n${'x'.repeat(1_024)}\r\n`);
    const answer = await connection.answer();
    expect(answer?.json.error.code).toBe('payload_too_large');
    connection.destroy();
  });

  test('a body that trickles in is cut off when the time for the whole of it is over', async () => {
    const connection = await RawConnection.open(node.port);
    const headers = [
      ['Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
    ] as const;
    const start = performance.now();
    connection.send(requestBytes({ method: 'POST', target: '/v1/videos', headers, contentLength: 1_000 }));
    const trickle = setInterval(() => connection.send(' '), 40);
    const answer = await connection.answer().finally(() => clearInterval(trickle));
    if (answer === undefined) throw new Error('closed without an answer');
    expectError(answer, 'request_timeout');
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(performance.now() - start).toBeLessThan(8_000);
    expect(await connection.closes()).toBe(true);
  });
});

describe('every answer', () => {
  test('has a request id of its own, across restarts too', async () => {
    const { data } = node;
    const seen = new Set<string>();
    let asked = 0;
    const ask = async () => {
      const answers = await Promise.all([
        ...Array.from({ length: 40 }, () => node.call('GET', '/v1/models', { key })),
        ...Array.from({ length: 10 }, () => node.call('GET', '/v1/nothing')),
      ]);
      for (const { headers } of answers) seen.add(headers['x-request-id'] ?? '');
      asked += answers.length;
    };
    await ask();
    await node.stop();
    node = await startTollgate({ ...ERROR_PRONE, data });
    await ask();
    await node.kill();
    node = await startTollgate({ ...ERROR_PRONE, data });
    await ask();
    expect(seen.size).toBe(asked);
  });

  test('to HEAD is what GET answers, without the body', async () => {
    const own = await node.createKey();
    const { json } = await node.submit(own.key);
    await node.settled(own.key, json.id);
    const account = await accountRole(node, true);
    for (const [path, by] of [
      ['/v1/videos', own.key],
      [`/v1/videos/${json.id}`, own.key],
      ['/v1/credits', own.key],
      ['/v1/activity', own.key],
      ['/v1/models', own.key],
      ['/v1/videos/nothing', own.key],
      ['/v1/nothing', own.key],
      ['/v1/credits', OPERATOR_KEY],
      ['/v1/videos?limit=0', own.key],
      ['/v1/credits', undefined],
      ['/api/keys', account],
      ['/api/accounts', account],
      [`/api/keys/${own.id}`, OPERATOR_KEY],
      [`/api/keys/${own.id}/ledger`, OPERATOR_KEY],
      ['/healthz', undefined],
      ['/readyz', undefined],
      ['/openapi.json', undefined],
      ['/docs', undefined],
    ] as const) {
      await expectHeadLikeGet(path, by);
    }
  });

  async function expectHeadLikeGet(path: string, by: string | undefined): Promise<void> {
    let connection = await RawConnection.open(node.port);
    const headers = by === undefined ? [] : ([['Authorization', `Bearer ${by}`]] as const);
    connection.send(requestBytes({ method: 'HEAD', target: path, headers }));
    const head = await connection.answer({ isHead: true });
    if (head?.headers.connection === 'close') {
      expect(await connection.closes(), path).toBe(true);
      expect(connection.unread, path).toBe('');
      connection = await RawConnection.open(node.port);
    }
    // A body sent to HEAD would be taken for the beginning of the next answer.
    connection.send(requestBytes({ target: path, headers }));
    const get = await connection.answer();
    connection.destroy();
    if (head === undefined || get === undefined) throw new Error(`${path}: closed without an answer`);
    expect(head.status, path).toBe(get.status);
    const fieldNames = (answer: { headers: object }) =>
      Object.keys(answer.headers)
        .filter((name) => name !== 'connection')
        .sort();
    expect(fieldNames(head), path).toEqual(fieldNames(get));
    expect(head.headers['content-length'], path).toBe(get.headers['content-length']);
    expect(head.headers['content-type'], path).toBe(get.headers['content-type']);
  }

  test('to a key is stored by no cache', async () => {
    const { json } = await node.submit(key);
    for (const path of ['/v1/models', '/v1/credits', `/v1/videos/${json.id}`, '/v1/nothing']) {
      const answer = await node.call('GET', path, { key });
      expect(answer.headers['cache-control'], path).toBe('no-store');
      expectApiHeaders(answer);
    }
  });
});

test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])(
  '%s needs no key and carries none of the header fields of the API',
  async (path) => {
    const answer: Answer = await node.call('GET', path);
    expect(answer.status).toBe(200);
    expectNoApiHeaders(answer);
  },
);
