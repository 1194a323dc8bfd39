/** Has the server listen where the configuration says, and keeps its certificate up to date. */

import { errorOf, messageOf } from '../../errors/error-text.js';
import type { LiveHub } from '../../http/live/live-hub.js';
import type { Gateway } from '../../http/pipeline/gateway.js';
import type { ConnectionGuard } from '../../http/uws/connection-guard.js';
import { type HttpServer, startServer } from '../../http/uws/server.js';
import type { ListenAddress } from '../../http/uws/uws-listener.js';
import type { World } from '../../time/world.js';
import type { NodeConfig } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Log } from '../logging/log.js';
import type { Listener } from './listener.js';
import { reachableUrl, urlOf } from './reachable-url.js';
import { openSocketFile, type SocketFile, validateSocketPath } from './socket-file.js';
import { readTls, type Tls } from './tls-files.js';

export interface BoundListener extends Listener {
  readonly server: HttpServer;
  /** Unix time in seconds at which the certificate is no longer valid; undefined without TLS. */
  readonly certificateEnds: () => number | undefined;
  /** `http://HOST:PORT`, or `https://…` */
  readonly url: string;
  /** Undefined if management has no port of its own. */
  readonly managementUrl: string | undefined;
  /** The URL of the management API for clients on the same machine. */
  readonly managedAt: string;
  /** No new connections; those that are open go on. */
  stopListening(): void;
  /**
   * Listens again on each address on which it does not. Throws if one of the ports cannot be listened on;
   * then none is. Returns why the Unix socket is not, while the ports are: what stands at its path by now is
   * somebody else's, say. Once it drains, it does nothing.
   */
  listenAgain(): Error | undefined;
}

export interface ListeningParts {
  readonly gateway: Gateway;
  readonly live: LiveHub;
  readonly world: World;
  readonly config: NodeConfig;
  readonly connections: ConnectionGuard;
  readonly log: Log;
}

/** Rejects with `StartRefused` if one of the addresses cannot be listened on; then none is. */
export async function startListening(parts: ListeningParts): Promise<BoundListener> {
  const { world, config, log } = parts;
  const { unixSocket } = config;
  let tls = readTls(config);
  const isTls = tls !== undefined;
  if (tls !== undefined) warnOfEnd(tls, world, log);
  if (unixSocket !== undefined) await validateSocketPath(unixSocket);
  const server = await listen(parts, addressesOf(config, tls));
  let socketFile: SocketFile | undefined;
  let isDraining = false;
  const openFile = () => {
    if (unixSocket === undefined) return;
    socketFile = openSocketFile(unixSocket, config.unixSocketMode, config.unixSocketOwner);
  };
  try {
    openFile();
  } catch (error) {
    await server.drain(0);
    throw error;
  }
  const [port = 0, managementPort = 0] = server.ports;
  return {
    server,
    certificateEnds: () => tls?.validUntil,
    url: urlOf(config.host, port, isTls),
    managementUrl:
      config.managementPort === undefined
        ? undefined
        : urlOf(config.managementHost, managementPort, config.managementTls),
    managedAt:
      config.managementPort === undefined
        ? reachableUrl(config.host, port, isTls)
        : reachableUrl(config.managementHost, managementPort, config.managementTls),
    stopListening: () => server.stopListening(),
    listenAgain() {
      if (isDraining) return undefined;
      server.listenAgain('tcp');
      if (server.isListening('unix') !== false) return undefined;
      try {
        socketFile?.assertReplaceable();
        server.listenAgain('unix');
        openFile();
        return undefined;
      } catch (error) {
        server.stopListening('unix');
        return errorOf(error);
      }
    },
    async drain(limitMs) {
      isDraining = true;
      // The missing file tells clients that they cannot connect any more; they are not kept waiting.
      socketFile?.remove();
      await server.drain(limitMs);
    },
    // The files may hold another certificate by now, or be other files. The library keeps each that it was
    // given to its end.
    prepare(next) {
      const nextTls = isTls ? readTls(next) : undefined;
      if (nextTls === undefined) return () => {};
      const isSame = nextTls.fingerprint === tls?.fingerprint;
      const goOver = isSame ? () => {} : server.prepareTls(nextTls.files);
      return () => {
        goOver();
        tls = nextTls;
        warnOfEnd(nextTls, world, log);
      };
    },
  };
}

/** The public port first, then that of management, if there is one. */
function addressesOf(config: NodeConfig, tls: Tls | undefined): readonly ListenAddress[] {
  const { host, port, managementHost, managementPort, managementTls, unixSocket } = config;
  const surface = managementPort === undefined ? 'whole' : 'public';
  const addresses: ListenAddress[] = [{ kind: 'tcp', host, port, tls: tls?.files, surface }];
  if (managementPort !== undefined) {
    addresses.push({
      kind: 'tcp',
      host: managementHost,
      port: managementPort,
      tls: managementTls ? tls?.files : undefined,
      surface: 'management',
    });
  }
  if (unixSocket !== undefined) addresses.push({ kind: 'unix', path: unixSocket, surface });
  return addresses;
}

async function listen(
  { gateway, live, world, connections }: ListeningParts,
  addresses: readonly ListenAddress[],
): Promise<HttpServer> {
  try {
    return await startServer({ gateway, live, world, connections, addresses });
  } catch (error) {
    throw new StartRefused(messageOf(error), { cause: error });
  }
}

function warnOfEnd({ validUntil, files }: Tls, world: World, log: Log): void {
  if (validUntil * 1_000 > world.wallMs()) return;
  log.warn({ file: files.cert, validUntil }, 'the certificate is no longer valid: clients will refuse it');
}
