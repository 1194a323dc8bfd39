import { describe, expect, it } from 'vitest';
import { AnswerReader } from '../../../../simulation/http/wire/answer-reader.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n';
const BARE = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<h1>Bad Request</h1>';

function read(bytes: string, methods: readonly string[] = ['GET'], isEnded = false): AnswerReader {
  const reader = new AnswerReader(methods);
  for (const byte of bytes) reader.take(byte);
  if (isEnded) reader.end();
  return reader;
}

describe('answers', () => {
  it('are read byte by byte, each to its end', () => {
    const { answers, unread, flaw } = read(`${OK}ab${OK}cd${OK}e`, ['GET', 'POST', 'GET']);
    expect(answers.map(({ body }) => body)).toEqual(['ab', 'cd']);
    expect(answers[0]?.fields).toEqual([
      ['content-type', 'text/plain'],
      ['content-length', '2'],
    ]);
    expect(unread).toBe(`${OK}e`);
    expect(flaw).toBeUndefined();
  });

  it('to HEAD have no body', () => {
    expect(read(`${OK}${OK}ab`, ['HEAD', 'GET']).answers.map(({ body }) => body)).toEqual(['', 'ab']);
  });

  it('of the parser last until the connection ends', () => {
    expect(read(BARE).answers).toEqual([]);
    expect(read(BARE, [], true).answers).toMatchObject([
      { status: 400, isBare: true, body: '<h1>Bad Request</h1>' },
    ]);
  });

  it('may follow a word that the body may come', () => {
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${OK}ab`).answers).toHaveLength(1);
  });

  it.each([
    ['no status line', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a field that is none', 'HTTP/1.1 200 OK\r\nContent-Length 0\r\n\r\n'],
    ['a line feed in a field', 'HTTP/1.1 200 OK\r\nX: a\nb\r\nContent-Length: 0\r\n\r\n'],
    ['a field twice', 'HTTP/1.1 200 OK\r\nX: a\r\nX: a\r\nContent-Length: 0\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\nX: a\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\n'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['garbage behind the first', `${OK}abgarbage\r\n\r\n`],
  ])('with %s are flawed', (_what, bytes) => {
    expect(read(bytes).flaw).toEqual(expect.any(String));
  });
});
