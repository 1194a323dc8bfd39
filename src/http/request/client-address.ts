/**
 * The client's address, also behind proxies: the rightmost address in `X-Forwarded-For` that is no
 * trusted proxy, read from the right, for each proxy vouches only for what stands left of it.
 */
import type { Exchange } from '../exchange.js';
import type { Forwarded } from './base-url.js';
import {
  countedNetwork,
  type IpAddress,
  type IpNetwork,
  isWithin,
  parseIpAddress,
  parseIpNetwork,
  printIpAddress,
} from './ip-address.js';
import type { RequestHead } from './request-head.js';

/** Counted for clients whose transport tells no address. */
const UNKNOWN_NETWORK = 'unknown';

/** In the place of an address: a client of the Unix socket. */
export const UNIX_PEER = 'unix';

export type Peer = IpAddress | typeof UNIX_PEER;

/** Networks, and with `unix` those on the Unix socket. */
export class PeerNetworks {
  readonly #networks: readonly IpNetwork[];
  readonly #hasUnix: boolean;

  /** @param networks each as `address/bits`, or `unix`; throws if one is neither */
  constructor(networks: readonly string[]) {
    this.#hasUnix = networks.includes(UNIX_PEER);
    this.#networks = networks
      .filter((text) => text !== UNIX_PEER)
      .map((text) => {
        const network = parseIpNetwork(text);
        if (network === undefined) throw new RangeError(`not a network: ${text}`);
        return network;
      });
  }

  get isEmpty(): boolean {
    return this.#networks.length === 0 && !this.#hasUnix;
  }

  has(peer: Peer | undefined): boolean {
    if (peer === UNIX_PEER) return this.#hasUnix;
    return peer !== undefined && this.#networks.some((network) => isWithin(peer, network));
  }
}

/** The other end of a connection; undefined if its address cannot be read. */
function readPeer(text: string): Peer | undefined {
  return text === UNIX_PEER ? UNIX_PEER : parseIpAddress(text);
}

export class TrustedProxies {
  readonly #networks: PeerNetworks;

  /** @param networks as for `PeerNetworks` */
  constructor(networks: readonly string[]) {
    this.#networks = new PeerNetworks(networks);
  }

  /** False if no proxy at all is trusted, which is the usual case and spares every look at the peer. */
  get isAny(): boolean {
    return !this.#networks.isEmpty;
  }

  /** @param peer the other end of the connection */
  trusts(peer: string): boolean {
    return this.#networks.has(readPeer(peer));
  }

  /**
   * The request as its client made it, by the word of a trusted proxy. To be called during `Gateway.handle`.
   */
  forwarded(exchange: Exchange, head: RequestHead): Forwarded | undefined {
    const { forwardedProto: proto, forwardedHost: host } = head;
    if (!this.isAny || (proto === '' && host === '')) return undefined;
    return this.trusts(exchange.remoteAddress()) ? { proto, host } : undefined;
  }

  /**
   * The client's address; `unix` if it is on the Unix socket and none is told; undefined if it cannot be
   * read.
   *
   * @param peer the other end of the connection
   * @param forwardedFor all X-Forwarded-For fields, joined with commas in the order sent
   */
  clientOf(peer: string, forwardedFor: string): Peer | undefined {
    let client = readPeer(peer);
    if (!this.isAny || forwardedFor === '') return client;
    for (const written of forwardedFor.split(',').reverse()) {
      if (!this.#networks.has(client)) return client;
      const before = parseIpAddress(withoutPort(written.trim()));
      // A trusted proxy wrote something else than an address: the proxy itself is the last that is known.
      if (before === undefined) return client;
      client = before;
    }
    return client;
  }
}

/** The subject of the address window that a client counts on. */
export function windowNetworkOf(client: Peer | undefined): string {
  if (client === undefined) return UNKNOWN_NETWORK;
  return client === UNIX_PEER ? UNIX_PEER : countedNetwork(client);
}

/** An address as people write it; undefined for clients whose transport tells none. */
export function printPeer(client: Peer | undefined): string | undefined {
  return client === undefined || client === UNIX_PEER ? client : printIpAddress(client);
}

/** Some proxies write `203.0.113.7:5123` or `[2001:db8::1]:5123`. */
function withoutPort(written: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(written);
  if (bracketed !== null) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(written) ? written.slice(0, written.indexOf(':')) : written;
}
