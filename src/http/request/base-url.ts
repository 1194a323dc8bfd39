/** The base of absolute links in an answer, without a trailing slash. */
import { isHostAndPort } from './host.js';

let lastHost = '';
let lastBase = 'http://';
let wasTls = false;

/** The request as the client made it, by the word of a trusted proxy; '' if it says nothing. */
export interface Forwarded {
  readonly proto: string;
  readonly host: string;
}

/**
 * @param publicUrl the configured base, which beats all else
 * @param forwarded undefined if the peer is no trusted proxy
 * @param host the request's own Host, which is valid
 * @param isTls whether the connection that the request came on is encrypted
 */
export function baseUrlOf(
  publicUrl: string | undefined,
  forwarded: Forwarded | undefined,
  host: string,
  isTls = false,
): string {
  if (publicUrl !== undefined) return publicUrl;
  if (forwarded === undefined) return ofHost(host, isTls);
  const proto = nearest(forwarded.proto).toLowerCase();
  const forwardedHost = nearest(forwarded.host);
  const isHttps = proto === '' ? isTls : proto === 'https';
  return `${schemeOf(isHttps)}${isHostAndPort(forwardedHost) ? forwardedHost : host}`;
}

function schemeOf(isHttps: boolean): string {
  return isHttps ? 'https://' : 'http://';
}

/** Nearly every request names the same host as the one before. */
function ofHost(host: string, isTls: boolean): string {
  if (host !== lastHost || isTls !== wasTls) {
    lastHost = host;
    wasTls = isTls;
    lastBase = schemeOf(isTls) + host;
  }
  return lastBase;
}

/** Of a list, what the nearest proxy wrote: the last. */
function nearest(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim();
}
