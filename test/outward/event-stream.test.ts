import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../../src/outward/event-stream.js';
import { errorOf, KEY, NEVER, serve, serviceAt } from './services-under-test.js';

function* pieces(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let from = 0;
  for (const size of sizes) {
    yield bytes.subarray(from, from + size);
    from += size;
  }
  yield bytes.subarray(from);
}

function dataOf(body: Iterable<Uint8Array>): string[] {
  const reader = new EventReader();
  return [...body].flatMap((piece) => reader.read(piece));
}

describe('the events of a stream', () => {
  it('are the same however their bytes are cut', () => {
    const text = ': hello\r\ndata: {"a":1}\r\n\r\nevent: x\nid: 7\ndata: مرحبا\ndata: 😀\n\ndata:[DONE]\n\n';
    const expected = ['{"a":1}', 'مرحبا\n😀', '[DONE]'];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 120 }), (sizes) => {
        expect(dataOf(pieces(Buffer.from(text), sizes))).toEqual(expected);
      }),
    );
  });

  it('are decoded as a browser would, whatever the bytes', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constant(Buffer.from('\uFEFFé😀')));
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (all) => {
        const text = (piece: Uint8Array) =>
          Buffer.from(piece.filter((byte) => byte !== 0x0a && byte !== 0x0d));
        const sent = [Buffer.from('data:'), ...all.map(text), Buffer.from('\n\n')];
        const [data] = dataOf(sent);
        expect(data).toBe(new TextDecoder().decode(Buffer.concat(sent)).slice(5, -2).replace(/^ /, ''));
      }),
    );
  });

  it('may begin with a mark of their byte order', () => {
    const bytes = Buffer.from('\ufeffdata: 1\n\n');
    for (const sizes of [[], [1, 1], [3]]) expect(dataOf(pieces(bytes, sizes))).toEqual(['1']);
  });

  it('do not hold one that the end cuts off', () => {
    expect(dataOf(pieces(Buffer.from('data: 1\n\ndata: 2'), []))).toEqual(['1']);
  });

  it('may be of a megabyte, and not of five', () => {
    const long = 'x'.repeat(1_048_576);
    expect(dataOf(pieces(Buffer.from(`data: ${long}\n\n`), [65_536, 65_536]))).toEqual([long]);
    const tooLong = Buffer.from(`data: ${long.repeat(5)}`);
    expect(() => dataOf(pieces(tooLong, [4_000_000]))).toThrow('an event of more than');
  });
});

describe('a request that is answered with events', () => {
  const REQUEST = { method: 'POST', path: '/chat', body: {} } as const;

  it('gets them as they come, without secrets, and counts as one call', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write(`data: {"said":"${KEY}"}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const { service, ended } = serviceAt(server.url);
    const answer = await service.stream(REQUEST, NEVER);
    if (!('events' in answer)) throw new Error('no events');
    const all: string[] = [];
    for await (const events of answer.events) all.push(...events);
    expect(all).toEqual(['{"said":"[secret]"}', '[DONE]']);
    expect(ended).toMatchObject([{ kind: 'api', outcome: 'ok', status: 200 }]);
  });

  it('is answered as any call if the service sends none', async () => {
    const server = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '3' }).end('{"error":{"message":"busy"}}');
    });
    const answer = await serviceAt(server.url).service.stream(REQUEST, NEVER);
    expect(answer).toEqual({ status: 429, body: { error: { message: 'busy' } }, retryAfterMs: 3_000 });
  });

  it('closes the connection when its reader leaves, and says so', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const { service, ended } = serviceAt(server.url);
    const answer = await service.stream(REQUEST, NEVER);
    if (!('events' in answer)) throw new Error('no events');
    for await (const _ of answer.events) break;
    await expect.poll(server.isLeft).toBe(true);
    expect(ended).toMatchObject([{ outcome: 'ok' }]);
  });

  it('serves the next one on the same connection if its end comes after its reader left', async () => {
    const ports: unknown[] = [];
    const server = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: [DONE]\n\n');
      setImmediate(() => response.end());
    });
    const { service } = serviceAt(server.url);
    const isServedAgain = async () => {
      const answer = await service.stream(REQUEST, NEVER);
      if ('events' in answer) for await (const _ of answer.events) break;
      return new Set(ports).size < ports.length;
    };
    await expect.poll(isServedAgain).toBe(true);
  });

  it('throws if the connection breaks in the middle', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      setImmediate(() => response.destroy());
    });
    const { service, ended } = serviceAt(server.url);
    const answer = await service.stream(REQUEST, NEVER);
    if (!('events' in answer)) throw new Error('no events');
    const walk = async () => {
      if ('events' in answer) for await (const _ of answer.events);
    };
    expect(await errorOf(walk())).toBeInstanceOf(Error);
    expect(ended).toMatchObject([{ outcome: 'broken' }]);
  });
});
