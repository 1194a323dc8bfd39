/**
 * The address of a node on a command line: `http://HOST:PORT`, `https://…`, or `unix:/PATH` of its Unix
 * socket.
 */
import { isAbsolute } from 'node:path';
import { ConfigError } from '../../node/config/start-refused.js';

const UNIX = 'unix:';
/** The host that a request over a Unix socket names: HTTP requires one. */
const UNIX_HOST = 'http://localhost';

/** @throws ConfigError that begins with `source` if the text is no such address */
export function parseNodeAddress(text: string, source: string): string {
  if (text.startsWith(UNIX)) {
    const path = text.slice(UNIX.length).replace(/^\/\/(?=\/)/, '');
    if (!isAbsolute(path)) throw new ConfigError(`${source} must name a socket as unix:/PATH, not ${text}`);
    return UNIX + path;
  }
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username + parsed.search !== '')
    throw new ConfigError(
      `${source} must be an http or https URL such as http://127.0.0.1:8080, or unix:/PATH, not ${text}`,
    );
  return parsed.href.replace(/\/+$/, '');
}

/** The host, if requests go there over a network without encryption; else undefined. */
export function plainHostOf(address: string): string | undefined {
  if (!address.startsWith('http:')) return undefined;
  const { host, hostname } = new URL(address);
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? undefined : host;
}

/** @param target path and query */
export function requestTo(
  address: string,
  target: string,
): { readonly url: URL; readonly socketPath: string | undefined } {
  if (!address.startsWith(UNIX)) return { url: new URL(address + target), socketPath: undefined };
  return { url: new URL(UNIX_HOST + target), socketPath: address.slice(UNIX.length) };
}
