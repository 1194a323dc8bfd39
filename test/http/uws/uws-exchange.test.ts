import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import { type HttpServer, startServer } from '../../../src/http/uws/server.js';
import type { ListenAddress } from '../../../src/http/uws/uws-listener.js';
import { SystemWorld } from '../../../src/node/clock/system-world.js';
import { type Certificate, hasOpenssl, makeCertificate } from '../../contract/support/certificates.js';
import { RawConnection, requestBytes } from '../../contract/support/raw-http.js';
import { folderOfFile } from '../../temporary-folder.js';
import { GatewayStage, operation } from '../pipeline/gateway-stage.js';

/** The server looks after bodies that come in slowly this often. */
const KEEP_READING_EVERY_MS = 4_000;

/** A world in which the server does so all the time. */
class BusyWorld extends SystemWorld {
  override after(delayMs: number, task: () => void): () => void {
    return super.after(delayMs === KEEP_READING_EVERY_MS ? 2 : delayMs, task);
  }
}

const PAGE = JSON.stringify('p'.repeat(5_000));
const LONG = JSON.stringify('ä'.repeat(300_000));

const PLACES = ['a port', 'a Unix socket', ...(hasOpenssl ? (['a port with TLS'] as const) : [])] as const;

const folder = folderOfFile('exchange');
let certificate: Certificate | undefined;

beforeAll(() => {
  certificate = hasOpenssl ? makeCertificate(folder, 'exchange') : undefined;
});

const json = (body: string) => ({ kind: 'json', status: 200, body }) as const;

describe.each(PLACES)('on %s', (where) => {
  let world: BusyWorld;
  let stage: GatewayStage;
  let server: HttpServer;
  let authorization: string;
  /** Called by the operation at `/v1/page` before it answers. */
  let beforePage: () => void;

  /** The plain socket beneath a connection with TLS. */
  const rawOf = new WeakMap<Socket, Socket>();

  function place(): ListenAddress {
    if (where === 'a Unix socket') return { kind: 'unix', path: join(folder, 'socket') };
    const tls =
      where === 'a port' || certificate === undefined ? undefined : { ...certificate, passphrase: undefined };
    return { kind: 'tcp', host: '127.0.0.1', port: 0, tls };
  }

  async function connected(): Promise<Socket> {
    const raw =
      where === 'a Unix socket' ? connect(join(folder, 'socket')) : connect(server.port, '127.0.0.1');
    raw.on('error', () => {});
    if (where !== 'a port with TLS') {
      await new Promise((resolve) => raw.once('connect', resolve));
      return raw;
    }
    const socket = connectTls({ socket: raw, ca: certificate?.ca, servername: 'localhost' });
    socket.on('error', () => {});
    rawOf.set(socket, raw);
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    return socket;
  }

  function reset(socket: Socket): void {
    const raw = rawOf.get(socket) ?? socket;
    if (where === 'a Unix socket') raw.destroy();
    else raw.resetAndDestroy();
  }

  const opened = async () => RawConnection.on(await connected());

  beforeEach(async () => {
    world = new BusyWorld(0);
    beforePage = () => {};
    stage = new GatewayStage({
      world,
      operations: [
        operation({}),
        operation({ path: '/v1/behind' }),
        operation({ path: '/v1/long', handle: () => json(LONG) }),
        operation({ path: '/v1/broad', handle: () => json(JSON.stringify('b'.repeat(30_000))) }),
        operation({ path: '/v1/later', handle: async () => json('{}') }),
        operation({
          path: '/v1/page',
          handle: () => {
            beforePage();
            return json(PAGE);
          },
        }),
        operation({
          method: 'POST',
          path: '/v1/things',
          body: 'json',
          isRead: false,
          handle: ({ body }) => json(JSON.stringify(body)),
        }),
      ],
      settings: { operationTimeLimitMs: 20_000 },
    });
    await stage.managementKey();
    authorization = `Authorization: Bearer ${(await stage.apiKey({ rpm: 100_000 })).text}\r\n`;
    server = await startServer({
      gateway: stage.gateway,
      world,
      connections: new ConnectionGuard(1_000),
      addresses: [place()],
    });
  });

  afterEach(async () => {
    await server.drain(0);
    world.stop();
  });

  function head(request: string, fields = ''): string {
    return `${request} HTTP/1.1\r\nHost: a\r\n${authorization}${fields}\r\n`;
  }

  function answered(path: string): number {
    return stage.gateway.metrics.routes.find((route) => route.path === path)?.byStatus.get(200) ?? 0;
  }

  async function until(isSo: () => boolean): Promise<void> {
    const end = performance.now() + 300_000;
    while (!isSo()) {
      if (performance.now() > end) throw new Error('it never came to be');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async function expectAlive(): Promise<void> {
    const connection = await opened();
    expect((await connection.send(requestBytes({ target: '/v1/nothing' })).answer())?.status).toBe(401);
    connection.destroy();
    await until(() => server.open === 0);
  }

  describe('a packet of several requests', () => {
    it.each([1, 4, 40])(
      '%i of which are answered to a reset connection does not end the process',
      async (count) => {
        for (const path of ['/v1/page', '/v1/page?a', '/v1/long']) {
          const socket = await connected();
          let calls = 0;
          beforePage = () => {
            calls += 1;
            reset(socket);
          };
          socket.write(head('GET /v1/page') + head(`GET ${path}`).repeat(count));
          await until(() => calls > 0);
        }
        await expectAlive();
      },
    );

    it('from a client that reads nothing ends its connection, and not the process', async () => {
      const socket = (await connected()).pause();
      const requests = head('GET /v1/page').repeat(9);
      let isClosed = false;
      socket.on('close', () => {
        isClosed = true;
      });
      for (let packets = 0; !isClosed && packets < 3_000; packets++) {
        socket.write(requests);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      expect(isClosed).toBe(true);
      await expectAlive();
    });

    // A Unix socket that is cut takes with it what was not read.
    it.runIf(where !== 'a Unix socket')(
      'is answered with whole answers, and the beginning of one at most, however little is read',
      async () => {
        const socket = (await connected()).setEncoding('latin1').pause();
        let received = '';
        let isClosed = false;
        socket.on('close', () => {
          isClosed = true;
        });
        socket.on('data', (text) => {
          received += text;
        });
        const requests = head('GET /v1/page').repeat(7) + head('GET /v1/things').repeat(11);
        for (let packets = 1; !isClosed && packets < 500; packets++) {
          socket.write(requests);
          await new Promise((resolve) => setImmediate(resolve));
          if (packets % 40 === 0) {
            socket.resume();
            await new Promise((resolve) => setImmediate(resolve));
            socket.pause();
          }
        }
        socket.resume();
        await until(() => isClosed || /(?:\}|p")$/.test(received));
        socket.destroy();
        const whole =
          /HTTP\/1\.1 200 OK\r\n(?:[A-Za-z-]+: [\x20-\x7e]+\r\n)+Content-Length: (?:2\r\n\r\n\{\}|5002\r\n\r\n"p{5000}")/y;
        let end = 0;
        while (whole.test(received)) end = whole.lastIndex;
        expect(end).toBeGreaterThan(100_000);
        const last = received.slice(end);
        expect(last).toSatisfy(() => last.length < 6_000 && !last.slice(1).includes('HTTP/1.1'));
        await expectAlive();
      },
    );

    it('is answered in order, also where the answers are more than the library gathers', async () => {
      // The buffers of a Unix socket hold less; who asks for more and does not read is cut off.
      const [broad, pages] = where === 'a Unix socket' ? [1, 8] : [3, 20];
      const connection = await opened();
      connection.send(
        head('GET /v1/broad').repeat(broad) + head('GET /v1/page').repeat(pages) + head('GET /v1/nothing'),
      );
      for (let answers = 0; answers < broad; answers++)
        expect((await connection.answer())?.json).toHaveLength(30_000);
      for (let answers = 0; answers < pages; answers++)
        expect((await connection.answer())?.json).toHaveLength(5_000);
      expect((await connection.answer())?.status).toBe(404);
      connection.destroy();
    });
  });

  describe('behind a body that comes in chunks', () => {
    const CHUNKED = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
    const BODY = '7\r\n{"a":1}\r\n';
    const HEADS = {
      'that is read': [() => head('POST /v1/things', CHUNKED), 200],
      'of an unknown path': [() => head('POST /v1/nothing', CHUNKED), 404],
      'of an unknown caller': [() => head('POST /v1/things', CHUNKED).replace(authorization, ''), 401],
      'of a read': [() => head('GET /v1/things', CHUNKED), 200],
      'of a read that is answered later': [() => head('GET /v1/later', CHUNKED), 200],
      'of a read with a long answer': [() => head('GET /v1/long', CHUNKED), 200],
    } as const;
    /** Bytes that one reader takes for the body's end and another does not. */
    const ENDS = {
      'a plain end': '0\r\n\r\n',
      trailers: '0\r\n',
      'an extension': '0;a\r\n\r\n',
    };
    const BEHIND = () => head('GET /v1/behind');

    for (const [what, [first, status]] of Object.entries(HEADS)) {
      it.each(Object.entries(ENDS))(
        `${what} nothing is served in the same packet, after %s`,
        async (_, end) => {
          const connection = await opened();
          connection.send(first() + BODY + end + BEHIND().repeat(3));
          expect(await connection.closes()).toBe(true);
          expect(answered('/v1/behind')).toBe(0);
          await expectAlive();
        },
      );

      it(`${what} nothing is served later, and the answer is there`, async () => {
        const connection = await opened();
        const isRead = what === 'that is read';
        connection.send(first() + BODY + (isRead ? '0\r\n\r\n' : ''));
        const answer = await connection.answer();
        expect([answer?.status, answer?.headers.connection]).toEqual([status, 'close']);
        expect(connection.unread).toBe('');
        if (!isRead) expect(connection.isClosed).toBe(false);
        connection.send(isRead ? '' : '0\r\n\r\n').send(BEHIND());
        expect(await connection.closes()).toBe(true);
        expect(answered('/v1/behind')).toBe(0);
        await expectAlive();
      });
    }

    it('a refusal is there at once, and the connection ends when the body does', async () => {
      const connection = await opened();
      connection.send(head('POST /v1/nothing', CHUNKED) + BODY);
      expect((await connection.answer())?.status).toBe(404);
      for (let chunks = 0; chunks < 20; chunks++) connection.send(`4000\r\n${'a'.repeat(0x4000)}\r\n`);
      expect(connection.isClosed).toBe(false);
      expect(server.open).toBe(0);
      expect(await connection.send('0\r\n\r\n').closes()).toBe(true);
    });
  });

  it('a body that takes its time is read to its end', async () => {
    const connection = await opened();
    connection.send(head('POST /v1/things', 'Content-Type: application/json\r\nContent-Length: 7\r\n'));
    for (const byte of '{"a":1}') {
      await new Promise((resolve) => setTimeout(resolve, 10));
      connection.send(byte);
    }
    expect((await connection.answer())?.json).toEqual({ a: 1 });
    connection.destroy();
  });
});
