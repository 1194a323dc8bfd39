import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin, parseIpAddress, parseIpNetwork } from '../../src/http/request/ip-address.js';
import { isLocalName, isPublicAddress } from '../../src/outward/public-address.js';

const PRIVATE = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12']
  .concat(['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'])
  .flatMap((text) => parseIpNetwork(text) ?? []);

const octet = fc.nat({ max: 255 });
const anyIpv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const privateIpv4 = fc
  .oneof(
    fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 255), octet, octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(198), fc.constantFrom(18, 19), octet, octet),
  )
  .map((octets) => octets.join('.'));

function hex(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** Each IPv6 address that carries an IPv4 address. */
const CARRIERS: readonly ((address: string) => string)[] = [
  (address) => `::ffff:${address}`,
  (address) => `::FFFF:${hex(address)}`,
  (address) => `0:0:0:0:0:ffff:${hex(address)}`,
  (address) => `64:ff9b::${address}`,
  (address) => `64:ff9b::${hex(address)}`,
  (address) => `2002:${hex(address)}::`,
  (address) => `2002:${hex(address)}:1::1`,
];

describe('an address that is not public', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '100::1',
    '64:ff9b:1::a00:1',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '2606:4700::1111%eth0',
    'localhost',
    '',
    '1.1.1',
  ])('%s is forbidden', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is allowed, for it is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it('is forbidden in every form of IPv6 that carries it', () => {
    fc.assert(
      fc.property(privateIpv4, fc.constantFrom(...CARRIERS), (address, carrier) => {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(carrier(address))).toBe(false);
      }),
    );
  });

  it('is one of the networks that another reading of addresses finds it in', () => {
    fc.assert(
      fc.property(anyIpv4, (address) => {
        const parsed = parseIpAddress(address) ?? [];
        if (PRIVATE.some((network) => isWithin(parsed, network)))
          expect(isPublicAddress(address)).toBe(false);
        for (const carrier of CARRIERS) {
          expect(isPublicAddress(carrier(address))).toBe(isPublicAddress(address));
        }
      }),
    );
  });

  it('is every IPv6 address outside of 2000::/3 that carries none', () => {
    const group = fc.nat({ max: 0xffff });
    fc.assert(
      fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
        const [first = 0] = groups;
        fc.pre(first >> 13 !== 1 && first !== 0 && first !== 0x64);
        expect(isPublicAddress(groups.map((one) => one.toString(16)).join(':'))).toBe(false);
      }),
    );
  });
});

it('a name that is local by itself is told from one that only ends so', () => {
  for (const name of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost.',
    'nas.local',
    'metadata.google.internal',
  ]) {
    expect(isLocalName(name)).toBe(true);
  }
  for (const name of ['notlocalhost', 'localhost.example', 'local.example.com', 'example.com']) {
    expect(isLocalName(name)).toBe(false);
  }
});
