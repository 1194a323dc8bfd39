/** The addresses of clients, of networks for documentation (RFC 5737, RFC 3849). */

export interface ClientAddress {
  /** The other end of the connection. */
  readonly peer: string;
  /** X-Forwarded-For; none is sent if it is absent. */
  readonly forwardedFor?: string;
  /** The peer is a proxy whose word is taken. */
  readonly isProxied?: true;
  /** The address or network that the contract counts the client on. */
  readonly counted: string;
  /** Its own, if the contract counts its network. */
  readonly own?: string;
}

/**
 * @param nth of the requests of a history: a client has many addresses of its network, and of its proxies
 * @param trusted the networks whose word is taken; if it is absent, each client has its one address
 */
export function clientAddress(
  client: number,
  nth: number,
  trusted: readonly string[] | undefined,
): ClientAddress {
  const plain = `203.0.113.${client}`;
  if (trusted === undefined) return { peer: plain, counted: plain };
  const network = `2001:db8:0:${client}`;
  const inNetwork = `${network}::${(nth + 1).toString(16)}`;
  const forged = `198.51.100.${nth % 200}`;
  if (client % 2 === 0) {
    // A client that is no proxy is not believed.
    const own = new URL(`http://[${inNetwork}]`).hostname.slice(1, -1);
    return {
      peer: inNetwork,
      ...(nth % 3 === 0 ? {} : { forwardedFor: forged }),
      counted: network,
      own,
    };
  }
  if (trusted.length === 0) return { peer: plain, forwardedFor: forged, counted: plain };
  const proxy = `10.0.${nth % 2}.1`;
  const written = [plain, `${plain}:5123`, `${forged}, ${plain}`, `${forged},${plain} , 2001:db8:ffff::7`];
  return {
    peer: proxy,
    forwardedFor: written[nth % written.length] ?? plain,
    isProxied: true,
    counted: plain,
  };
}
