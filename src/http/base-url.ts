/** The base of absolute links in an answer, without a trailing slash. */
import { isHostAndPort } from './host.js';

let lastHost = '';
let lastBase = 'http://';

/** What a trusted proxy says of the request as the client made it; '' where it says nothing. */
export interface Forwarded {
  readonly proto: string;
  readonly host: string;
}

/**
 * @param publicUrl the configured base, which beats all else
 * @param forwarded undefined where the peer is no trusted proxy
 * @param host the request's own Host, judged already
 */
export function baseUrlOf(
  publicUrl: string | undefined,
  forwarded: Forwarded | undefined,
  host: string,
): string {
  if (publicUrl !== undefined) return publicUrl;
  if (forwarded === undefined) return ofHost(host);
  const proto = nearest(forwarded.proto).toLowerCase();
  const forwardedHost = nearest(forwarded.host);
  return `${proto === 'https' ? 'https' : 'http'}://${isHostAndPort(forwardedHost) ? forwardedHost : host}`;
}

/** Nearly every request names the same host as the one before. */
function ofHost(host: string): string {
  if (host !== lastHost) {
    lastHost = host;
    lastBase = `http://${host}`;
  }
  return lastBase;
}

/** Of a list, what the nearest proxy wrote: the last. */
function nearest(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim();
}
