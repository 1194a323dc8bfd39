/**
 * Bytes that no well-meaning client sends.
 *
 * Each gets the answer that the contract defines or a closed connection, nothing is taken for a request that
 * was none, memory stays bounded, and afterwards the same process serves as before.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../test-set.js';
import { describeGarbledBodies } from '../cases/garbled-bodies.js';
import { expectError, expectSuccess } from '../support/answers.js';
import type { RawRequest } from '../support/client.js';
import { type Answer, cleanUp, startTollgate, type TollgateProcess } from '../support/harness.js';
import { RawConnection, rawCall, requestBytes } from '../support/raw-http.js';

const BODY_TIMEOUT_MS = 400;
const MIB = 1_048_576;
/** A node may take so much more than when it was fresh: a generous bound on buffers and caches. */
const GROWTH_MAX_MIB = 200;

let node: TollgateProcess;
let key: string;
let freshMib: number;
let slowloris: Slowloris;

beforeAll(async () => {
  node = await startTollgate({
    args: ['--body-timeout-ms', String(BODY_TIMEOUT_MS), '--address-rpm', '1000000'],
  });
  key = (await node.createKey({ credits: 100_000 })).key;
  await expectServes();
  freshMib = residentMib();
  slowloris = new Slowloris(node.port);
});

afterEach(async () => {
  expect(node.child.exitCode).toBeNull();
  expectSuccess(await node.call('GET', '/v1/models', { key }), 200);
});

afterAll(async () => {
  await expectServes();
  slowloris.destroy();
  await cleanUp();
});

function residentMib(): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

/** The process is the same, and does its work. */
async function expectServes(): Promise<void> {
  expect(node.child.exitCode).toBeNull();
  expectSuccess(await node.call('GET', '/v1/models', { key }), 200);
  const { json } = await node.submit(key, { seconds: 1 });
  expect((await node.settled(key, json.id)).json.status).toBe('completed');
}

const jobCount = async (of = key) =>
  (await node.call('GET', '/v1/videos?limit=100', { key: of })).json.data.length;

const auth = () => ['Authorization', `Bearer ${key}`] as const;
const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const SUBMIT = JSON.stringify({ model: 'sim/video-instant', prompt: 'x', seconds: 1 });

function present(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error('the connection was closed without an answer');
  return answer;
}

/** Trickles a request head byte by byte on several connections, until they are cut off. */
class Slowloris {
  readonly connections: Socket[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  /** When each was cut off, after it began. */
  readonly cutAfterMs: number[] = [];

  constructor(port: number) {
    for (let count = 0; count < 20; count++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => this.cutAfterMs.push(performance.now() - this.#startedAt));
      socket.resume();
      socket.write('GET /v1/models HTTP/1.1\r\nHost: gateway.test\r\nX-Slow: ');
      this.connections.push(socket);
    }
    this.#timer = setInterval(() => {
      for (const socket of this.connections) if (!socket.destroyed) socket.write('a');
    }, 250);
  }

  destroy(): void {
    clearInterval(this.#timer);
    for (const socket of this.connections) socket.destroy();
  }
}

describeGarbledBodies(async () => node, someOf);

describe('a length that lies', () => {
  const lengths = (...values: string[]): RawRequest => ({
    method: 'POST',
    target: '/v1/videos',
    headers: [auth(), JSON_TYPE, ...values.map((value) => ['Content-Length', value] as const)],
    body: SUBMIT,
    contentLength: null,
  });
  const length = String(SUBMIT.length);

  test.each([
    ['twice the same', [length, length]],
    ['twice, differing', [length, String(SUBMIT.length - 5)]],
    ['twice, the first zero', ['0', length]],
    ['three times', [length, length, length]],
  ])('Content-Length %s is malformed_request, and the connection is closed', async (_what, values) => {
    const before = await jobCount();
    const connection = await RawConnection.open(node.port);
    connection.send(requestBytes(lengths(...values)));
    const answer = await connection.answer();
    // The parser may refuse it before the gateway does; then its answer is no answer of the API.
    if (answer?.json !== undefined) expectError(answer, 'malformed_request');
    else expect(answer?.status ?? 400).toBe(400);
    expect(await connection.closes()).toBe(true);
    expect(connection.unread).toBe('');
    expect(await jobCount()).toBe(before);
  });

  test.each([
    ['a list', `${length}, ${length}`],
    ['a list that differs', `${length}, 5`],
    ['negative', '-5'],
    ['signed', `+${length}`],
    ['hexadecimal', `0x${SUBMIT.length.toString(16)}`],
    ['a fraction', `${length}.0`],
    ['two numbers', `${length} ${length}`],
    ['no number', 'many'],
    ['beyond all numbers', '9'.repeat(30)],
    ['empty', ''],
  ])('Content-Length that is %s is refused or closes the connection', async (_what, value) => {
    const before = await jobCount();
    const connection = await RawConnection.open(node.port);
    connection.send(requestBytes(lengths(value)));
    const answer = await connection.answer();
    expect([400, 411, 413]).toContain(answer?.status ?? 400);
    connection.destroy();
    expect(await jobCount()).toBe(before);
  });

  test('a body in well-formed chunks is taken', async () => {
    const body = SUBMIT.match(/.{1,7}/g)
      ?.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
      .join('');
    const request: RawRequest = {
      method: 'POST',
      target: '/v1/videos',
      headers: [auth(), JSON_TYPE, ['Transfer-Encoding', 'chunked']],
      body: `${body}0\r\n\r\n`,
      contentLength: null,
    };
    expectSuccess(present(await rawCall(node.port, request)), 202);
  });

  test.each([
    ['a size that is no number', 'xyz\r\nabc\r\n0\r\n\r\n'],
    ['a negative size', '-3\r\nabc\r\n0\r\n\r\n'],
    ['a size beyond all numbers', 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n'],
    ['a chunk longer than its size', '3\r\nabcdef\r\n0\r\n\r\n'],
    ['no line break after a chunk', '3\r\nabc0\r\n\r\n'],
  ])('chunks with %s make no job', async (_what, body) => {
    const before = await jobCount();
    const connection = await RawConnection.open(node.port);
    const headers = [auth(), JSON_TYPE, ['Transfer-Encoding', 'chunked'] as const];
    connection.send(
      requestBytes({ method: 'POST', target: '/v1/videos', headers, body, contentLength: null }),
    );
    const answer = await connection.answer();
    expect([400, 408, 413, 501]).toContain(answer?.status ?? 400);
    connection.destroy();
    expect(await jobCount()).toBe(before);
  });
});

describe('a request inside another', () => {
  /** The request to smuggle: it would show as a second answer, or as a job of this key. */
  const inner = () => requestBytes({ target: '/v1/models', headers: [auth()] }).toString('latin1');

  type Headers = NonNullable<RawRequest['headers']>;
  const lengthOf = (text: string) => ['Content-Length', String(text.length)] as const;
  /**
   * An end of chunks, then the inner request: all of it is the body for who counts, and not for who reads
   * chunks.
   */
  const behindChunks = () => `0\r\n\r\n${inner()}`;

  const outers: readonly (readonly [what: string, headers: () => Headers, body: () => string])[] = [
    [
      'Content-Length before Transfer-Encoding',
      () => [
        ['Content-Length', '4'],
        ['Transfer-Encoding', 'chunked'],
      ],
      behindChunks,
    ],
    [
      'Transfer-Encoding before Content-Length',
      () => [['Transfer-Encoding', 'chunked'], lengthOf(behindChunks())],
      behindChunks,
    ],
    [
      'a Transfer-Encoding with a blank before the colon',
      () => [['Transfer-Encoding ', 'chunked'], lengthOf(behindChunks())],
      behindChunks,
    ],
    [
      'a Transfer-Encoding that is no coding',
      () => [['Transfer-Encoding', 'xchunked'], lengthOf(behindChunks())],
      behindChunks,
    ],
    [
      'a Transfer-Encoding on a folded line',
      () => [['X-Folded', 'a\r\n Transfer-Encoding: chunked'], lengthOf(behindChunks())],
      behindChunks,
    ],
    ['Content-Length twice', () => [['Content-Length', '0'], lengthOf(inner())], inner],
    [
      'a bare line feed in the head',
      () => [
        ['X-Feed', `a\nContent-Length: ${inner().length}`],
        ['Content-Length', '0'],
      ],
      inner,
    ],
  ];

  test.each(outers)('hidden by %s is not answered', async (_what, headers, body) => {
    const connection = await RawConnection.open(node.port);
    connection.send(
      requestBytes({
        method: 'POST',
        target: '/v1/videos',
        headers: [auth(), JSON_TYPE, ...headers()],
        contentLength: null,
        body: body(),
      }),
    );
    const answers: Answer[] = [];
    for (;;) {
      const answer = await connection.answer({ withinMs: 1_500 }).catch(() => undefined);
      if (answer === undefined) break;
      answers.push(answer);
    }
    connection.destroy();
    expect(answers.length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([400, 408, 411, 413, 415, 501]).toContain(status);
  });

  test.each([
    ['bad percent-encoding', { target: '/v1/%zz' }],
    ['a Host that is none', { target: '/v1/models', headers: [['Host', 'a/b']] }],
    [
      'two lengths',
      {
        target: '/v1/models',
        headers: [
          ['Content-Length', '0'],
          ['Content-Length', '0'],
        ],
      },
    ],
  ] as const)(
    'that follows one with %s, after which the connection is closed, is not answered',
    async (_what, outer) => {
      const connection = await RawConnection.open(node.port);
      connection.send(Buffer.concat([requestBytes(outer), Buffer.from(inner(), 'latin1')]));
      const answer = await connection.answer();
      if (answer !== undefined) expectError(answer, 'malformed_request');
      expect(await connection.closes()).toBe(true);
      expect(connection.unread).toBe('');
    },
  );

  test('that simply follows it is answered after it, or not at all', async () => {
    const connection = await RawConnection.open(node.port);
    const get = (target: string) => requestBytes({ target, headers: [auth()] });
    connection.send(Buffer.concat([get('/v1/models'), get('/v1/credits'), get('/v1/nothing')]));
    const objects: unknown[] = [];
    for (let each = 0; each < 3; each++) {
      // A connection may stay open without another answer.
      const answer = await connection.answer(each === 0 ? {} : { withinMs: 2_000 }).catch(() => undefined);
      if (answer === undefined) break;
      objects.push(answer.json.object ?? answer.json.error.code);
    }
    connection.destroy();
    expect(objects.length).toBeGreaterThan(0);
    expect(['list', 'credits', 'not_found'].slice(0, objects.length)).toEqual(objects);
  });

  test('that follows a submit neither loses nor doubles it', async () => {
    const own = (await node.createKey()).key;
    const headers = [['Authorization', `Bearer ${own}`] as const, JSON_TYPE];
    const submit = requestBytes({ method: 'POST', target: '/v1/videos', headers, body: SUBMIT });
    const connection = await RawConnection.open(node.port);
    connection.send(Buffer.concat([submit, submit, submit]));
    const ids = new Set<string>();
    for (let each = 0; each < 3; each++) {
      const answer = await connection.answer({ withinMs: 2_000 }).catch(() => undefined);
      if (answer === undefined) break;
      expectSuccess(answer, 202);
      ids.add(answer.json.id);
    }
    connection.destroy();
    const listed = (await node.call('GET', '/v1/videos', { key: own })).json.data;
    expect(listed.length).toBeLessThanOrEqual(3);
    for (const id of ids) expect(listed.some((job: { id: string }) => job.id === id)).toBe(true);
  });

  test('on a connection where a body is awaited is body, not request', async () => {
    const own = (await node.createKey()).key;
    const headers = [['Authorization', `Bearer ${own}`] as const, JSON_TYPE];
    const connection = await RawConnection.open(node.port);
    const body = inner();
    connection.send(requestBytes({ method: 'POST', target: '/v1/videos', headers, body }));
    expect((await connection.answer())?.json.error.code).toBe('invalid_json');
    expect(await connection.answer({ withinMs: 300 }).catch(() => undefined)).toBeUndefined();
    connection.destroy();
  });
});

describe('a body that never ends', () => {
  test.each([
    ['says its length', [] as const, 1_000],
    ['comes in chunks', [['Transfer-Encoding', 'chunked']] as const, null],
  ])(
    'is answered 408 in time where it %s, and the connection is closed',
    async (_how, more, contentLength) => {
      const before = await jobCount();
      const connection = await RawConnection.open(node.port);
      const start = performance.now();
      const headers = [auth(), JSON_TYPE, ...more];
      connection.send(requestBytes({ method: 'POST', target: '/v1/videos', headers, contentLength }));
      connection.send(contentLength === null ? '5\r\n{"mod\r\n' : '{"mod');
      expectError(present(await connection.answer()), 'request_timeout');
      expect(performance.now() - start).toBeGreaterThan(BODY_TIMEOUT_MS * 0.7);
      expect(performance.now() - start).toBeLessThan(BODY_TIMEOUT_MS + 8_000);
      expect(await connection.closes()).toBe(true);
      expect(await jobCount()).toBe(before);
    },
  );

  test('of two hundred clients at once holds up nobody', async () => {
    const request = {
      method: 'POST',
      target: '/v1/videos',
      headers: [auth(), JSON_TYPE],
      contentLength: 500_000,
    };
    const connections = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const connection = await RawConnection.open(node.port);
        return connection.send(requestBytes(request)).send('{'.repeat(10_000));
      }),
    );
    const start = performance.now();
    expectSuccess(await node.call('GET', '/v1/models', { key }), 200);
    expect(performance.now() - start).toBeLessThan(10_000);
    const answers = await Promise.all(connections.map((connection) => connection.answer()));
    for (const answer of answers) expect(answer?.status).toBe(408);
    for (const connection of connections) connection.destroy();
  });

  test('because its client went away makes no job', async () => {
    const own = (await node.createKey()).key;
    const headers = [['Authorization', `Bearer ${own}`] as const, JSON_TYPE];
    for (const sent of [0, 10, SUBMIT.length - 1]) {
      const connection = await RawConnection.open(node.port);
      const body = { contentLength: SUBMIT.length };
      connection.send(requestBytes({ method: 'POST', target: '/v1/videos', headers, ...body }));
      connection.send(SUBMIT.slice(0, sent));
      await new Promise((resolve) => setTimeout(resolve, 20));
      connection.destroy();
    }
    expect(await jobCount(own)).toBe(0);
  });
});

test('a body over the bound is refused as soon as that is known', async () => {
  for (const [headers, contentLength] of [
    [[], 2 * MIB],
    [[['Transfer-Encoding', 'chunked']], null],
  ] as const) {
    const connection = await RawConnection.open(node.port);
    connection.send(
      requestBytes({
        method: 'POST',
        target: '/v1/videos',
        headers: [auth(), JSON_TYPE, ...headers],
        contentLength,
      }),
    );
    if (contentLength === null) {
      for (let chunk = 0; chunk < 20; chunk++) connection.send(`10000\r\n${' '.repeat(65_536)}\r\n`);
    }
    expectError(present(await connection.answer()), 'payload_too_large');
    connection.destroy();
  }
});

describe('a request line', () => {
  test.each(['%', '%zz', '%4', '%%30', 'a%', '%g1', '%ff', '%c0%af', '%ed%a0%80'])(
    'with the bad percent-encoding %s is malformed_request, and the connection is closed',
    async (junk) => {
      const connection = await RawConnection.open(node.port);
      connection.send(requestBytes({ target: `/v1/videos/${junk}`, headers: [auth()] }));
      expectError(present(await connection.answer()), 'malformed_request');
      expect(await connection.closes()).toBe(true);
    },
  );

  test.each([
    '/v1/videos/%2e%2e/credits',
    '/v1/../v1/credits',
    '/v1/./credits',
    '//v1/credits',
    '/v1/credits/',
    '/v1/credits%00',
    '/v1/%63redit%2573',
    '/v1\\credits',
    '/%2Fv1/credits',
    '/v1/videos/%00%0d%0aX-Injected:%201',
  ])('for %s finds nothing', async (target) => {
    const answer = await rawCall(node.port, { target, headers: [auth()] });
    expect([400, 404]).toContain(answer?.status ?? 400);
    expect(answer?.headers['x-injected']).toBeUndefined();
  });

  test.each(['FOO', 'PROPFIND', 'OPTIONS', 'TRACE', 'M-SEARCH', 'CONNECT', 'get', 'X'.repeat(500)])(
    'with the method %s gets 405, a plain refusal or a closed connection',
    async (method) => {
      const answer = await rawCall(node.port, { method, target: '/v1/videos', headers: [auth()] });
      if (answer?.json !== undefined) expectError(answer, 'method_not_allowed');
      else expect([400, 405, 501, 505]).toContain(answer?.status ?? 400);
    },
  );

  test.each([
    'GET /v1/models\r\n\r\n',
    'GET /v1/models HTTP/0.9\r\n\r\n',
    'GET /v1/models HTTP/2.0\r\nHost: a\r\n\r\n',
    'GET /v1/models HTTP/1.1\r\n\r\n',
    'GET  /v1/models  HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /v1/mo dels HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET v1/models HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://elsewhere.test/v1/models HTTP/1.1\r\nHost: a\r\n\r\n',
    ' GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\n',
    '\r\n\r\n\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET /v1/models HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /v1/models HTTP/1.1\r\nHost a\r\n\r\n',
    'GET /v1/models HTTP/1.1\r\n: nameless\r\nHost: a\r\n\r\n',
    'GET /v1/models HTTP/1.1\r\nHost: a\r\nX: \x00\x01\r\n\r\n',
  ])('that reads %j succeeds in nothing', async (bytes) => {
    const received = await node.raw(bytes, 300);
    expect(received).not.toMatch(/^HTTP\/1\.1 (2|5(?!0[15]))/);
    expect(received.match(/HTTP\/1\.1 \d/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test.each(['a b', 'a/b', 'a,b', '[::1', 'a:b', 'a:99999', 'user@a', 'a?b', '', 'a\\b', '<x>'])(
    'with the Host "%s" is malformed_request, and the connection is closed',
    async (host) => {
      const connection = await RawConnection.open(node.port);
      connection.send(requestBytes({ target: '/v1/models', headers: [['Host', host], auth()] }));
      const answer = await connection.answer();
      if (answer?.json !== undefined) expectError(answer, 'malformed_request');
      else expect(answer?.status ?? 400).toBe(400);
      expect(await connection.closes()).toBe(true);
    },
  );

  test.each(['a', 'a.b.c', 'a:80', '[::1]', '[::1]:8080', '127.0.0.1:1', 'xn--bcher-kva.example'])(
    'with the Host "%s" is a request',
    async (host) => {
      const answer = await rawCall(node.port, { target: '/v1/models', headers: [['Host', host], auth()] });
      expect(answer?.status).toBe(200);
    },
  );
});

describe('a head', () => {
  const flooded = (headers: RawRequest['headers']) =>
    rawCall(node.port, { target: '/v1/models', headers: [auth(), ...(headers ?? [])] });

  test.each([
    ['ten thousand fields', Array.from({ length: 10_000 }, (_, at) => [`X-${at}`, 'a'] as const)],
    ['one field of a mebibyte', [['X-Big', 'a'.repeat(MIB)]] as const],
    ['one name of 64 KiB', [['X'.repeat(65_536), 'a']] as const],
    ['a cookie of 200 KiB', [['Cookie', 'a=b; '.repeat(40_000)]] as const],
  ])('of %s is refused or closes the connection', async (_what, headers) => {
    const answer = await flooded(headers);
    expect([400, 413, 431]).toContain(answer?.status ?? 431);
  });

  test('of a path of 100 KiB is refused or closes the connection', async () => {
    const answer = await rawCall(node.port, { target: `/v1/${'a'.repeat(102_400)}`, headers: [auth()] });
    expect([400, 404, 414, 431]).toContain(answer?.status ?? 431);
  });

  test('with two keys uses neither silently: one answer, and no more than one key counted', async () => {
    const answer = await flooded([['Authorization', 'Bearer sk-other']]);
    expect([200, 400, 401]).toContain(answer?.status ?? 400);
  });

  test('that never ends, a hundred times over, takes no memory to speak of', async () => {
    const connections = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(node.port)));
    for (const connection of connections) {
      connection.send('GET /v1/models HTTP/1.1\r\nHost: a\r\n');
      for (let field = 0; field < 50; field++) connection.send(`X-${field}: ${'a'.repeat(20_000)}\r\n`);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(residentMib() - freshMib).toBeLessThan(GROWTH_MAX_MIB);
    for (const connection of connections) connection.destroy();
  });
});

test('raw noise gets no answer but a refusal', async () => {
  const noise = (seed: number) =>
    Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * seed * 7 + seed) % 256));
  const received = await Promise.all(Array.from({ length: 50 }, (_, seed) => node.raw(noise(seed + 1), 300)));
  for (const text of received) expect(text).toMatch(/^$|^HTTP\/1\.1 (4\d\d|505)/);
});

test('half a request is waited for, and forgotten when its client goes', async () => {
  const request = requestBytes({ target: '/v1/models', headers: [auth()] });
  for (let at = 1; at < request.length; at += 9) {
    const connection = await RawConnection.open(node.port);
    connection.send(request.subarray(0, at));
    connection.destroy();
  }
  const connection = await RawConnection.open(node.port);
  for (let at = 0; at < request.length; at += 16) {
    connection.send(request.subarray(at, at + 16));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect((await connection.answer())?.status).toBe(200);
  connection.destroy();
});

test('ten thousand idle connections are held or dropped, and others are served meanwhile', async (context) => {
  const wanted = Math.min(10_000, openFilesMax('self') - 500, openFilesMax(node.pid) - 500);
  const sockets: Socket[] = [];
  try {
    for (let at = 0; at < wanted; at += 500) {
      const batch = Array.from({ length: Math.min(500, wanted - at) }, () => idle(node.port));
      sockets.push(...(await Promise.all(batch)));
    }
    context.annotate(`${sockets.length} idle connections`);
    const start = performance.now();
    await expectServes();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(residentMib() - freshMib).toBeLessThan(GROWTH_MAX_MIB);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

function openFilesMax(pid: number | 'self'): number {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1_024);
}

function idle(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

test('a client that trickles its head byte by byte is cut off', async () => {
  await expect.poll(() => slowloris.cutAfterMs.length, { interval: 200 }).toBe(slowloris.connections.length);
});

test('after all of it the process is the same, and no larger than it may be', async () => {
  expect(residentMib() - freshMib).toBeLessThan(GROWTH_MAX_MIB);
  expect(node.stderr).not.toMatch(/"level":(50|60)|Uncaught|Error:/);
  expect(node.stdout).not.toMatch(/"level":(50|60)/);
  const { code } = await node.stop();
  expect(code).toBe(0);
  node = await startTollgate({ data: node.data });
});
