import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCookies } from '../../../src/http/request/cookies.js';
import { printSetCookie } from '../../../src/http/response/set-cookie.js';

it('a cookie is read as it was set', () => {
  const name = fc
    .stringMatching(/^[!#$%&'*+.^_`|~\w-]{1,20}$/)
    .filter((text) => !/^__(host|secure)-/i.test(text));
  const value = fc.stringMatching(/^[!#-+\--:<-[\]-~]{0,40}$/);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one }), (pairs) => {
      const sent = pairs.map(([name, value]) =>
        printSetCookie({ name, value, isSecure: false, sameSite: 'Lax' }).replace(/; Path=.*/, ''),
      );
      expect([...readCookies(sent.join('; '))]).toEqual(pairs);
    }),
  );
});

it.each([
  ['a="1"', [['a', '1']]],
  ['a=1; a=2', [['a', '1']]],
  [
    'a=1;b=2 ;  c=',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', ''],
    ],
  ],
  ['a; =1; b c=1; d=1,2; e="1; f=\u00e9; g=1', [['g', '1']]],
  ['', []],
])('of the field %s those that RFC 6265 allows are read, and of one sent twice the first', (field, pairs) => {
  expect([...readCookies(field)]).toEqual(pairs);
});

it('a cookie goes out for the whole origin, and for no script', () => {
  const cookie = {
    name: '__Host-session',
    value: 'x',
    maxAgeS: 60,
    isSecure: true,
    sameSite: 'Strict',
  } as const;
  expect(printSetCookie(cookie)).toBe(
    '__Host-session=x; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
  );
});

it.each([
  { name: 'a b', value: 'x', isSecure: true },
  { name: 'a', value: 'x; Domain=evil.test', isSecure: true },
  { name: '__Host-a', value: 'x', isSecure: false },
])('a cookie that a browser would not keep is never sent (%#)', (cookie) => {
  expect(() => printSetCookie({ ...cookie, sameSite: 'Lax' })).toThrow(cookie.name);
});
