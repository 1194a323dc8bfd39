import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { CROSS_ORIGIN } from '../../../../simulation/rules/browsers/cross-origin.js';
import { MadeHistory, type Reply } from '../made-history.js';

const [SHOP, BLOG] = ['https://shop.test', 'https://blog.test'];
const EXPOSED = {
  'access-control-expose-headers': 'X-Request-Id, X-RateLimit-Limit-RPM, X-Balance-Available',
};
const ALLOWED = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Range',
};
const READ: ClientCall = { op: 'credits', key: 1 };
const ASK: ClientCall = { op: 'preflight', path: '/v1/videos', method: 'POST' };

function told(corsOrigins: string, call: ClientCall, origin: string, headers: Reply['headers']): number {
  const history = new MadeHistory(CROSS_ORIGIN);
  history.key(1, 60);
  history.see({ at: 10, what: 'reloaded', outcome: 'applied', options: { corsOrigins } });
  const request = history.send(20, call, { asked: { origin } });
  history.see({
    ...{ at: 30, what: 'answered', request, status: 200, wallMs: 0 },
    headers: headers as Readonly<Record<string, string>>,
    body: '',
  });
  return history.end().length;
}

describe('the rule of other origins', () => {
  it('lets the scripts of an origin that may call read its answers, and no others', () => {
    const allow = { 'access-control-allow-origin': SHOP, vary: 'Origin', ...EXPOSED };
    expect(told(`${SHOP},${BLOG}`, READ, SHOP, allow)).toBe(0);
    expect(told(BLOG, READ, SHOP, { vary: 'Origin' })).toBe(0);
    expect(told(BLOG, READ, SHOP, allow)).toBe(1);
    expect(told('', READ, SHOP, allow)).toBe(1);
    expect(told(SHOP, READ, SHOP, { ...allow, 'access-control-allow-credentials': 'true' })).toBe(1);
    expect(told(SHOP, READ, SHOP, { ...allow, vary: undefined })).toBe(1);
    expect(told('*', READ, SHOP, { ...EXPOSED, 'access-control-allow-origin': '*' })).toBe(0);
  });

  it('wants the question answered with all that the API takes', () => {
    const allow = { 'access-control-allow-origin': SHOP, vary: 'Origin', ...ALLOWED };
    expect(told(SHOP, ASK, SHOP, allow)).toBe(0);
    const less = { ...allow, 'access-control-allow-headers': 'Authorization, Content-Type' };
    expect(told(SHOP, ASK, SHOP, less)).toBe(1);
    expect(told(SHOP, ASK, SHOP, { ...allow, 'x-ratelimit-limit-rpm': '60' })).toBe(1);
  });
});
