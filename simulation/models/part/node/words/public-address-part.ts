/**
 * Addresses and names that a URL of somebody else may lead to: those at the ends of each block that is set
 * apart, and names that are of this machine or of its network alone.
 */
import { isPublicAddress, mayBePublic } from '../../../../../src/outward/public-address.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';

type AddressAct =
  | {
      readonly do: 'ask';
      readonly ipv4: number;
      readonly as: 'ipv4' | 'mapped' | 'nat64' | '6to4';
    }
  | { readonly do: 'ask_ipv6'; readonly address: string; readonly isPublic: boolean }
  | { readonly do: 'ask_url'; readonly url: string; readonly isPublic: boolean };

/** The first and the last address of each block of IPv4 that is not everybody's (IANA, RFC 6890). */
const SET_APART: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];
const ADDRESSES = 2 ** 32;
/** Addresses of IPv6 at the ends of what is everybody's. */
const OPEN_IPV6 = [
  ...[
    '2000::',
    '2001:200::',
    '2001:db7:ffff:ffff::',
    '2001:db9::',
    '3ffe:ffff::',
    '3fff:1000::',
    '3fff:ffff::',
  ],
  ...['2001:2ff:ffff::', '2606:4700::1111', '2a00:1450::1'],
];
const CLOSED_IPV6 = [
  ...['::', '::1', '::2', '1fff:ffff::', '2001::', '2001:1ff:ffff::', '2001:db8::', '2001:db8:ffff:ffff::1'],
  ...[
    '3fff::',
    '3fff:fff:ffff::',
    '4000::',
    'fc00::',
    'fdff:ffff::',
    'fe80::',
    'febf::1',
    'fec0::',
    'ff00::1',
  ],
  ...[
    '64:ff9a::808:808',
    '64:ff9b:1::808:808',
    '::fffe:8.8.8.8',
    '2606:4700::1111%eth0',
    'fe80::1%1',
    '1.2.3',
    '',
  ],
];
const OPEN_NAMES = [
  'files.example',
  'local.example',
  'localhost.example',
  'internal.example',
  'mylocal',
  'a-internal',
];
const CLOSED_NAMES = [
  'localhost',
  'local',
  'internal',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
];
const CLOSED_URLS = [
  '[::1]',
  '[fd00::1]',
  '[::ffff:a00:1]',
  '10.0.0.1',
  '0x7f.1',
  '2130706433',
  '169.254.169.254',
];
const OPEN_URLS = ['8.8.8.8', '[2606:4700::1111]', '134744072'];

export function publicAddressPart(): Part<undefined, AddressAct> {
  return {
    name: 'public-address',
    limits: () => undefined,
    act(random) {
      const isPublic = random.chance(0.5);
      if (random.chance(0.3))
        return { do: 'ask_ipv6', address: random.pick(isPublic ? OPEN_IPV6 : CLOSED_IPV6), isPublic };
      if (random.chance(0.2)) return { do: 'ask_url', ...drawUrl(random, isPublic) };
      return {
        do: 'ask',
        ipv4: drawAddress(random),
        as: random.pick(['ipv4', 'ipv4', 'mapped', 'nat64', '6to4'] as const),
      };
    },
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        if (act.do === 'ask_url') {
          trial.same('may-be', `${act.url} ${mayBePublic(new URL(act.url))}`, `${act.url} ${act.isPublic}`);
          return;
        }
        if (act.do === 'ask_ipv6') {
          const { address } = act;
          trial.same('judged', `${address} ${isPublicAddress(address)}`, `${address} ${act.isPublic}`);
          return;
        }
        const { ipv4, as } = act;
        const isSetApart = SET_APART.some(
          ([first, last]) => numberOf(first) <= ipv4 && ipv4 <= numberOf(last),
        );
        const address = printed(ipv4, as);
        trial.same('judged', `${address} ${isPublicAddress(address)}`, `${address} ${!isSetApart}`);
      },
      compare() {},
    }),
  };
}

function drawUrl(random: Random, isPublic: boolean): { readonly url: string; readonly isPublic: boolean } {
  const [names, addresses] = isPublic ? [OPEN_NAMES, OPEN_URLS] : [CLOSED_NAMES, CLOSED_URLS];
  const name = random.pick(names);
  const named = [name, `${name}.`, name.toUpperCase()];
  const host = random.chance(0.6) ? random.pick(named) : random.pick(addresses);
  const scheme = random.chance(0.9) ? 'https' : random.pick(['http', 'ftp']);
  return { url: `${scheme}://${host}:8443/a`, isPublic: isPublic && scheme === 'https' };
}

function drawAddress(random: Random): number {
  const [first, last] = random.pick(SET_APART).map(numberOf) as [number, number];
  const near = random.pick([first - 1, first, last, last + 1, random.between(first, last)]);
  return (near + ADDRESSES) % ADDRESSES;
}

function numberOf(ipv4: string): number {
  return ipv4.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function printed(ipv4: number, as: 'ipv4' | 'mapped' | 'nat64' | '6to4'): string {
  const dotted = [24, 16, 8, 0].map((bits) => (ipv4 >>> bits) & 255).join('.');
  const [high, low] = [ipv4 >>> 16, ipv4 & 65_535].map((half) => half.toString(16));
  if (as === 'ipv4') return dotted;
  if (as === '6to4') return `2002:${high}:${low}::1`;
  return `${as === 'mapped' ? '::ffff:' : '64:ff9b::'}${dotted}`;
}
