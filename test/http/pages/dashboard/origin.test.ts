import { describe, expect, it } from 'vitest';
import { isOfOwnPage, originOf } from '../../../../src/http/pages/dashboard/requests/origin.js';

const PUBLIC = 'https://gateway.example';

describe('the origin of a request', () => {
  it.each([
    ['https://gateway.example', undefined, '__Host-tollgate', true],
    ['http://localhost:8080', undefined, 'tollgate-8080', true],
    ['http://127.0.0.1', undefined, 'tollgate-80', true],
    ['http://[::1]:9090', undefined, 'tollgate-9090', true],
    ['http://gateway.example', undefined, 'tollgate-80', false],
    ['http://127.0.0.1.example', undefined, 'tollgate-80', false],
    // TLS ends before us, and nobody says so but the public URL.
    ['http://gateway.example', PUBLIC, '__Host-tollgate', true],
    ['http://GATEWAY.example:443', PUBLIC, '__Host-tollgate', true],
    ['http://localhost:9090', PUBLIC, 'tollgate-9090', true],
    ['http://gateway.example', 'http://gateway.example', 'tollgate-80', false],
  ])(
    'decides the name of the cookie and whether anybody signs in (%s, %s)',
    (requested, publicUrl, cookie, may) => {
      const origin = originOf(requested, publicUrl);
      expect([origin?.sessionCookie, origin?.maySignIn]).toEqual([cookie, may]);
    },
  );

  it.each([
    'https://forged.example',
    'http://gateway.example.forged.example',
    'https://gateway.example:8443',
  ])('is none if the host is not that of the public URL (%s)', (requested) => {
    expect(originOf(requested, PUBLIC)).toBeUndefined();
  });
});

describe('a request that changes something', () => {
  const origin = originOf(PUBLIC, undefined);
  if (origin === undefined) throw new Error('there is no origin');

  it.each([
    ['same-origin', undefined, true],
    ['same-origin', 'null', true],
    ['same-site', PUBLIC, false],
    ['cross-site', PUBLIC, false],
    ['none', undefined, false],
    [undefined, PUBLIC, true],
    [undefined, 'null', false],
    [undefined, 'http://gateway.example', false],
    [undefined, undefined, false],
  ])('must come from a page of ours (Sec-Fetch-Site %s, Origin %s)', (site, field, isOwn) => {
    expect(isOfOwnPage(origin, site, field)).toBe(isOwn);
  });
});
