import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../../simulation/http/wire/request-reader.js';

const HOST = 'Host: a\r\n';
const GET = `GET /v1/models?a=b HTTP/1.1\r\n${HOST}Authorization:  Bearer k \r\n\r\n`;

function post(fields: string, body: string): string {
  return `POST /v1/videos HTTP/1.1\r\n${HOST}${fields}\r\n\r\n${body}`;
}

describe('a stream of requests', () => {
  it('is read one by one, each with its path, its fields and its end', () => {
    const { requests, rest } = readRequests(GET + post('Content-Length: 3', 'abc') + GET);
    expect(rest).toBe('nothing');
    expect(requests.map(({ method, path, hasBody, isWhole }) => [method, path, hasBody, isWhole])).toEqual([
      ['GET', '/v1/models', false, true],
      ['POST', '/v1/videos', true, true],
      ['GET', '/v1/models', false, true],
    ]);
    expect(requests[0]?.fields).toEqual([
      ['host', 'a'],
      ['authorization', 'Bearer k'],
    ]);
    expect(requests[0]?.end).toBe(GET.length);
  });

  it.each([
    ['a length', post('Content-Length: 3', 'abc'), true],
    ['a length that is not reached', post('Content-Length: 4', 'abc'), false],
    ['chunks', post('Transfer-Encoding: chunked', '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'), true],
    ['chunks that break off in a size', post('Transfer-Encoding: chunked', '2\r\nab\r\n1'), false],
    ['chunks that break off in one', post('Transfer-Encoding: chunked', '2\r\na'), false],
    ['chunks without their end', post('Transfer-Encoding: chunked', '2\r\nab\r\n0\r\n'), false],
  ])('has bodies with %s', (_what, bytes, isWhole) => {
    expect(readRequests(bytes)).toMatchObject({ requests: [{ hasBody: true, isWhole }], rest: 'nothing' });
  });

  it.each([
    ['nothing', '', 'nothing'],
    ['half a method', 'GE', 'beginning'],
    ['half a field', `GET / HTTP/1.1\r\n${HOST}X-Od`, 'beginning'],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 0', ''), 'malformed'],
    ['a length that is no number', post('Content-Length: +1', 'a'), 'malformed'],
    ['length and coding', post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), 'malformed'],
    ['another coding', post('Transfer-Encoding: xchunked', '0\r\n\r\n'), 'malformed'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 'malformed'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 'malformed'],
    ['broken percent-encoding', `GET /%zz HTTP/1.1\r\n${HOST}\r\n`, 'malformed'],
    ['another version', `GET / HTTP/1.0\r\n${HOST}\r\n`, 'odd'],
    ['line feeds alone', 'GET / HTTP/1.1\nHost: a\n\n', 'odd'],
    ['half a line end', `GET / HTTP/1.1\r\n${HOST}X: a\r`, 'beginning'],
    ['half a line end instead of a field', 'GET / HTTP/1.1\r\n\r', 'odd'],
    ['a line that ends without a colon', `GET / HTTP/1.1\r\n${HOST}X\r`, 'odd'],
    ['a line feed in an unfinished head', 'GET / HTTP/1.1\r\n\n', 'odd'],
    ['a folded field', `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`, 'odd'],
    ['NUL in a field', `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 'odd'],
    ['a blank before the colon', `GET / HTTP/1.1\r\n${HOST}X : a\r\n\r\n`, 'odd'],
    ['a chunk without a size', post('Transfer-Encoding: chunked', '\r\n\r\n'), 'odd'],
    ['a chunk with an extension', post('Transfer-Encoding: chunked', '0;a=b\r\n\r\n'), 'odd'],
    ['trailers', post('Transfer-Encoding: chunked', '0\r\nX: a\r\n\r\n'), 'odd'],
    ['a chunk without its end', post('Transfer-Encoding: chunked', '1\r\nabc0\r\n\r\n'), 'odd'],
    ['a long head', `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(4_000)}\r\n\r\n`, 'odd'],
    ['many fields', `GET / HTTP/1.1\r\n${HOST}${'X: a\r\n'.repeat(100)}\r\n`, 'odd'],
  ])('with %s behind a sound one is read up to there', (_what, bytes, rest) => {
    expect(readRequests(GET + bytes)).toMatchObject({ requests: [{ method: 'GET' }], rest });
  });
});
