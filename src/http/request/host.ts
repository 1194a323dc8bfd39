/** The Host field: `host[:port]`, where host is a name, an IPv4 address, or an IPv6 address in brackets. */
import { isIPv6 } from 'node:net';

const NAME = /^[A-Za-z0-9._-]{1,255}(?::(\d{1,5}))?$/;
const BRACKETED = /^\[([0-9A-Fa-f:.]{2,45})\](?::(\d{1,5}))?$/;
const PORT_MAX = 65_535;

export function isHostAndPort(text: string): boolean {
  const name = NAME.exec(text);
  if (name !== null) return isPort(name[1]);
  const bracketed = BRACKETED.exec(text);
  return bracketed !== null && isIPv6(bracketed[1] ?? '') && isPort(bracketed[2]);
}

function isPort(digits: string | undefined): boolean {
  return digits === undefined || Number(digits) <= PORT_MAX;
}
