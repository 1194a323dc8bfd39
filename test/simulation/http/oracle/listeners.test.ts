import { describe, expect, it } from 'vitest';
import {
  METRICS_NETWORK,
  PAGE_ORIGIN,
  PAGE_ORIGINS,
  PUBLIC_URL,
} from '../../../../simulation/http/server/server-setup.js';
import {
  type At,
  answer,
  ask,
  BALANCE,
  CREDITS,
  check,
  error,
  JOB_ID,
  PREFLIGHT,
  READABLE,
} from './made-answers.js';

const PUBLIC: At = { served: 'public', setup: { hasManagementPort: true } };
const MANAGEMENT: At = { served: 'management', setup: { hasManagementPort: true } };
const OPEN: At = { setup: { corsOrigins: ['*'] } };
const OFF: At = { setup: { corsOrigins: [] } };
const BEHIND_PROXY: At = { setup: { trustsProxies: true, metricsNetworks: [METRICS_NETWORK] } };

const ELSEWHERE = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
const managed = (request: string) => request.replace('Bearer k', 'Bearer m');
const by = (field: string, request: string) => request.replace('Host', `${field}\r\nHost`);
const ofManagement = { Vary: 'left out', 'X-RateLimit-Limit-RPM': '55' };
const notFound = (fields = {}) => answer('404 Not Found', error('not_found'), fields);
const notAllowed = answer('405 Method Not Allowed', error('method_not_allowed'), { Allow: 'GET, HEAD' });
const ofAny = { Vary: 'left out', 'Access-Control-Allow-Origin': '*' };

function page(status: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ 'Content-Type': 'text/plain', ...fields }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status}\r\n${lines.join('')}Content-Length: 2\r\n\r\nok`;
}

function accepted(base: string): string {
  const job = { id: JOB_ID, object: 'video', status: 'pending', model: 'sim/video', created_at: 1 };
  const fields = { ...BALANCE, Location: `/v1/videos/${JOB_ID}` };
  return answer('202 Accepted', { ...job, polling_url: `${base}/v1/videos/${JOB_ID}` }, fields);
}

const SUBMIT = `POST /v1/videos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n{"model":"sim/video","prompt":"a b"}`;

describe('the oracle takes', () => {
  it.each([
    [
      'a management path that the public port does not have',
      managed(ask('/api/keys')),
      notFound(ofManagement),
      PUBLIC,
    ],
    ['a metrics page that is elsewhere', ask('/metrics', 'POST'), page('404 Not Found', ELSEWHERE), PUBLIC],
    ['a path of API keys that management does not have', ask('/v1/credits', 'PUT'), notFound(), MANAGEMENT],
    [
      'OPTIONS at the management port',
      by('Authorization: Bearer k', PREFLIGHT),
      notFound({
        ...READABLE,
        'Access-Control-Expose-Headers':
          'X-Request-Id, X-RateLimit-Limit-RPM, X-RateLimit-Remaining-RPM, X-RateLimit-Reset',
      }),
      MANAGEMENT,
    ],
    [
      'an answer that every page may read',
      ask('/v1/credits'),
      answer('200 OK', CREDITS, { ...BALANCE, ...ofAny }),
      OPEN,
    ],
    [
      'an answer without CORS',
      by('Origin: b', ask('/v1/credits')),
      answer('200 OK', CREDITS, { ...BALANCE, Vary: 'left out' }),
      OFF,
    ],
    ['links under the public URL', SUBMIT, accepted(PUBLIC_URL), { setup: { publicUrl: PUBLIC_URL } }],
    ['links as a proxy says', by('X-Forwarded-Proto: https', SUBMIT), accepted('https://a'), BEHIND_PROXY],
    [
      'metrics for a network that may read them',
      by('X-Forwarded-For: 10.0.0.1', ask('/metrics')),
      page('200 OK', { 'X-Content-Type-Options': 'nosniff' }),
      BEHIND_PROXY,
    ],
  ] as const)('%s', (_what, request, answered, at) => {
    expect(check(request, answered, 'open', at)).toBeUndefined();
  });
});

describe('the oracle finds', () => {
  it.each([
    [
      'a wrong key told before a missing path',
      'order',
      ask('/api/keys'),
      answer('403 Forbidden', error('wrong_credential'), { Vary: 'left out' }),
      PUBLIC,
    ],
    ['a method told of a path elsewhere', 'body', ask('/v1/credits', 'PUT'), notAllowed, MANAGEMENT],
    [
      'a path unknown told to the wrong key',
      'order',
      managed(ask('/v1/none')),
      notFound({ 'X-RateLimit-Limit-RPM': '55' }),
      {},
    ],
    [
      'a key that is missing told as invalid',
      'order',
      'GET /v1/credits HTTP/1.1\r\nHost: a\r\n\r\n',
      answer('401 Unauthorized', error('invalid_api_key'), {
        'X-RateLimit-Limit-RPM': '60',
        'WWW-Authenticate': 'Bearer',
      }),
      {},
    ],
    [
      'a method that is told of a page elsewhere',
      'page',
      ask('/metrics', 'POST'),
      page('405 Method Not Allowed', { ...ELSEWHERE, Allow: 'GET, HEAD' }),
      PUBLIC,
    ],
    [
      'a page elsewhere that a cache may keep',
      'page',
      ask('/results/a'),
      page('404 Not Found', { 'X-Content-Type-Options': 'nosniff', Vary: 'Origin' }),
      MANAGEMENT,
    ],
    ['a page whose type a browser may guess', 'page', ask('/healthz'), page('200 OK', {}), {}],
    [
      'metrics for everybody behind a proxy',
      'page',
      by('X-Forwarded-For: 192.0.2.7', ask('/metrics')),
      page('200 OK', { 'X-Content-Type-Options': 'nosniff' }),
      BEHIND_PROXY,
    ],
    [
      'a dashboard on the public port',
      'page',
      'GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n',
      page('200 OK', {}),
      PUBLIC,
    ],
    [
      'a preflight of no origin',
      'fields',
      PREFLIGHT.replace(`Origin: ${PAGE_ORIGIN}\r\n`, ''),
      'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\n\r\n',
      OPEN,
    ],
    [
      'an answer for all that differs by origin',
      'cors',
      ask('/v1/credits'),
      answer('200 OK', CREDITS, { ...BALANCE, 'Access-Control-Allow-Origin': '*' }),
      OPEN,
    ],
    [
      'an answer that only some may read',
      'cors',
      ask('/v1/credits'),
      answer('200 OK', CREDITS, { ...BALANCE, Vary: 'left out' }),
      OPEN,
    ],
    ['CORS that nobody asked for', 'cors', ask('/v1/credits'), answer('200 OK', CREDITS, BALANCE), OFF],
    ['a link that leads elsewhere', 'link', SUBMIT, accepted('http://b'), {}],
    [
      'a proxy that is believed and not trusted',
      'link',
      by('X-Forwarded-Proto: https', SUBMIT),
      accepted('https://a'),
      {},
    ],
  ] as const)('%s', (_what, rule, request, answered, at) => {
    expect(check(request, answered, 'open', at)).toMatchObject({ rule });
  });

  it('the preflight of the second origin refused', () => {
    const preflight = PREFLIGHT.replace(PAGE_ORIGIN, PAGE_ORIGINS[1]);
    const at = { setup: { corsOrigins: PAGE_ORIGINS } };
    expect(check(preflight, notAllowed, 'open', at)).toMatchObject({ rule: 'cors' });
  });

  it('a body beyond the bound that was read, and one within it that is too large', () => {
    const tooLarge = answer('413 Content Too Large', error('payload_too_large'));
    const at = (bodyMaxBytes: number): At => ({ setup: { bodyMaxBytes } });
    expect(check(SUBMIT, accepted('http://a'), 'open', at(36))).toBeUndefined();
    expect(check(SUBMIT, accepted('http://a'), 'open', at(35))).toMatchObject({ rule: 'size' });
    expect(check(SUBMIT, tooLarge, 'open', at(36))).toMatchObject({ rule: 'size' });
    expect(check(SUBMIT, tooLarge, 'open', at(35))).toBeUndefined();
  });
});
