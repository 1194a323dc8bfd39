/**
 * IP addresses and networks in one canonical spelling, so that an address is one text however it was written.
 *
 * An address is eight groups of 16 bits; an IPv4 address is its IPv4-mapped form (`::ffff:a.b.c.d`), so
 * both spellings of it are the same address.
 */
import { isIPv4 } from 'node:net';

/** Eight numbers from 0 to 65,535. */
export type IpAddress = readonly number[];

export interface IpNetwork {
  readonly address: IpAddress;
  /** Leading bits that count, 0 to 128. */
  readonly bits: number;
}

const MAPPED_BITS = 96;
const MAPPED_GROUP = 0xffff;
const GROUP = /^[\da-f]{1,4}$/i;

/** Reads an address, a zone (`%eth0`) left aside; undefined if it is none. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return [0, 0, 0, 0, 0, MAPPED_GROUP, ...ipv4Groups(text)];
  const [bare = ''] = text.split('%', 1);
  return ipv6Groups(bare);
}

/** Reads `address/bits`, where bits count within the family the address is written in. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [written = '', bitsWritten = '', ...more] = text.split('/');
  const address = parseIpAddress(written);
  if (address === undefined || more.length > 0 || !/^\d{1,3}$/.test(bitsWritten)) return undefined;
  const bits = Number(bitsWritten) + (isIPv4(written) ? MAPPED_BITS : 0);
  return bits > 128 ? undefined : { address, bits };
}

export function isWithin(address: IpAddress, network: IpNetwork): boolean {
  return address.every((group, index) => {
    const bits = Math.min(16, Math.max(0, network.bits - index * 16));
    const mask = (MAPPED_GROUP << (16 - bits)) & MAPPED_GROUP;
    return (group & mask) === ((network.address[index] ?? 0) & mask);
  });
}

/** Whose requests are counted together: an IPv4 address, or the /64 of an IPv6 address. */
export function countedNetwork(address: IpAddress): string {
  if (isMapped(address)) return printIpv4(address);
  return `${address
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** In the canonical spelling, that of RFC 5952 for IPv6. */
export function printIpAddress(address: IpAddress): string {
  if (isMapped(address)) return printIpv4(address);
  const groups = address.map((group) => group.toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

function printIpv4(address: IpAddress): string {
  const [high = 0, low = 0] = address.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function isMapped(address: IpAddress): boolean {
  return address[5] === MAPPED_GROUP && address.slice(0, 5).every((group) => group === 0);
}

function ipv4Groups(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** `isIPv6` of Node.js compiles a large expression at its first call: 4 ms, which every start would pay. */
function ipv6Groups(text: string): number[] | undefined {
  const [head = '', tail, ...more] = text.split('::');
  const before = groupsOf(head, tail === undefined);
  const after = groupsOf(tail ?? '', true);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  const left = 8 - before.length - after.length;
  if (tail === undefined) return left === 0 ? before : undefined;
  return left > 0 ? [...before, ...Array<number>(left).fill(0), ...after] : undefined;
}

/** Undefined if one of them is none. The last group of an address may be an IPv4 address, which is two. */
function groupsOf(part: string, isEnd: boolean): number[] | undefined {
  const groups: number[] = [];
  const written = part === '' ? [] : part.split(':');
  for (const [index, group] of written.entries()) {
    if (GROUP.test(group)) groups.push(Number.parseInt(group, 16));
    else if (isEnd && index === written.length - 1 && isIPv4(group)) groups.push(...ipv4Groups(group));
    else return undefined;
  }
  return groups;
}
