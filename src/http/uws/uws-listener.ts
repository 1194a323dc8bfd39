/**
 * One listener: a TCP port, with or without TLS, or a Unix socket. Each has an app of the library.
 *
 * A certificate is part of such an app. So that another one can take over without the port ever being closed,
 * the app that listens with TLS serves nothing: it hands each connection on, as it is accepted, to a *child
 * app* with the certificate of the day. The library has that for apps on other threads
 * (`addChildAppDescriptor`); it does as well on one. Connections stay with the app they were handed to, and
 * the certificate they began with, to their end.
 *
 * Invariants
 *  1. A listener with TLS has one child app at a time: the library takes turns between several.
 *  2. Apps that served once are closed with the listener; they are kept until then, for connections may be
 *     open in them. Closing one sooner would give nothing back: neither release of the library frees its
 *     memory before the process ends. (They free names that are added to an app and removed again, which
 *     serve clients that name a host, and not all do.)
 */

import type { SteadyMs } from '../../time/clock.js';
import type { LiveHub } from '../live/live-hub.js';
import type { Surface } from '../surface.js';
import type { Handshake } from './handshake.js';
import { loadUws, type TemplatedApp, type us_listen_socket } from './uws.js';
import type { UwsCork } from './uws-cork.js';
import { UwsExchange } from './uws-exchange.js';
import type { RequestOwner, UwsRequest } from './uws-request.js';
import { serveWebSockets, type WebSocketHost } from './web-sockets.js';

/** Paths of files in PEM; `cert` with the certificates that lead to the root behind it. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Of an encrypted key. */
  readonly passphrase: string | undefined;
}

export type ListenAddress =
  | {
      readonly kind: 'tcp';
      /** Address or name of the interface. */
      readonly host: string;
      /** 0 picks a free one. */
      readonly port: number;
      readonly tls?: TlsFiles | undefined;
      /** The part of the gateway that is served here; all of it if left out. */
      readonly surface?: Surface;
    }
  /** A socket file that only its owner may connect to. A file that is there already is removed. */
  | { readonly kind: 'unix'; readonly path: string; readonly surface?: Surface };

export type ListenAddressKind = ListenAddress['kind'];

export interface ListenerHost {
  readonly cork: UwsCork;
  handle(exchange: UwsExchange, surface: Surface): void;
  /** Has the connections of an app counted, and bounded. */
  watchConnections(app: TemplatedApp, surface: Surface): void;
  /** Takes the watchers of the node; undefined if nobody can watch. */
  readonly live: LiveHub | undefined;
  /** A connection is gone that had become a WebSocket. */
  webSocketClosed(surface: Surface): void;
  opened(request: UwsRequest): void;
  closed(request: UwsRequest): void;
  soon(task: () => void): void;
  steadyMs(): SteadyMs;
  after(delayMs: number, task: () => void): () => void;
}

/** Without it a second process could listen on the same port, and each would get a part of the requests. */
const LISTEN_EXCLUSIVELY = 1;
/** While a socket file is made: nobody but the owner may connect. */
const OWNER_ONLY_UMASK = 0o177;

/** Both releases take these; the types of the older one do not say so. */
interface UntypedApp {
  listen(host: string, port: number, options: number, done: (socket: us_listen_socket | false) => void): void;
  getDescriptor(): unknown;
  addChildAppDescriptor(descriptor: unknown): void;
  removeChildAppDescriptor(descriptor: unknown): void;
}

type App = TemplatedApp & UntypedApp;

export class UwsListener implements RequestOwner {
  readonly closesBodiless = loadUws().closesBodiless;
  readonly cork: UwsCork;
  readonly isTls: boolean;
  readonly isUnix: boolean;
  /** 0 of a Unix socket, and before it listens. */
  port = 0;
  handshake: Handshake | undefined;
  readonly #uws = loadUws().uws;
  readonly #host: ListenerHost;
  readonly #address: ListenAddress;
  readonly #surface: Surface;
  readonly #listening: App;
  /** Of a listener with TLS: the app that connections are handed to, and those before it. */
  readonly #children: App[] = [];
  #listenSocket: us_listen_socket | undefined;

  /** Throws if the certificate cannot be used. */
  constructor(host: ListenerHost, address: ListenAddress) {
    const tls = address.kind === 'tcp' ? address.tls : undefined;
    this.#host = host;
    this.#address = address;
    this.#surface = address.surface ?? 'whole';
    this.cork = host.cork;
    this.isTls = tls !== undefined;
    this.isUnix = address.kind === 'unix';
    if (tls === undefined) {
      this.#listening = this.#serving(this.#uws.App() as App);
    } else {
      this.#listening = this.#tlsApp(tls);
      this.prepareTls(tls)();
    }
  }

  get isListening(): boolean {
    return this.#listenSocket !== undefined;
  }

  /**
   * Throws if the address cannot be listened on. Again after `stopListening`, it is the same port; one that
   * the kernel picked then only when all connections made on it are gone, for the library sets no
   * SO_REUSEADDR on such.
   */
  listen(): void {
    const address = this.#address;
    const take = (listenSocket: us_listen_socket | false) => {
      if (listenSocket) this.#listenSocket = listenSocket;
    };
    if (address.kind === 'unix') {
      const umask = process.umask(OWNER_ONLY_UMASK);
      this.#listening.listen_unix(take, address.path);
      process.umask(umask);
    } else {
      this.#listening.listen(address.host, this.port || address.port, LISTEN_EXCLUSIVELY, take);
    }
    if (this.#listenSocket === undefined) throw new Error(whyNot(address));
    if (!this.isUnix) this.port = this.#uws.us_socket_local_port(this.#listenSocket);
  }

  /**
   * Makes ready for another certificate; what it returns has connections made from then on begin with it.
   *
   * Throws, and changes nothing, if the certificate cannot be used.
   */
  prepareTls(tls: TlsFiles): () => void {
    const next = this.#serving(this.#tlsApp(tls));
    return () => {
      const before = this.#children.at(-1);
      if (before !== undefined) this.#listening.removeChildAppDescriptor(before.getDescriptor());
      this.#listening.addChildAppDescriptor(next.getDescriptor());
      this.#children.push(next);
    };
  }

  stopListening(): void {
    if (this.#listenSocket !== undefined) this.#uws.us_listen_socket_close(this.#listenSocket);
    this.#listenSocket = undefined;
  }

  /** Closes every connection. */
  close(): void {
    for (const app of [...this.#children, this.#listening]) app.close();
  }

  opened(request: UwsRequest): void {
    this.#host.opened(request);
  }

  closed(request: UwsRequest): void {
    this.#host.closed(request);
  }

  soon(task: () => void): void {
    this.#host.soon(task);
  }

  steadyMs(): SteadyMs {
    return this.#host.steadyMs();
  }

  after(delayMs: number, task: () => void): () => void {
    return this.#host.after(delayMs, task);
  }

  #tlsApp({ cert, key, passphrase }: TlsFiles): App {
    const options = { cert_file_name: cert, key_file_name: key };
    try {
      return this.#uws.SSLApp(passphrase === undefined ? options : { ...options, passphrase }) as App;
    } catch (error) {
      throw new Error(`cannot use the certificate in ${cert} with the key in ${key}`, { cause: error });
    }
  }

  #serving(app: App): App {
    this.#host.watchConnections(app, this.#surface);
    if (this.#host.live !== undefined) {
      const host: WebSocketHost = {
        upgrade: (res, req, handshake) => {
          this.handshake = handshake;
          this.#host.handle(new UwsExchange(this, res, req, 'GET'), this.#surface);
          this.handshake = undefined;
        },
        closed: () => this.#host.webSocketClosed(this.#surface),
      };
      serveWebSockets(app, this.#host.live, host, this.#surface === 'public');
    }
    app.get('/*', (res, req) => this.#host.handle(new UwsExchange(this, res, req, 'GET'), this.#surface));
    app.any('/*', (res, req) => this.#host.handle(new UwsExchange(this, res, req), this.#surface));
    return app;
  }
}

function whyNot(address: ListenAddress): string {
  if (address.kind === 'unix') return `cannot listen on the Unix socket ${address.path}`;
  return `cannot listen on ${address.host} port ${address.port}: it is in use, or not an address of this machine`;
}
