import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import { type HttpServer, startServer } from '../../../src/http/uws/server.js';
import { SystemWorld } from '../../../src/node/clock/system-world.js';
import { RawConnection, requestBytes } from '../../contract/support/raw-http.js';
import { bytesOfContent, GatewayStage } from '../pipeline/gateway-stage.js';

let world: SystemWorld;
let stage: GatewayStage;
let server: HttpServer;
let chunks: () => AsyncIterable<Uint8Array>;

beforeEach(async () => {
  world = new SystemWorld(0);
  stage = new GatewayStage({
    world,
    operations: [],
    publicPages: [
      { path: '/list.csv', get: () => ({ kind: 'stream', contentType: 'text/csv', chunks: () => chunks() }) },
    ],
  });
  server = await startServer({
    gateway: stage.gateway,
    world,
    connections: new ConnectionGuard(1_000),
    addresses: [{ kind: 'tcp', host: '127.0.0.1', port: 0 }],
  });
});

afterEach(async () => {
  await server.drain(0);
  world.stop();
});

async function* inChunks(size: number, chunkBytes: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < size; at += chunkBytes) yield bytesOfContent(at, Math.min(size, at + chunkBytes));
}

function url(): string {
  return `http://127.0.0.1:${server.port}/list.csv`;
}

describe('content of an unknown size', () => {
  it.each([
    [0, 1],
    [1, 1],
    [30_000, 7_000],
    [20_000_000, 1_000_000],
  ])('arrives whole: %i bytes in chunks of %i', async (size, chunkBytes) => {
    chunks = () => inChunks(size, chunkBytes);
    const answer = await fetch(url());
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('transfer-encoding')).toBe(size === 0 ? null : 'chunked');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytesOfContent(0, size))).toBe(true);
  });

  it('is made no faster than the client takes it, and left when the client goes', async () => {
    let made = 0;
    let isLeft = false;
    chunks = async function* () {
      try {
        for (;;) {
          made += 1;
          yield new Uint8Array(100_000);
        }
      } finally {
        isLeft = true;
      }
    };
    // Nobody listens for data, so nothing is read beyond a first buffer.
    const client = connect(server.port, '127.0.0.1');
    client.write(requestBytes({ target: '/list.csv' }));
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = made > 0 && made === before;
          before = made;
          return isStill;
        },
        { interval: 200 },
      )
      .toBe(true);
    expect(made).toBeLessThan(300);
    client.destroy();
    await expect.poll(() => isLeft).toBe(true);
  });

  it('that fails is cut off without its last chunk, and reported', async () => {
    chunks = async function* () {
      yield bytesOfContent(0, 10);
      throw new Error('the disk is gone');
    };
    await expect(fetch(url()).then((answer) => answer.text())).rejects.toThrow();
    expect(stage.defects).toMatchObject([{ error: { message: 'the disk is gone' } }]);
  });

  it('is announced to HEAD without a length, and without being made', async () => {
    let isMade = false;
    chunks = () => {
      isMade = true;
      return inChunks(1, 1);
    };
    const answer = await fetch(url(), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), isMade]).toEqual([200, null, false]);
  });

  it('closes its connection at the end if the node stops', async () => {
    chunks = () => inChunks(10, 10);
    stage.isDraining = true;
    const connection = await RawConnection.open(server.port);
    connection.send(requestBytes({ target: '/list.csv' }));
    expect(await connection.closes()).toBe(true);
    expect(connection.unread).toMatch(/\r\nConnection: close\r\n[\s\S]*\r\n0\r\n\r\n$/);
  });
});
