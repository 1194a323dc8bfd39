/**
 * The judge of addresses: a URL that is not the configuration's may lead to public ones only.
 *
 * Forbidden is every block of the registries of special-purpose addresses (IANA, RFC 6890) that is not
 * reachable for everybody, multicast, and the address at which Azure has its metadata. An IPv6 address that
 * carries an IPv4 address (mapped, NAT64 of RFC 6052, 6to4) is judged by that.
 */
import { BlockList, isIP } from 'node:net';

/** As `address/bits`. The metadata of clouds, at 169.254.169.254 and 100.100.100.200, are among them. */
const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Everything else among IPv6 is forbidden: loopback, unique local, link-local, multicast, unassigned. */
const ALLOWED_IPV6 = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];
const FORBIDDEN_IPV6 = ['2001::/23', '2001:db8::/32', '3fff::/20'];

interface Blocks {
  readonly forbidden: BlockList;
  readonly allowedIpv6: BlockList;
}

let made: Blocks | undefined;

/** Made with the first address: it takes 2 ms, of which a start has no need. */
function blocks(): Blocks {
  made ??= makeBlocks();
  return made;
}

function makeBlocks(): Blocks {
  const forbidden = new BlockList();
  const allowedIpv6 = new BlockList();
  for (const block of FORBIDDEN_IPV4) {
    const [address = '', bits] = block.split('/');
    forbidden.addSubnet(address, Number(bits), 'ipv4');
    forbidden.addSubnet(`::ffff:${address}`, 96 + Number(bits), 'ipv6');
    forbidden.addSubnet(`64:ff9b::${address}`, 96 + Number(bits), 'ipv6');
    forbidden.addSubnet(`2002:${inHex(address)}::`, 16 + Number(bits), 'ipv6');
  }
  for (const block of FORBIDDEN_IPV6) addIpv6(forbidden, block);
  for (const block of ALLOWED_IPV6) addIpv6(allowedIpv6, block);
  return { forbidden, allowedIpv6 };
}

/** False, too, for a text that is no address, and for an address with a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !blocks().forbidden.check(address, 'ipv4');
    case 6:
      return blocks().allowedIpv6.check(address, 'ipv6') && !blocks().forbidden.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Whether a name is this machine (RFC 6761), or one of a private network (`.local` of RFC 6762; `.internal`,
 * under which clouds have their metadata), by its very name, whatever a resolver says.
 */
export function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal)\.?$/i.test(host);
}

/**
 * Whether a URL may be called, as far as itself tells: https, to a public address or to a name, which is
 * judged when it is connected to.
 */
export function mayBePublic({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && !isLocalName(host) && (isIP(host) === 0 || isPublicAddress(host));
}

function addIpv6(list: BlockList, block: string): void {
  const [address = '', bits] = block.split('/');
  list.addSubnet(address, Number(bits), 'ipv6');
}

/** `10.1.2.3` as `a01:203`. */
function inHex(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
