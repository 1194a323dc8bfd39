import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retryAfterMs } from '../../src/outward/json-answer.js';
import { NoConnectionError } from '../../src/outward/outward.js';
import { errorOf, KEY, NEVER, serve, serviceAt } from './services-under-test.js';

const MIB = 1_048_576;

/** A server beneath HTTP: what each connection does, it does by itself. */
async function serveRaw(connected: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a call', () => {
  it('goes behind the configured URL, as JSON, with the key and its own headers', async () => {
    const bodies: string[] = [];
    const server = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"7"}');
    });
    const { service, ended } = serviceAt(`${server.url}/base/v1`);
    const answer = await service.call(
      { method: 'POST', path: '/jobs?n=1', body: { prompt: 'a boat' }, headers: { 'x-version': '2' } },
      NEVER,
    );
    expect(answer).toEqual({ status: 201, body: { id: '7' }, retryAfterMs: undefined });
    const [request] = server.requests;
    expect([request?.method, request?.url]).toEqual(['POST', '/base/v1/jobs?n=1']);
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'x-version': '2',
      'user-agent': 'tollgate',
    });
    expect(bodies).toEqual(['{"prompt":"a boat"}']);
    expect(ended).toMatchObject([
      { provider: 'tested', url: `${server.url}/base/v1/jobs`, outcome: 'ok', status: 201 },
    ]);
  });

  it('sends a form as a form', async () => {
    let body = '';
    const server = await serve(async (request, response) => {
      for await (const chunk of request) body += String(chunk);
      response.end('{}');
    });
    const form = new FormData();
    form.append('prompt', 'a boat');
    form.append('file', new Blob(['pixels'], { type: 'image/png' }), 'first.png');
    await serviceAt(server.url).service.call({ method: 'POST', path: '/videos', body: form }, NEVER);
    expect(server.requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="prompt"\r\n\r\na boat');
    expect(body).toContain('filename="first.png"\r\nContent-Type: image/png\r\n\r\npixels');
  });

  it('goes nowhere but to the configured origin, whatever its path', async () => {
    const server = await serve((_, response) => response.end('{}'));
    const { service } = serviceAt(server.url);
    const path = `@127.0.0.1:${server.port}/`;
    expect((await errorOf(service.call({ method: 'GET', path }, NEVER))).message).toMatch(
      /begins with a slash/,
    );
    await service.call({ method: 'GET', path: '//evil.test/x' }, NEVER);
    expect(server.requests.map(({ url }) => url)).toEqual(['//evil.test/x']);
  });

  it('resolves with an answer of every status, with no body if that is no JSON', async () => {
    const server = await serve((request, response) => {
      const status = Number(request.url?.slice(1));
      response.writeHead(status, status === 429 ? { 'retry-after': '7' } : {});
      response.end(status === 500 ? '<html>' : '{"error":"no"}');
    });
    const { service, ended } = serviceAt(server.url);
    const call = (status: number) => service.call({ method: 'GET', path: `/${status}` }, NEVER);
    expect(await call(400)).toMatchObject({ status: 400, body: { error: 'no' } });
    expect(await call(429)).toMatchObject({ status: 429, retryAfterMs: 7_000 });
    expect(await call(500)).toEqual({ status: 500, body: undefined, retryAfterMs: undefined });
    expect(await call(302)).toMatchObject({ status: 302 });
    expect(ended.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['client_error', '{"error":"no"}'],
      ['busy', '{"error":"no"}'],
      ['server_error', '<html>'],
      ['ok', ''],
    ]);
  });

  it('uses its connection again', async () => {
    const server = await serve((_, response) => response.end('{}'));
    const { service, services } = serviceAt(server.url);
    for (let n = 0; n < 5; n++) await service.call({ method: 'GET', path: '/' }, NEVER);
    const other = services.make({ name: 'tested', url: `${server.url}/other`, secretHeaders: {} });
    await other.call({ method: 'GET', path: '/' }, NEVER);
    // The library makes two, if the second call comes at once after the first.
    const connections = server.connections();
    expect(connections).toBeLessThanOrEqual(2);
    expect(services.numbers()).toMatchObject([
      { provider: 'tested', connections, calls: { api: { ok: 6 } } },
    ]);
    await services
      .make({ name: 'another', url: server.url, secretHeaders: {} })
      .call({ method: 'GET', path: '/' }, NEVER);
    expect(server.connections()).toBe(connections + 1);
    const [numbers] = services.numbers();
    expect(numbers?.bytesSent).toBeGreaterThan(100);
    expect(numbers?.bytesReceived).toBeGreaterThan(100);
  });

  it('takes an answer of 1 MiB, and no longer one', async () => {
    const server = await serve((request, response) => {
      const size = Number(request.url?.slice(1));
      response.end(`"${'x'.repeat(size - 2)}"`);
    });
    const { service } = serviceAt(server.url);
    const { body } = await service.call({ method: 'GET', path: `/${MIB}` }, NEVER);
    expect(String(body)).toHaveLength(MIB - 2);
    const error = await errorOf(service.call({ method: 'POST', path: `/${MIB + 1}`, body: {} }, NEVER));
    expect(error).not.toBeInstanceOf(NoConnectionError);
    expect(error.message).toBe('an answer of more than 1048576 bytes');
  });

  it('ends when its caller gives up, and closes its connection', async () => {
    const server = await serve(() => {});
    const { service, ended } = serviceAt(server.url);
    const caller = new AbortController();
    const called = errorOf(service.call({ method: 'POST', path: '/', body: {} }, caller.signal));
    await expect.poll(() => server.requests.length).toBe(1);
    caller.abort(new Error(`for ${KEY}`));
    expect(await called).toMatchObject({ name: 'Error', message: 'for [secret]' });
    expect(ended.map(({ outcome }) => outcome)).toEqual(['given_up']);
    await expect.poll(server.isLeft).toBe(true);
    expect((await errorOf(service.call({ method: 'GET', path: '/' }, caller.signal))).message).toMatch(
      /secret/,
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe('a call without a connection', () => {
  it.each([
    ['nobody listens', 'http://127.0.0.1:1', 'The provider could not be reached (ECONNREFUSED).'],
    ['its name is not known', 'http://nowhere.invalid', 'The provider could not be reached (ENOTFOUND).'],
  ])('says that none was made, if %s', async (_, url, message) => {
    const { service, ended } = serviceAt(url);
    const error = await errorOf(service.call({ method: 'POST', path: '/', body: {} }, NEVER));
    expect(error).toBeInstanceOf(NoConnectionError);
    expect(error.message).toBe(message);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['no_connection']);
  });

  it('says so if TLS fails, or is not made in time', async () => {
    const silent = await serveRaw(() => {});
    const deaf = await serveRaw((socket) => socket.destroy());
    for (const url of [silent, deaf]) {
      const { service } = serviceAt(url.replace('http:', 'https:'), { connectMs: 300 });
      const error = await errorOf(service.call({ method: 'POST', path: '/', body: {} }, NEVER));
      expect(error).toBeInstanceOf(NoConnectionError);
    }
  });

  it('is not one that was reset after it was made, at whatever byte of the answer', async () => {
    const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
    for (let bytes = 0; bytes < whole.length; bytes += 3) {
      const url = await serveRaw((socket) => {
        socket.once('data', () => socket.write(whole.slice(0, bytes), () => socket.resetAndDestroy()));
      });
      const { service, ended } = serviceAt(url);
      const error = await errorOf(service.call({ method: 'POST', path: '/', body: {} }, NEVER));
      expect(error).not.toBeInstanceOf(NoConnectionError);
      expect(ended.map(({ outcome }) => outcome)).toEqual(['broken']);
    }
  });

  it('is not one that gets no head of an answer in time', async () => {
    const server = await serve(() => {});
    const { service } = serviceAt(server.url, { headersMs: 100 });
    const error = await errorOf(service.call({ method: 'POST', path: '/', body: {} }, NEVER));
    expect(error).not.toBeInstanceOf(NoConnectionError);
    expect(error.message).toMatch(/headers timeout/i);
  });
});

describe('when to come back', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['99999999', 86_400_000],
    ['Sun, 22 Nov 2026 12:01:30 GMT', 90_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j ms from now', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));
});
