/**
 * Validates a client's part of the opening handshake (RFC 6455, section 4.2.1). The library takes any request
 * with a Sec-WebSocket-Key of 24 characters for one; here the rest of it counts as well.
 *
 * A request with a body is none: where that ends and the first frame begins, readers may disagree.
 */
import type { HttpRequest, us_socket_context_t } from './uws.js';

export interface Handshake {
  /** The Sec-WebSocket-Key. */
  readonly key: string;
  /** Of the app that the request came to; good while that is open. */
  readonly context: us_socket_context_t;
}

/** Base64 of 16 bytes. */
const KEY = /^[A-Za-z0-9+/]{21}[AQgw]==$/;
const VERSION = '13';

/** Undefined if it is not valid. */
export function readHandshake(req: HttpRequest, context: us_socket_context_t): Handshake | undefined {
  const key = req.getHeader('sec-websocket-key');
  const isWhole =
    KEY.test(key) &&
    req.getHeader('sec-websocket-version') === VERSION &&
    tokensOf(req.getHeader('upgrade')).includes('websocket') &&
    tokensOf(req.getHeader('connection')).includes('upgrade') &&
    req.getHeader('content-length') === '' &&
    req.getHeader('transfer-encoding') === '';
  return isWhole ? { key, context } : undefined;
}

function tokensOf(field: string): readonly string[] {
  return field.split(',').map((token) => token.trim().toLowerCase());
}
