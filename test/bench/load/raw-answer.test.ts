import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { difference, getRaw, parseRaw, type RawAnswer } from '../../../bench/load/raw-answer.js';

const ANSWER: RawAnswer = {
  status: '200 OK',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Request-Id', 'req_1'],
  ],
  body: '{"balance":1}',
};

describe('an answer as it was sent', () => {
  it('keeps the spelling and order of its headers, without those that servers write themselves', () => {
    const text =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sat\r\nX-Request-Id: req_1\r\nuWebSockets: 20\r\nContent-Length: 13\r\n\r\n{"balance":1}';
    expect(parseRaw(text)).toEqual(ANSWER);
  });

  it('is read whole if it comes in pieces, from a server that leaves the connection open', async () => {
    const pieces = [
      'HTTP/1.1 200 OK\r\nContent-Length: 13\r\nContent-Ty',
      'pe: application/json\r\nX-Request-Id: req_1\r\n\r\n{"bal',
      'ance":1}',
    ];
    const server = createServer((socket) => {
      const send = ([piece, ...later]: readonly string[]) => {
        if (piece !== undefined) socket.write(piece, () => setImmediate(send, later));
      };
      send(pieces);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    try {
      expect(await getRaw(port, '/', 'Bearer 1')).toEqual(ANSWER);
    } finally {
      server.close();
    }
  });
});

describe('two answers', () => {
  it('are alike whatever the order and spelling of their headers', () => {
    const headers: RawAnswer['headers'] = [
      ['x-request-id', 'req_1'],
      ['content-type', 'application/json; charset=utf-8'],
    ];
    expect(difference(ANSWER, { ...ANSWER, headers })).toBeUndefined();
  });

  it.each([
    ['status', { ...ANSWER, status: '404 Not Found' }],
    ['headers', { ...ANSWER, headers: ANSWER.headers.slice(1) }],
    ['body', { ...ANSWER, body: '{}' }],
  ])('differ by their %s', (what, other) => {
    expect(difference(ANSWER, other)).toMatch(new RegExp(`^${what}: `));
  });
});
