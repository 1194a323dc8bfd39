import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, OperationAnswer, OperationInput } from '../../../src/http/operation.js';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import { type HttpServer, startServer } from '../../../src/http/uws/server.js';
import { SystemWorld } from '../../../src/node/clock/system-world.js';
import type { RemoteFile } from '../../../src/outward/outward.js';
import { RawConnection, rawCall, requestBytes } from '../../contract/support/raw-http.js';
import { bytesOfContent, content, GatewayStage, operation } from '../pipeline/gateway-stage.js';

/** Held back, or seen, by a test. */
let release: (answer: OperationAnswer) => void = () => {};
let signal: AbortSignal | undefined;
let served: RemoteFile = content(10);
let world: SystemWorld;
let stage: GatewayStage;
let server: HttpServer;
let key: string;

const BROAD = JSON.stringify('x'.repeat(60_000));

const OPERATIONS: readonly Operation[] = [
  operation({}),
  operation({ path: '/v1/broad', handle: () => ({ kind: 'json', status: 200, body: BROAD }) }),
  operation({
    path: '/v1/long',
    handle: () => ({ kind: 'json', status: 200, body: JSON.stringify('ä'.repeat(300_000)) }),
  }),
  operation({ path: '/v1/content', handle: () => ({ kind: 'content', content: served, fileName: 'a.mp4' }) }),
  operation({
    path: '/v1/held',
    handle: (input: OperationInput) => {
      signal = input.signal;
      return new Promise<OperationAnswer>((resolve) => {
        release = resolve;
      });
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/things',
    body: 'json',
    isRead: false,
    handle: ({ body }) => ({ kind: 'json', status: 202, body: JSON.stringify(body) }),
  }),
];

const OK: OperationAnswer = { kind: 'json', status: 200, body: '{}' };

async function start(settings: ConstructorParameters<typeof GatewayStage>[0]['settings'] = {}) {
  world = new SystemWorld(0);
  stage = new GatewayStage({
    world,
    operations: OPERATIONS,
    settings: { operationTimeLimitMs: 20_000, ...settings },
    publicPages: [
      {
        path: '/healthz',
        get: () => ({ kind: 'page', status: 200, contentType: 'text/plain', body: 'ok\n' }),
      },
      { path: '/results/', get: () => ({ kind: 'content', content: served, fileName: '' }) },
    ],
  });
  await stage.managementKey();
  key = (await stage.apiKey({ rpm: 1_000 })).text;
  server = await startServer({
    gateway: stage.gateway,
    world,
    connections: new ConnectionGuard(1_000),
    addresses: [{ kind: 'tcp', host: '127.0.0.1', port: 0 }],
  });
}

beforeEach(() => start());

afterEach(async () => {
  await server.drain(0);
  world.stop();
});

function authorized(path: string, parts: { method?: string; body?: string; type?: string } = {}): Buffer {
  const type = parts.type ?? (parts.body === undefined ? undefined : 'application/json');
  return requestBytes({
    method: parts.method ?? 'GET',
    target: path,
    headers: [
      ['Authorization', `Bearer ${key}`],
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
    ...(parts.body === undefined ? {} : { body: parts.body }),
  });
}

function answered(path: string): number {
  return stage.gateway.metrics.routes.find((route) => route.path === path)?.byStatus.get(200) ?? 0;
}

/** Waits until something is so, without a fixed time. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 300_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('it never came to be');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('over a socket', () => {
  it('a read is answered with all its fields, again and again on one connection', async () => {
    const connection = await RawConnection.open(server.port);
    for (const remaining of ['999', '998', '997']) {
      const answer = await connection.send(authorized('/v1/things')).answer();
      expect(answer).toMatchObject({
        status: 200,
        text: '{}',
        headers: {
          'content-length': '2',
          'x-ratelimit-remaining-rpm': remaining,
          'x-balance-available': '1000000',
        },
      });
    }
    connection.destroy();
  });

  it('pipelined reads are answered in order', async () => {
    const connection = await RawConnection.open(server.port);
    connection.send(Buffer.concat([authorized('/v1/things'), authorized('/v1/nothing')]));
    expect((await connection.answer())?.status).toBe(200);
    expect((await connection.answer())?.status).toBe(404);
    connection.destroy();
  });

  it.each(['/v1/things', '/v1/long', '/v1/content', '/v1/nothing'])(
    'HEAD %s has the fields of GET and no body, and leaves the connection usable',
    async (path) => {
      const connection = await RawConnection.open(server.port);
      const get = await connection.send(authorized(path)).answer();
      const head = await connection.send(authorized(path, { method: 'HEAD' })).answer({ isHead: true });
      const steady = (headers: Record<string, string> = {}) => ({
        ...headers,
        'x-request-id': '',
        'x-ratelimit-remaining-rpm': '',
        date: '',
      });
      expect(head?.status).toBe(get?.status);
      expect(steady(head?.headers)).toEqual(steady(get?.headers));
      expect((await connection.send(authorized('/v1/things')).answer())?.status).toBe(200);
      connection.destroy();
    },
  );

  it('HEAD of a page beside the API is answered with its length, and its connection closed', async () => {
    const connection = await RawConnection.open(server.port);
    const get = await connection.send(authorized('/healthz')).answer();
    const head = await connection.send(authorized('/healthz', { method: 'HEAD' })).answer({ isHead: true });
    expect(head?.headers).toMatchObject({
      connection: 'close',
      'content-length': get?.headers['content-length'],
    });
    expect(await connection.closes()).toBe(true);
    expect(connection.unread).toBe('');
  });

  it('a malformed HEAD is answered with its length, and its connection closed', async () => {
    const connection = await RawConnection.open(server.port);
    const answer = await connection
      .send(requestBytes({ method: 'HEAD', target: '/%zz' }))
      .answer({ isHead: true });
    expect(answer?.status).toBe(400);
    expect(Number(answer?.headers['content-length'])).toBeGreaterThan(100);
    expect(answer?.headers.connection).toBe('close');
    expect(await connection.closes()).toBe(true);
    expect(connection.unread).toBe('');
  });

  it.each([
    [
      'conflicting lengths',
      {
        headers: [
          ['Content-Length', '3'],
          ['Content-Length', '5'],
        ],
        body: 'abcde',
        contentLength: null,
      },
    ],
    [
      'the same length twice',
      {
        headers: [
          ['Content-Length', '5'],
          ['Content-Length', '5'],
        ],
        body: 'abcde',
        contentLength: null,
      },
    ],
    [
      'an empty length before another',
      {
        headers: [
          ['Content-Length', ''],
          ['Content-Length', '5'],
        ],
        body: 'abcde',
        contentLength: null,
      },
    ],
    ['a broken path', { target: '/v1/%zz' }],
    ['a broken query', { target: '/v1/things?a=%' }],
    ['a wrong Host', { headers: [['Host', 'a b']] }],
    ['an empty Host', { headers: [['Host', '']] }],
    [
      'a coding that is not chunked',
      { headers: [['Transfer-Encoding', 'gzip']], body: '', contentLength: null },
    ],
  ] as const)(
    '%s is malformed: answered once, with the window of the address, and closed',
    async (_, parts) => {
      const connection = await RawConnection.open(server.port);
      const answer = await connection
        .send(requestBytes({ method: 'POST', target: '/v1/things', ...parts }))
        .answer();
      expect(answer?.json.error.code).toBe('malformed_request');
      expect(answer?.headers).toMatchObject({
        connection: 'close',
        'x-ratelimit-limit-rpm': '60',
        'x-ratelimit-remaining-rpm': '59',
      });
      expect(await connection.closes()).toBe(true);
      expect(connection.unread).toBe('');
    },
  );

  it.each([
    ['garbage', 'GARBAGE IN\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
    ['a field of 200 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['a flood of fields', `GET / HTTP/1.1\r\nHost: a\r\n${'h: 1\r\n'.repeat(300)}\r\n`],
    ['a broken chunk', 'POST /v1/things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    [
      'both a length and a coding',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nabcde',
    ],
    ['a negative length', 'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nabcde'],
  ])('%s costs the connection and nothing else', async (_, bytes) => {
    const connection = await RawConnection.open(server.port);
    expect(await connection.send(bytes).closes()).toBe(true);
    expect((await rawCall(server.port, { target: '/healthz' }))?.text).toBe('ok\n');
  });

  it('unknown methods are refused like any that the path does not take', async () => {
    for (const method of ['FOO', 'TRACE', 'OPTIONS', 'PROPFIND', 'DELETE']) {
      const answer = await rawCall(server.port, {
        method,
        target: '/v1/things',
        headers: [['Authorization', `Bearer ${key}`]],
      });
      expect([answer?.status, answer?.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
  });
});

describe('a body over a socket', () => {
  it('may come in one piece, in many, or in chunks', async () => {
    const whole = await rawCall(server.port, {
      method: 'POST',
      target: '/v1/things',
      headers: [
        ['Authorization', `Bearer ${key}`],
        ['Content-Type', 'application/json'],
      ],
      body: '{"a":1}',
    });
    expect(whole).toMatchObject({ status: 202, json: { a: 1 } });
    const connection = await RawConnection.open(server.port);
    for (const byte of authorized('/v1/things', { method: 'POST', body: '{"b":2}' })) {
      connection.send(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.answer())?.json).toEqual({ b: 2 });
    connection.destroy();
    const chunked = await request(`http://127.0.0.1:${server.port}/v1/things`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: Readable.from(['{"c"', ':3}']),
    });
    expect(await chunked.body.json()).toEqual({ c: 3 });
  });

  it('over the bound is refused by its length, and the connection goes on', async () => {
    const connection = await RawConnection.open(server.port);
    const long = authorized('/v1/things', { method: 'POST', body: JSON.stringify('a'.repeat(500_000)) });
    const answer = await connection.send(long).answer();
    expect([answer?.status, answer?.json.error.code]).toEqual([413, 'payload_too_large']);
    expect((await connection.send(authorized('/v1/things')).answer())?.status).toBe(200);
    connection.destroy();
  });

  it('over the bound is refused as it comes where its length is not known', async () => {
    const connection = await RawConnection.open(server.port);
    const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
    const head = [
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json',
      `Authorization: Bearer ${key}`,
      'Transfer-Encoding: chunked\r\n\r\n',
    ].join('\r\n');
    connection.send(head).send(chunk.repeat(6));
    expect(connection.isClosed).toBe(false);
    for (let more = 0; more < 100; more++) connection.send(chunk);
    const answer = await connection.answer();
    expect([answer?.status, answer?.headers.connection]).toEqual([413, 'close']);
    connection.destroy();
  });

  it('that does not end is refused in time, and the connection closed', async () => {
    await server.drain(0);
    await start({ bodyTimeoutMs: 50 });
    const connection = await RawConnection.open(server.port);
    const bytes = authorized('/v1/things', { method: 'POST', body: '{"a":1}' });
    const answer = await connection.send(bytes.subarray(0, -1)).answer();
    expect([answer?.status, answer?.headers.connection]).toEqual([408, 'close']);
    expect(await connection.closes()).toBe(true);
  });

  it('that nobody wants is not waited for', async () => {
    const connection = await RawConnection.open(server.port);
    const head =
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    expect((await connection.send(head).answer())?.status).toBe(401);
    connection.send('x'.repeat(100)).send(authorized('/v1/things'));
    expect((await connection.answer())?.status).toBe(200);
    connection.destroy();
    const announced = await RawConnection.open(server.port);
    expect((await announced.send(head.replace('100', '100000000000')).answer())?.status).toBe(401);
    expect(await announced.closes()).toBe(true);
    const endless = await RawConnection.open(server.port);
    endless.send(head.replace('Content-Length: 100', 'Transfer-Encoding: chunked'));
    for (let more = 0; more < 100; more++) endless.send(`4000\r\n${'a'.repeat(0x4000)}\r\n`);
    const answer = await endless.answer();
    expect([answer?.status, answer?.headers.connection]).toEqual([401, 'close']);
    endless.destroy();
  });
});

describe('content over a socket', () => {
  it('arrives whole, whatever its size and its chunks', async () => {
    for (const [size, chunkBytes] of [
      [0, 1],
      [1, 1],
      [10, 3],
      [8_000_000, 8_000_000],
      // Of many chunks, several find no room, whatever the sockets between hold: each goes on where it was.
      [32_000_000, 65_536],
    ] as const) {
      served = content(size, chunkBytes);
      const answer = await request(`http://127.0.0.1:${server.port}/results/x`);
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      expect(answer.headers['content-length']).toBe(String(size));
      expect(bytes.equals(bytesOfContent(0, size))).toBe(true);
    }
  });

  it('arrives in part where a range asks for it', async () => {
    served = content(1_000, 7);
    const answer = await rawCall(server.port, { target: '/results/x', headers: [['Range', 'bytes=10-12']] });
    expect(answer).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 10-12/1000', 'content-length': '3' },
    });
    expect([...Buffer.from(answer?.text ?? '')]).toEqual([10, 11, 12]);
    const head = await rawCall(server.port, { method: 'HEAD', target: '/results/x' });
    expect(head?.headers).toMatchObject({ 'content-length': '1000', 'accept-ranges': 'bytes' });
    const outside = await rawCall(server.port, { target: '/results/x', headers: [['Range', 'bytes=1000-']] });
    expect([outside?.status, outside?.headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  it('goes no faster than the client takes it, and its source is left when the client leaves', async () => {
    let chunksRead = 0;
    let isLeft = false;
    const chunk = new Uint8Array(1 << 20);
    served = {
      contentType: 'video/mp4',
      size: 1 << 30,
      takesRanges: true,
      async *read() {
        try {
          for (;;) {
            chunksRead += 1;
            yield chunk;
          }
        } finally {
          isLeft = true;
        }
      },
    };
    const answer = await request(`http://127.0.0.1:${server.port}/results/x`);
    const reader = answer.body[Symbol.asyncIterator]();
    await reader.next();
    const seen = async () => {
      const before = chunksRead;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return chunksRead === before;
    };
    while (!(await seen()));
    expect(chunksRead).toBeLessThan(100);
    answer.body.on('error', () => {}).destroy();
    await until(() => isLeft && server.open === 0);
  });

  it.each([
    [
      'fails',
      async function* () {
        yield new Uint8Array(3);
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('the disk is gone');
      },
    ],
    [
      'ends short',
      async function* () {
        yield new Uint8Array(3);
        await new Promise((resolve) => setImmediate(resolve));
      },
    ],
  ] as const)('that %s cuts the connection, and is reported', async (_, read) => {
    served = { contentType: 'video/mp4', size: 10, takesRanges: true, read };
    const connection = await RawConnection.open(server.port);
    connection.send(authorized('/v1/content'));
    expect(await connection.closes()).toBe(true);
    expect(connection.unread).toContain('Content-Length: 10');
    expect(stage.defects).toHaveLength(1);
  });

  it('longer than it says is cut off there', async () => {
    served = { ...content(3), read: () => content(10, 10).read(0, 10) };
    const connection = await RawConnection.open(server.port);
    expect((await connection.send(authorized('/v1/content')).answer())?.headers['content-length']).toBe('3');
    expect((await connection.send(authorized('/v1/things')).answer())?.status).toBe(200);
    connection.destroy();
  });
});

describe('a client that goes away', () => {
  it('while its answer is being made is told nothing, and the operation is told', async () => {
    const connection = await RawConnection.open(server.port);
    connection.send(authorized('/v1/held'));
    await until(() => server.open === 1);
    connection.destroy();
    await until(() => server.open === 0);
    expect(signal?.aborted).toBe(true);
    release(OK);
    expect((await rawCall(server.port, { target: '/healthz' }))?.status).toBe(200);
    expect(stage.gateway.metrics.gone).toBe(1);
  });

  it('at any byte of its request harms nobody', async () => {
    const bytes = authorized('/v1/things', { method: 'POST', body: '{"a":1}' });
    for (let length = 1; length < bytes.length; length += 5) {
      (await RawConnection.open(server.port)).send(bytes.subarray(0, length)).destroy();
    }
    expect((await rawCall(server.port, { target: '/healthz' }))?.status).toBe(200);
    await until(() => server.open === 0);
  });

  it('or sends another request before the first is answered does not end the process', async () => {
    const connection = await RawConnection.open(server.port);
    connection.send(Buffer.concat([authorized('/v1/held'), authorized('/v1/things')]));
    await until(() => connection.isClosed || server.open === 1);
    release(OK);
    connection.destroy();
    expect((await rawCall(server.port, { target: '/healthz' }))?.status).toBe(200);
  });
});

describe('a client that reads no answers', () => {
  it('is cut off when its connection takes no more, though it goes on asking', async () => {
    const socket = connect(server.port, '127.0.0.1')
      .on('error', () => {})
      .pause();
    const isClosed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)));
    // Some 40 MB of answers, several times what the buffers of a loopback connection hold.
    const requests = Buffer.concat(Array.from({ length: 1_000 }, () => authorized('/v1/things')));
    for (let sent = 0; sent < 80 && !socket.destroyed; sent++) {
      if (socket.write(requests)) continue;
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), isClosed]);
    }
    expect(await isClosed).toBe(true);
    const other = await RawConnection.open(server.port);
    expect(await other.send(authorized('/v1/things')).answer()).toMatchObject({ status: 429 });
    other.destroy();
  });

  it('and asks for heads is cut off at its limit, for nobody can tell whether it reads', async () => {
    const asking = await RawConnection.open(server.port);
    const head = Buffer.from(authorized('/v1/things', { method: 'HEAD' }));
    asking.send(Buffer.concat(Array.from({ length: 2_000 }, () => head)));
    expect(await asking.closes()).toBe(true);
    expect(asking.unread.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(1_000);
  });

  it('gets every answer whole when it reads again', async () => {
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1').pause();
    let asked = 0;
    while (server.open === 0) {
      socket.write(authorized('/v1/broad'));
      asked += 1;
      await until(() => answered('/v1/broad') === asked);
    }
    let received = '';
    socket.on('data', (text) => {
      received += text;
    });
    socket.resume();
    await until(() => received.split(BROAD).length - 1 === asked);
    expect(server.open).toBe(0);
    socket.destroy();
  });
});

describe('the server', () => {
  it('refuses an address that is taken, also by a server of its own kind', async () => {
    const again = startServer({
      gateway: stage.gateway,
      world,
      connections: new ConnectionGuard(1_000),
      addresses: [{ kind: 'tcp', host: '127.0.0.1', port: server.port }],
    });
    await expect(again).rejects.toThrow(`cannot listen on 127.0.0.1 port ${server.port}`);
    const nowhere = startServer({
      gateway: stage.gateway,
      world,
      connections: new ConnectionGuard(1_000),
      addresses: [{ kind: 'tcp', host: '203.0.113.1', port: 0 }],
    });
    await expect(nowhere).rejects.toThrow('cannot listen on 203.0.113.1');
  });

  it('drains: open requests finish, reads go on, changes are refused, then every connection closes', async () => {
    const held = await RawConnection.open(server.port);
    const idle = await RawConnection.open(server.port);
    const reading = await RawConnection.open(server.port);
    const changing = await RawConnection.open(server.port);
    for (const one of [reading, changing]) await one.send(authorized('/v1/things')).answer();
    held.send(authorized('/v1/held'));
    await until(() => server.open === 1);

    stage.isDraining = true;
    const drained = server.drain(10_000);
    await expect(RawConnection.open(server.port)).rejects.toThrow();
    const read = await reading.send(authorized('/v1/things')).answer();
    expect([read?.status, read?.headers.connection]).toEqual([200, 'close']);
    const change = await changing.send(authorized('/v1/things', { method: 'POST', body: '{}' })).answer();
    expect([change?.status, change?.json.error.code, change?.headers.connection]).toEqual([
      503,
      'shutting_down',
      'close',
    ]);
    expect(idle.isClosed).toBe(false);

    release(OK);
    expect((await held.answer())?.status).toBe(200);
    await drained;
    for (const one of [held, idle, reading, changing]) expect(await one.closes()).toBe(true);
  });

  it('drains within its limit, whatever is still open', async () => {
    const held = await RawConnection.open(server.port);
    held.send(authorized('/v1/held'));
    await until(() => server.open === 1);
    await server.drain(20);
    expect(await held.closes()).toBe(true);
    expect(signal?.aborted).toBe(true);
    expect(server.open).toBe(0);
    release(OK);
  });

  it('holds many idle connections and still answers', async () => {
    const idle = await Promise.all(Array.from({ length: 500 }, () => RawConnection.open(server.port)));
    expect((await rawCall(server.port, { target: '/healthz' }))?.status).toBe(200);
    for (const one of idle) one.destroy();
  });
});
