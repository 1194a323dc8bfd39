/** Addresses that a URL of somebody else may lead to, at the ends of each block that is set apart. */
import { isPublicAddress } from '../../../../src/outward/public-address.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';

interface AddressAct {
  readonly do: 'ask';
  readonly ipv4: number;
  readonly as: 'ipv4' | 'mapped' | 'nat64' | '6to4';
}

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

export function publicAddressPart(): Part<undefined, AddressAct> {
  return {
    name: 'public-address',
    limits: () => undefined,
    act: (random) => ({
      do: 'ask',
      ipv4: drawAddress(random),
      as: random.pick(['ipv4', 'ipv4', 'mapped', 'nat64', '6to4'] as const),
    }),
    pauseMs: () => 0,
    begin: (trial) => ({
      take({ ipv4, as }) {
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

function drawAddress(random: Random): number {
  const [first, last] = random.pick(SET_APART).map(numberOf) as [number, number];
  const near = random.pick([first - 1, first, last, last + 1, random.between(first, last)]);
  return (near + ADDRESSES) % ADDRESSES;
}

function numberOf(ipv4: string): number {
  return ipv4.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function printed(ipv4: number, as: AddressAct['as']): string {
  const dotted = [24, 16, 8, 0].map((bits) => (ipv4 >>> bits) & 255).join('.');
  const [high, low] = [ipv4 >>> 16, ipv4 & 65_535].map((half) => half.toString(16));
  if (as === 'ipv4') return dotted;
  if (as === '6to4') return `2002:${high}:${low}::1`;
  return `${as === 'mapped' ? '::ffff:' : '64:ff9b::'}${dotted}`;
}
