/** Where a client on the same machine reaches a node that listens on `host`. */
export function reachableUrl(host: string, port: number, isTls = false): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http${isTls ? 's' : ''}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
