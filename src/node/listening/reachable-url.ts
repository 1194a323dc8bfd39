/** The URL by which a client on the same machine reaches a node that listens on `host`. */
export function reachableUrl(host: string, port: number, isTls = false): string {
  return urlOf(host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, port, isTls);
}

/** The base URL of what listens on `host`, without a trailing slash. */
export function urlOf(host: string, port: number, isTls: boolean): string {
  return `http${isTls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
