import { describe, expect, it } from 'vitest';
import { COOKIES } from '../../../../simulation/rules/browsers/cookies.js';
import { MadeHistory } from '../made-history.js';

function told(cookie: string, host?: string): number {
  const history = new MadeHistory(COOKIES);
  const asked = host === undefined ? {} : { asked: { host } };
  const request = history.send(20, { op: 'sign_in', name: 'a', password: 'b' }, asked);
  history.see({
    ...{ at: 30, what: 'answered', request, status: 303, wallMs: 0, body: '' },
    headers: { 'set-cookie': cookie },
  });
  return history.end().length;
}

const SECURE = '__Host-tollgate=abc; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax';
const HERE = 'tollgate-8080=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax';

describe('the rule of cookies', () => {
  it('takes those of a page over TLS, and of one on this machine', () => {
    expect(told(SECURE)).toBe(0);
    expect(told(HERE, 'localhost:8080')).toBe(0);
    expect(told('__Host-tollgate=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax')).toBe(0);
  });

  it.each([
    SECURE.replace('; Secure', ''),
    SECURE.replace('; HttpOnly', ''),
    SECURE.replace('; SameSite=Lax', '; SameSite=None'),
    SECURE.replace('Path=/', 'Path=/keys'),
    SECURE.replace('2592000', '2592001'),
    `${SECURE}; Domain=gateway.test`,
  ])('reports %s', (cookie) => {
    expect(told(cookie)).toBe(1);
  });

  it('reports the cookie of another port', () => {
    expect(told(HERE, 'localhost:8081')).toBe(1);
    expect(told(SECURE, 'localhost:8080')).toBe(3);
  });
});
