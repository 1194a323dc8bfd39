/** Servers on loopback, and calls to them as to services of others. */

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ConnectionOptions } from '../../src/outward/connections.js';
import type { Service } from '../../src/outward/outward.js';
import { Services } from '../../src/outward/services.js';
import type { EndedCall } from '../../src/outward/traffic.js';
import type { Certificate } from '../contract/support/certificates.js';

export const KEY = 'sk-planted-secret';
export const NEVER = new AbortController().signal;

/** Names of hosts that lead to loopback, and are taken for public: those of the certificate of a test. */
export const PUBLIC_HOSTS = ['files.test', 'other.test'];
const PUBLIC_STAND_IN = '127.0.0.9';

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** Connections that are open now. */
  readonly connections: () => number;
  /** Whether the connection of the last request is closed. The library may have made another one at once. */
  readonly isLeft: () => boolean;
}

/** Closed at the end of the test, with its connections. */
export async function serve(answer: RequestListener, tls?: Certificate): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server: Server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const { port } = server.address() as AddressInfo;
  const scheme = tls === undefined ? 'http' : 'https';
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    requests,
    connections: () => sockets.size,
    isLeft: () => requests.at(-1)?.socket.destroyed === true,
  };
}

export interface TestedService {
  readonly service: Service;
  readonly services: Services;
  readonly ended: EndedCall[];
}

/** @param tls the certificate whose authority is trusted */
export function serviceAt(
  url: string,
  { tls, ...connections }: Partial<ConnectionOptions> & { readonly tls?: Certificate } = {},
): TestedService {
  const ended: EndedCall[] = [];
  const services = new Services({
    observe: (call) => ended.push(call),
    connections: {
      connectMs: 5_000,
      ca: tls?.ca,
      addressesOf: (host, found) => {
        const address = PUBLIC_HOSTS.includes(host) ? PUBLIC_STAND_IN : '127.0.0.1';
        process.nextTick(found, null, [{ address, family: 4 }]);
      },
      isAllowed: (address) => address === PUBLIC_STAND_IN,
      ...connections,
    },
  });
  onTestFinished(() => services.close());
  const service = services.make({ name: 'tested', url, secretHeaders: { authorization: `Bearer ${KEY}` } });
  return { service, services, ended };
}

/** The error that a promise ends with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
}
