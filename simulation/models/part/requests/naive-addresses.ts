/** Addresses as numbers of 128 bits, and how they are written. IPv4 is its mapped form, `::ffff:a.b.c.d`. */

/** 32 hexadecimal digits. */
export type Address = string;
export type Writing = 'plain' | 'mapped' | 'port' | 'full' | 'zone';

/** A network whose bits count from the first of IPv6. */
export interface Network {
  readonly address: Address;
  readonly bits: number;
}

const ALL_BITS = 128;
const MAPPED = '00000000000000000000ffff';

export function isMapped(address: Address): boolean {
  return address.startsWith(MAPPED);
}

/** The address whose number is greater by so many. */
export function moved(address: Address, by: number): Address {
  const number = (BigInt(`0x${address}`) + BigInt(by)) & (2n ** BigInt(ALL_BITS) - 1n);
  return number.toString(16).padStart(32, '0');
}

export function firstOf({ address, bits }: Network): Address {
  const others = BigInt(ALL_BITS - bits);
  return ((BigInt(`0x${address}`) >> others) << others).toString(16).padStart(32, '0');
}

export function lastOf(network: Network): Address {
  const others = 2n ** BigInt(ALL_BITS - network.bits) - 1n;
  return (BigInt(`0x${firstOf(network)}`) + others).toString(16).padStart(32, '0');
}

export function isIn(network: Network, address: Address): boolean {
  return firstOf(network) <= address && address <= lastOf(network);
}

export function writtenNetwork({ address, bits }: Network): string {
  return isMapped(address) ? `${canonical(address)}/${bits - 96}` : `${canonical(address)}/${bits}`;
}

/** Any of the ways in which a transport, or a proxy, writes it. */
export function written(address: Address, as: Writing): string {
  const text = canonical(address);
  if (isMapped(address)) {
    if (as === 'mapped' || as === 'zone') return `::ffff:${text}`;
    if (as === 'full') return groupsOf(address).join(':');
    return as === 'port' ? `${text}:5123` : text;
  }
  if (as === 'port') return `[${text}]:5123`;
  if (as === 'zone') return `${text}%eth0`;
  return as === 'full' ? groupsOf(address).join(':') : text;
}

/** RFC 5952: the longest run of two zeros or more is left out, the first of several. */
export function canonical(address: Address): string {
  const groups = groupsOf(address).map((group) => group.replace(/^0{1,3}/, ''));
  if (isMapped(address)) {
    const bytes = address.slice(24).match(/../g) ?? [];
    return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  }
  for (let length = 8; length >= 2; length--) {
    const at = groups.findIndex((_, from) => {
      const run = groups.slice(from, from + length);
      return run.length === length && run.every((group) => group === '0');
    });
    if (at !== -1) return `${groups.slice(0, at).join(':')}::${groups.slice(at + length).join(':')}`;
  }
  return groups.join(':');
}

/** The name of all that counts as one client: an IPv4 address, or the first 64 bits. */
export function countedAs(address: Address): string {
  if (isMapped(address)) return canonical(address);
  const groups = groupsOf(address).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0{1,3}/, '')).join(':')}::/64`;
}

function groupsOf(address: Address): readonly string[] {
  return address.match(/..../g) ?? [];
}
