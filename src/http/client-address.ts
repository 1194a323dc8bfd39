/**
 * Who the client is, where proxies stand between: the rightmost address in `X-Forwarded-For` that is no
 * trusted proxy, read from the right, for each proxy vouches only for what stands left of it.
 */
import {
  countedNetwork,
  type IpAddress,
  type IpNetwork,
  isWithin,
  parseIpAddress,
  parseIpNetwork,
} from './ip-address.js';

/** What counts where the transport tells no address. */
const UNKNOWN_NETWORK = 'unknown';

export class TrustedProxies {
  readonly #networks: readonly IpNetwork[];

  /** @param networks each as `address/bits`; throws where one is not */
  constructor(networks: readonly string[]) {
    this.#networks = networks.map((text) => {
      const network = parseIpNetwork(text);
      if (network === undefined) throw new RangeError(`not a network: ${text}`);
      return network;
    });
  }

  /** False where no proxy at all is trusted, which is the usual case and spares every look at the peer. */
  get isAny(): boolean {
    return this.#networks.length > 0;
  }

  trusts(address: IpAddress | undefined): boolean {
    return address !== undefined && this.#networks.some((network) => isWithin(address, network));
  }

  /**
   * The client's address; undefined where the peer's own cannot be read.
   *
   * @param peer the other end of the connection
   * @param forwardedFor all X-Forwarded-For fields, joined with commas in the order sent
   */
  clientOf(peer: string, forwardedFor: string): IpAddress | undefined {
    let client = parseIpAddress(peer);
    if (!this.isAny || forwardedFor === '') return client;
    for (const written of forwardedFor.split(',').reverse()) {
      if (!this.trusts(client)) return client;
      const before = parseIpAddress(withoutPort(written.trim()));
      // What a trusted proxy wrote is no address: the proxy itself is the last that is known.
      if (before === undefined) return client;
      client = before;
    }
    return client;
  }
}

/** The subject of the address window that a client counts on. */
export function windowNetworkOf(client: IpAddress | undefined): string {
  return client === undefined ? UNKNOWN_NETWORK : countedNetwork(client);
}

/** Some proxies write `203.0.113.7:5123` or `[2001:db8::1]:5123`. */
function withoutPort(written: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(written);
  if (bracketed !== null) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(written) ? written.slice(0, written.indexOf(':')) : written;
}
