import { describe, expect, it } from 'vitest';
import { PAGE_ORIGIN } from '../../../../simulation/http/server/server-setup.js';
import {
  answer,
  ask,
  BALANCE,
  BARE,
  CREDITS,
  check,
  error,
  HIDDEN,
  ID,
  JOB_ID,
  PREFLIGHT,
  READABLE,
  WAIT,
} from './made-answers.js';

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
    [
      'a page',
      ask('/healthz'),
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 2\r\n\r\nok',
    ],
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
