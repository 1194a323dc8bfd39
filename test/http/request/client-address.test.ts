import { BlockList, isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUrlOf } from '../../../src/http/request/base-url.js';
import { TrustedProxies, windowNetworkOf } from '../../../src/http/request/client-address.js';
import { isHostAndPort } from '../../../src/http/request/host.js';
import { isWithin, parseIpAddress, parseIpNetwork } from '../../../src/http/request/ip-address.js';

const address = fc.oneof(fc.ipV4(), fc.ipV6());

describe('addresses', () => {
  it('lie within a network exactly where the platform says so', () => {
    const network = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
    );
    fc.assert(
      fc.property(network, address, fc.boolean(), ([base, bits], other, isNear) => {
        const tested = isNear ? base : other;
        fc.pre(isIPv4(base) === isIPv4(tested));
        const list = new BlockList();
        const family = isIPv4(base) ? 'ipv4' : 'ipv6';
        list.addSubnet(base, bits, family);
        const ours = parseIpNetwork(`${base}/${bits}`);
        const parsed = parseIpAddress(tested);
        if (ours === undefined || parsed === undefined) throw new Error('not read');
        expect(isWithin(parsed, ours)).toBe(list.check(tested, family));
      }),
      { numRuns: 500 },
    );
  });

  it('are one network however they are written', () => {
    const same = [
      '2001:db8::1',
      '2001:0db8:0000:0000:0000:0000:0000:0001',
      '2001:DB8:0:0:1::',
      '2001:db8::192.0.2.1%eth0',
    ];
    expect(new Set(same.map((text) => windowNetworkOf(parseIpAddress(text))))).toEqual(
      new Set(['2001:db8:0:0::/64']),
    );
    expect(windowNetworkOf(parseIpAddress('::ffff:c000:0207'))).toBe('192.0.2.7');
    expect(windowNetworkOf(parseIpAddress('192.0.2.7'))).toBe('192.0.2.7');
  });

  it('are those of version 6 that the platform takes for some', () => {
    const nearly = fc
      .tuple(fc.ipV6(), fc.nat(39), fc.nat(2), fc.constantFrom('', ':', '::', '0', 'g', '.', '192.0.2.1'))
      .map(([text, at, cut, put]) => `${text.slice(0, at)}${put}${text.slice(at + cut)}`);
    const groups = fc
      .array(fc.constantFrom('', '0', 'Ab', 'ffff', '12345', '192.0.2.1', '01.2.3.4'), { maxLength: 10 })
      .map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.oneof(nearly, groups), (text) => {
        fc.pre(!isIPv4(text));
        expect(parseIpAddress(text) !== undefined).toBe(isIPv6(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['', 'localhost', '192.0.2.256', '192.0.2', '::1::', '1:2:3:4:5:6:7:8:9', '192.0.2.1:80'])(
    'are not made of %s',
    (text) => expect(parseIpAddress(text)).toBeUndefined(),
  );

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/24', '::/129', 'x/8'])(
    '%s is no network',
    (text) => {
      expect(parseIpNetwork(text)).toBeUndefined();
    },
  );
});

describe('the client behind proxies', () => {
  const proxies = new TrustedProxies(['10.0.0.0/8', 'fd00::/8']);
  const clientOf = (peer: string, forwardedFor: string) =>
    windowNetworkOf(proxies.clientOf(peer, forwardedFor));

  it.each([
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2,10.0.0.3', '198.51.100.1'],
    ['fd00::1', '198.51.100.1:4711', '198.51.100.1'],
    ['::ffff:10.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', 'unknown, 10.0.0.3', '10.0.0.3'],
    ['10.0.0.1', ',,', '10.0.0.1'],
  ])('of %s that forwards for "%s" is %s', (peer, forwardedFor, client) => {
    expect(clientOf(peer, forwardedFor)).toBe(client);
  });

  it('is the peer where no proxy is trusted', () => {
    expect(windowNetworkOf(new TrustedProxies([]).clientOf('10.0.0.1', '198.51.100.1'))).toBe('10.0.0.1');
  });
});

describe('Host', () => {
  it.each(['localhost', 'a.example:8080', '127.0.0.1', '[::1]', '[2001:db8::1]:443', 'a_b-c.example'])(
    'may be %s',
    (text) => {
      expect(isHostAndPort(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a b',
    'a/b',
    'a@b',
    'a:',
    'a:65536',
    'a:-1',
    'a:1:2',
    '::1',
    '[::1',
    '[1.2.3.4]',
    '[x]',
    'a,b',
    'ä',
    'a?b',
    'a#b',
  ])('may not be "%s"', (text) => expect(isHostAndPort(text)).toBe(false));
});

describe('the base of links', () => {
  it('is what is configured, what a trusted proxy says, or the Host, in this order', () => {
    const forwarded = { proto: 'http, HTTPS', host: 'first.example, near.example:8443' };
    expect(baseUrlOf('https://public.example', forwarded, 'own.example')).toBe('https://public.example');
    expect(baseUrlOf(undefined, forwarded, 'own.example')).toBe('https://near.example:8443');
    expect(baseUrlOf(undefined, { proto: '', host: 'x/y' }, 'own.example')).toBe('http://own.example');
    expect(baseUrlOf(undefined, undefined, 'own.example:80')).toBe('http://own.example:80');
  });
});
