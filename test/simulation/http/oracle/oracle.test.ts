import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../../simulation/http/api-description.js';
import { type HttpFlaw, Oracle } from '../../../../simulation/http/oracle/oracle.js';
import { PAGE_ORIGIN } from '../../../../simulation/http/page-origin.js';
import { AnswerReader } from '../../../../simulation/http/wire/answer-reader.js';
import type { Fate } from '../../../../simulation/http/wire/connection.js';
import { readRequests } from '../../../../simulation/http/wire/request-reader.js';
import { openApiDocument } from '../../../../src/http/openapi/openapi.js';
import { operations } from '../../../../src/http/operations/index.js';

const NOW_S = 1_800_000_000;
const ID = 'req_0123456789abcdef';
const JOB_ID = 'video_01m7y6z8we0x0x1xkm7spytvgg';
const HIDDEN = 'video_01m7y6z8we0x0x1xkm7spytvhh';

function check(request: string, answer: string, fate: Fate = 'open'): HttpFlaw | undefined {
  const oracle = new Oracle({
    description: readDescription(JSON.parse(JSON.stringify(openApiDocument(operations, '1')))),
    keys: new Map([['k', { limit: 50, reader: 'other', name: 'large' }]]),
    addressLimit: 60,
    secrets: { everywhere: ['a-secret'], ofTenant: [HIDDEN], ofOthers: [] },
  });
  const stream = readRequests(request);
  const reader = new AnswerReader(stream.requests.map(({ method }) => method));
  reader.take(answer);
  if (fate === 'ended') reader.end();
  const { answers, flaw, unread: leftover } = reader;
  return oracle.check({ bytes: request, stream }, { answers, flaw, leftover, fate, isRefused: false }, NOW_S);
}

function ask(target: string, method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\n\r\n`;
}

const FIELDS: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  'X-Request-Id': ID,
  'X-RateLimit-Limit-RPM': '50',
  'X-RateLimit-Remaining-RPM': '49',
  'X-RateLimit-Reset': String(NOW_S + 60),
  'Cache-Control': 'no-store',
  Vary: 'Origin',
};

function answer(status: string, body: unknown, fields: Readonly<Record<string, string>> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = Object.entries({ ...FIELDS, ...fields, 'Content-Length': String(Buffer.byteLength(text)) });
  const lines = all
    .filter(([, value]) => value !== 'left out')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
}

const READABLE = { 'Access-Control-Allow-Origin': PAGE_ORIGIN };
const PREFLIGHT = `OPTIONS /v1/credits HTTP/1.1\r\nHost: a\r\nOrigin: ${PAGE_ORIGIN}\r\nAccess-Control-Request-Method: GET\r\n\r\n`;
const BALANCE = { 'X-Balance-Available': '2000000' };
const CREDITS = {
  object: 'credits',
  balance: 2,
  reserved: 0,
  total_credits: 2,
  total_usage: 0,
  currency: 'DA',
};

function error(code: string, more: object = {}, beside: object = {}): object {
  const message = 'There is no such thing here.';
  return {
    error: { type: 'invalid_request_error', code, message, param: null, request_id: ID, ...more },
    ...beside,
  };
}

const WAIT = { 'Retry-After': '3', 'retry-after-ms': '2500' };
const BARE =
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<h1>Bad Request</h1><hr><i>uWebSockets/20 Server</i>';

describe('the oracle takes', () => {
  it.each([
    ['a success', ask('/v1/credits'), answer('200 OK', CREDITS, BALANCE)],
    ['an unknown path', ask('/v1/nothing'), answer('404 Not Found', error('not_found'))],
    [
      'a method there is not',
      ask('/v1/credits', 'PUT'),
      answer('405 Method Not Allowed', error('method_not_allowed'), { Allow: 'GET, HEAD' }),
    ],
    [
      'a full window',
      ask('/v1/credits'),
      answer('429 Too Many Requests', error('rate_limit_exceeded', {}, { retry_after: 3 }), WAIT),
    ],
    [
      'a key that is none',
      ask('/v1/credits').replace('Bearer k', 'Bearer x'),
      answer('401 Unauthorized', error('invalid_api_key'), {
        'X-RateLimit-Limit-RPM': '60',
        'WWW-Authenticate': 'Bearer',
      }),
    ],
    [
      'a page of the dashboard, for who accepts HTML',
      'T / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n',
      'HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/plain\r\nAllow: GET, HEAD\r\nContent-Length: 2\r\n\r\nno',
    ],
    ['a page', ask('/healthz'), 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok'],
    [
      'a preflight',
      PREFLIGHT,
      'HTTP/1.1 200 OK\r\nVary: Origin\r\nAccess-Control-Allow-Origin: https://shop.test\r\nAccess-Control-Allow-Methods: GET, HEAD, POST\r\nAccess-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('%s', (_what, request, answered) => {
    expect(check(request, answered)).toBeUndefined();
  });

  it("the parser's own answer to what is no request, and the end of the connection", () => {
    expect(check('GARBAGE\r\n\r\n', BARE, 'ended')).toBeUndefined();
    expect(check('GARBAGE\r\n\r\n', '', 'ended')).toBeUndefined();
  });

  it('a refusal of a Host that is not the first field, which the library may take for a second one', () => {
    const bare =
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<h1>Bad Request</h1><hr><i>uWebSockets/20 Server</i>';
    expect(check('GET / HTTP/1.1\r\nHst:\r\nHost: a\r\n\r\n', bare, 'ended')).toBeUndefined();
    expect(check('GET / HTTP/1.1\r\nHost: a\r\nHst:\r\n\r\n', bare, 'ended')).toMatchObject({
      rule: 'refused',
    });
  });

  it('the end of a connection without an answer if more than 64 MiB were announced', () => {
    const post = (bytes: number) =>
      `POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n{}`;
    expect(check(post(64 * 1024 * 1024 + 1), '', 'ended')).toBeUndefined();
    expect(check(post(64 * 1024 * 1024), '', 'ended')).toMatchObject({ rule: 'unanswered' });
  });

  it('what a client named itself, in an answer to that', () => {
    const body = answer('404 Not Found', error('not_found', { message: `There is no ${HIDDEN} here.` }));
    expect(check(ask(`/v1/videos/${HIDDEN}`), body)).toBeUndefined();
    expect(check(ask(`/v1/videos/${JOB_ID}`), body)).toMatchObject({ rule: 'leak' });
  });
});

describe('the oracle finds', () => {
  const credits = ask('/v1/credits');
  it.each([
    ['no answer', 'unanswered', credits, '', 'silent'],
    ['an end without an answer', 'unanswered', credits, '', 'ended'],
    ['an answer too many', 'surplus', credits, answer('200 OK', CREDITS, BALANCE).repeat(2), 'open'],
    [
      'an answer to a body',
      'surplus',
      'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nGET ',
      answer('404 Not Found', error('not_found')).repeat(2),
      'open',
    ],
    ['bytes behind an answer', 'surplus', credits, `${answer('200 OK', CREDITS, BALANCE)}x`, 'open'],
    [
      'an answer that breaks off',
      'framing',
      credits,
      answer('200 OK', CREDITS, BALANCE).slice(0, -1),
      'ended',
    ],
    ['a sound request refused by the parser', 'refused', credits, BARE, 'ended'],
    [
      'a sound request that is malformed_request',
      'refused',
      credits,
      answer('400 Bad Request', error('malformed_request')),
      'ended',
    ],
    [
      'a malformed request that is served',
      'refused',
      'GET /v1/models HTTP/1.1\r\nHost: a b\r\n\r\n',
      answer('404 Not Found', error('not_found')),
      'ended',
    ],
    [
      'a malformed request whose connection stays',
      'unanswered',
      'GET /v1/models HTTP/1.1\r\nHost: a b\r\n\r\n',
      answer('400 Bad Request', error('malformed_request')),
      'silent',
    ],
    [
      "another key's window",
      'window',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'X-RateLimit-Limit-RPM': '51' }),
      'open',
    ],
    [
      'a success without a key',
      'window',
      credits.replace('Bearer k', 'Bearer x'),
      answer('200 OK', CREDITS, { ...BALANCE, 'X-RateLimit-Limit-RPM': '60' }),
      'open',
    ],
    ['a 500', 'body', credits, answer('500 Internal Server Error', error('internal_error')), 'open'],
    [
      'a 503',
      'body',
      credits,
      answer('503 Service Unavailable', error('overloaded', {}, { retry_after: 3 }), WAIT),
      'open',
    ],
    [
      'a status that goes with another code',
      'body',
      credits,
      answer('400 Bad Request', error('not_found')),
      'open',
    ],
    [
      'a code that is not described',
      'body',
      ask('/v1/credits'),
      answer('404 Not Found', error('not_found')),
      'open',
    ],
    [
      'a code of nowhere',
      'body',
      ask('/v1/nothing'),
      answer('404 Not Found', error('no_such_thing')),
      'open',
    ],
    [
      'a field that is not described',
      'body',
      credits,
      answer('200 OK', { ...CREDITS, more: 1 }, BALANCE),
      'open',
    ],
    [
      'a field that is missing',
      'body',
      credits,
      answer('200 OK', { ...CREDITS, reserved: undefined }, BALANCE),
      'open',
    ],
    [
      'an error of another shape',
      'body',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { stack: '' })),
      'open',
    ],
    [
      'another request id',
      'body',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { request_id: 'req_other0000' })),
      'open',
    ],
    [
      'a wait that is told in two ways',
      'body',
      credits,
      answer('429 Too Many Requests', error('rate_limit_exceeded', {}, { retry_after: 4 }), WAIT),
      'open',
    ],
    ['no WWW-Authenticate', 'body', credits, answer('401 Unauthorized', error('invalid_api_key')), 'open'],
    [
      'another Allow',
      'body',
      ask('/v1/credits', 'PUT'),
      answer('405 Method Not Allowed', error('method_not_allowed'), { Allow: 'GET' }),
      'open',
    ],
    [
      'a field nobody described',
      'fields',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'X-Powered-By': 'x' }),
      'open',
    ],
    [
      'no X-Request-Id',
      'fields',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'X-Request-Id': 'left out' }),
      'open',
    ],
    [
      'no X-RateLimit-Reset',
      'fields',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'X-RateLimit-Reset': 'left out' }),
      'open',
    ],
    [
      'a reset far away',
      'fields',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'X-RateLimit-Reset': '1' }),
      'open',
    ],
    ['no balance', 'fields', credits, answer('200 OK', CREDITS), 'open'],
    [
      'a balance below zero',
      'fields',
      credits,
      answer('200 OK', CREDITS, { 'X-Balance-Available': '-1' }),
      'open',
    ],
    [
      'no Cache-Control',
      'fields',
      credits,
      answer('200 OK', CREDITS, { ...BALANCE, 'Cache-Control': 'left out' }),
      'open',
    ],
    [
      'fields of the API on a page',
      'page',
      ask('/healthz'),
      answer('200 OK', 'ok', { Vary: 'left out' }),
      'open',
    ],
    [
      'a foreign page that may read',
      'cors',
      ask('/v1/credits').replace('Host', 'Origin: https://evil.test\r\nHost'),
      answer('200 OK', CREDITS, { ...BALANCE, 'Access-Control-Allow-Origin': 'https://evil.test' }),
      'open',
    ],
    [
      'a page that may not read',
      'cors',
      ask('/v1/credits').replace('Host', `Origin: ${PAGE_ORIGIN}\r\nHost`),
      answer('200 OK', CREDITS, BALANCE),
      'open',
    ],
    [
      'a field that scripts are not shown',
      'cors',
      ask('/v1/credits').replace('Host', `Origin: ${PAGE_ORIGIN}\r\nHost`),
      answer('200 OK', CREDITS, { ...BALANCE, ...READABLE, 'Access-Control-Expose-Headers': 'Retry-After' }),
      'open',
    ],
    [
      'an answer that depends on the origin, and does not say so',
      'cors',
      ask('/v1/credits'),
      answer('200 OK', CREDITS, { ...BALANCE, Vary: 'left out' }),
      'open',
    ],
    [
      'a page that may call management',
      'cors',
      ask('/api/keys').replace('Host', `Origin: ${PAGE_ORIGIN}\r\nHost`),
      answer('401 Unauthorized', error('wrong_credential'), READABLE),
      'open',
    ],
    ['a preflight that is refused', 'cors', PREFLIGHT, answer('401 Unauthorized', {}, READABLE), 'open'],
    [
      'a key',
      'leak',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { message: 'There is a-secret here.' })),
      'open',
    ],
    [
      'a place in the program',
      'leak',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { message: 'Broken at gateway.js:12.' })),
      'open',
    ],
    [
      'an undefined',
      'leak',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { message: 'There is no undefined.' })),
      'open',
    ],
    [
      "another account's id",
      'leak',
      ask('/v1/nothing'),
      answer('404 Not Found', error('not_found', { param: HIDDEN })),
      'open',
    ],
  ] as const)('%s', (_what, rule, request, answered, fate) => {
    expect(check(request, answered, fate)).toMatchObject({ rule });
  });

  it.each(['0\r\n\r\n', '0\r\nX: a\r\n\r\n', '0;a=b\r\n\r\n'])(
    'an answer to what stands behind chunks that end in %j',
    (end) => {
      const chunked = credits.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n');
      const one = answer('200 OK', CREDITS, BALANCE);
      const other = answer('200 OK', CREDITS, { ...BALANCE, 'X-Request-Id': `${ID}0` });
      expect(check(chunked + end + credits, one, 'ended')).toBeUndefined();
      expect(check(chunked + end + credits, one + other, 'ended')).toMatchObject({ rule: 'surplus' });
    },
  );

  it('a request id that is there twice', () => {
    const twice = answer('200 OK', CREDITS, BALANCE).repeat(2);
    expect(check(credits + credits, twice)).toMatchObject({ rule: 'request_id' });
  });
});
