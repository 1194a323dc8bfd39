import { describe, expect, it } from 'vitest';
import type { RemoteFile } from '../../src/outward/outward.js';
import { errorOf, NEVER, serve, serviceAt, type TestServer } from './services-under-test.js';

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));

interface Habits {
  readonly ranges?: boolean;
  /** Most bytes of one range. */
  readonly rangeMax?: number;
  readonly withoutSize?: boolean;
}

/** A server of one file. */
function serveFile({ ranges = true, rangeMax = BYTES.length, withoutSize = false }: Habits = {}) {
  return serve((request, response) => {
    response.setHeader('content-type', 'video/mp4');
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (!ranges || first === '') {
      if (!withoutSize) response.setHeader('content-length', BYTES.length);
      response.write(BYTES);
      response.end();
      return;
    }
    const from = Number(first);
    const to = Math.min(last === '' ? BYTES.length : Number(last) + 1, from + rangeMax, BYTES.length);
    const total = withoutSize ? '*' : BYTES.length;
    response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${total}` });
    response.end(BYTES.subarray(from, to));
  });
}

async function open(server: TestServer): Promise<RemoteFile> {
  const file = await serviceAt(server.url).service.openFile({ url: `${server.url}/clip.mp4` }, NEVER);
  if (file === undefined) throw new Error('it is gone');
  return file;
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

describe('a file', () => {
  it.each<[string, Habits, Partial<RemoteFile>]>([
    ['in ranges', {}, { size: 100_000, takesRanges: true }],
    ['in ranges shorter than asked for', { rangeMax: 30_000 }, { size: 100_000, takesRanges: true }],
    ['as a whole', { ranges: false }, { size: 100_000, takesRanges: false }],
    [
      'as a whole of unknown size',
      { ranges: false, withoutSize: true },
      { size: undefined, takesRanges: false },
    ],
    ['in ranges of an unknown size', { withoutSize: true }, { size: undefined, takesRanges: true }],
  ])('that is served %s is read from any byte to any other', async (_, habits, told) => {
    const file = await open(await serveFile(habits));
    expect(file).toMatchObject({ contentType: 'video/mp4', ...told });
    for (const [from, to] of [
      [0, undefined],
      [0, 1],
      [70_000, undefined],
      [1_000, 99_999],
      [99_999, 100_000],
    ] as const) {
      const bytes = await all(file.read(from, to));
      expect(bytes.equals(BYTES.subarray(from, to))).toBe(true);
    }
    if (told.size !== undefined) {
      expect(await all(file.read(99_000, 200_000))).toHaveLength(1_000);
      expect(await all(file.read(100_000, undefined))).toHaveLength(0);
    }
  });

  it.each([404, 410])('that is answered %i is gone', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end('not here'));
    expect(await serviceAt(server.url).service.openFile({ url: server.url }, NEVER)).toBeUndefined();
  });

  it.each([403, 408, 429, 500, 503])('that is answered %i cannot be opened now', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end('no'));
    const error = await errorOf(serviceAt(server.url).service.openFile({ url: server.url }, NEVER));
    expect(error).toMatchObject({ name: 'Error', message: `a file was answered ${status}` });
  });

  it('that has no bytes is empty', async () => {
    const server = await serve((_, response) =>
      response.writeHead(416, { 'content-range': 'bytes */0' }).end(),
    );
    const file = await open(server);
    expect(file.size).toBe(0);
    expect(await all(file.read(0, undefined))).toHaveLength(0);
  });

  it('that breaks off ends with an error, after the bytes that came', async () => {
    const server = await serve((request, response) => {
      const isFirst = request.headers.range === 'bytes=0-0';
      response.writeHead(206, {
        'content-range': `bytes 0-${isFirst ? 0 : 999}/1000`,
        'content-length': isFirst ? 1 : 1000,
      });
      if (isFirst) response.end('x');
      else response.write(Buffer.alloc(400), () => request.socket.destroy());
    });
    const file = await open(server);
    let read = 0;
    const reading = async () => {
      for await (const chunk of file.read(0, undefined)) read += chunk.length;
    };
    await expect(reading()).rejects.toThrow();
    expect(read).toBe(400);
  });

  it('that another one has taken the place of is not read on', async () => {
    const server = await serve((request, response) => {
      const from = request.headers.range === 'bytes=0-0' ? 0 : 7;
      response.writeHead(206, { 'content-range': `bytes ${from}-${from}/1000` }).end('x');
    });
    const file = await open(server);
    await expect(all(file.read(500, 600))).rejects.toThrow('a range of a file was answered 206');
  });
});

describe('a reader of a large file', () => {
  const CHUNK = Buffer.alloc(65_536);

  /** A file of 1 GiB, and how much of it has been sent. */
  async function serveLarge() {
    const size = 1_073_741_824;
    let sent = 0;
    const server = await serve((request, response) => {
      if (request.headers.range === 'bytes=0-0') {
        response.writeHead(206, { 'content-range': `bytes 0-0/${size}` }).end('x');
        return;
      }
      response.writeHead(206, { 'content-range': `bytes 0-${size - 1}/${size}` });
      const send = () => {
        while (!response.destroyed) {
          sent += CHUNK.length;
          if (!response.write(CHUNK)) break;
        }
      };
      response.on('drain', send);
      send();
    });
    return { server, sent: () => sent };
  }

  it('that takes its time has the service wait', async () => {
    const { server, sent } = await serveLarge();
    const file = await open(server);
    const chunks = file.read(0, undefined)[Symbol.asyncIterator]();
    await chunks.next();
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = sent() === before;
          before = sent();
          return isStill;
        },
        { interval: 200 },
      )
      .toBe(true);
    // As much as the kernel's buffers for one connection take.
    expect(sent()).toBeLessThan(32 * 1_048_576);
    await chunks.return?.();
    await expect.poll(server.isLeft).toBe(true);
  });

  it.each([
    ['between two pieces', false],
    ['while it waits for one', true],
  ])('that leaves %s closes the connection at once', async (_, waits) => {
    const server = await serve((request, response) => {
      const isFirst = request.headers.range === 'bytes=0-0';
      response.writeHead(206, { 'content-range': `bytes 0-${isFirst ? 0 : 999}/1000` });
      if (isFirst) response.end('x');
      else response.write('one piece, and no other');
    });
    const { service, ended } = serviceAt(server.url);
    const file = await service.openFile({ url: server.url }, NEVER);
    const chunks = file?.read(0, undefined)[Symbol.asyncIterator]();
    await chunks?.next();
    const waiting = waits ? chunks?.next() : undefined;
    await chunks?.return?.();
    await expect.poll(server.isLeft).toBe(true);
    if (waits) expect(await waiting).toMatchObject({ done: true });
    expect(ended.map(({ outcome }) => outcome)).toEqual(['ok', 'given_up']);
  });
});
