/**
 * Serves a gateway over HTTP/1.1 on uWebSockets.js.
 *
 *     const server = await startServer({ gateway, world, host: '127.0.0.1', port: 0 });
 *     server.port                  // the port in fact bound
 *     await server.drain(10_000)   // no new connections; open requests finish within 10 s; then all is closed
 *
 * The gateway's own `isDraining` is to be true before `drain` is called: requests that still come in on
 * connections kept open are answered as it decides, and their connections closed.
 *
 * Idle connections and slow header senders are cut off by the library after some ten seconds, header blocks
 * over 4 KiB or 100 fields are answered 431 by it, and what is no HTTP/1.1 400 or 505.
 *
 * Invariants
 *  1. One method handles every route, so none returns without an answer or a registered abort.
 *  2. `open` is the number of exchanges that outlived their handler and are neither answered in whole nor
 *     gone; `drain` waits for it to reach zero.
 */
import type { World } from '../time/world.js';
import type { ConnectionGuard } from './connection-guard.js';
import type { Gateway } from './gateway.js';
import { loadUws, type TemplatedApp, type us_listen_socket } from './uws.js';
import { UwsCork } from './uws-cork.js';
import { type ExchangeOwner, NOT_OPEN, UwsExchange } from './uws-exchange.js';

export interface ServerOptions {
  readonly gateway: Gateway;
  readonly world: World;
  readonly connections: ConnectionGuard;
  /** Address or name of the interface. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface HttpServer {
  readonly port: number;
  /** Exchanges under way. */
  readonly open: number;
  /** Connections, idle ones included. */
  readonly connections: number;
  /** Stops listening, lets open exchanges finish for at most `limitMs`, then closes every connection. */
  drain(limitMs: number): Promise<void>;
}

/** The library closes a slow body's connection after at least eight seconds. */
const KEEP_READING_EVERY_MS = 4_000;

/** Without it a second process could listen on the same port, and each would get a part of the requests. */
const LISTEN_EXCLUSIVELY = 1;

/** Both releases take it; the types of the older one do not say so. */
interface ExclusiveListening {
  listen(host: string, port: number, options: number, done: (socket: us_listen_socket | false) => void): void;
}

/** Rejects where the address cannot be listened on. */
export function startServer(options: ServerOptions): Promise<HttpServer> {
  return new UwsServer(options).listen();
}

class UwsServer implements HttpServer, ExchangeOwner {
  port = 0;
  readonly #options: ServerOptions;
  readonly #uws = loadUws().uws;
  readonly closesBodiless = loadUws().closesBodiless;
  readonly cork = new UwsCork((task) => this.soon(task));
  readonly #app: TemplatedApp = this.#uws.App();
  /**
   * Each notes its place. Not a `Set`: V8 links each table that a set outgrows to the one after it, so that one which has
   * grown old keeps all exchanges since then, and what they hold, until the next full collection (Node 20).
   */
  readonly #open: UwsExchange[] = [];
  #listenSocket: us_listen_socket | undefined;
  #cancelKeepReading: (() => void) | undefined;
  #whenNoneOpen: (() => void) | undefined;
  #drained: Promise<void> | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    options.connections.watch(this.#app);
    this.#app.get('/*', (res, req) => this.#handle(new UwsExchange(this, res, req, 'GET')));
    this.#app.any('/*', (res, req) => this.#handle(new UwsExchange(this, res, req)));
  }

  get open(): number {
    return this.#open.length;
  }

  get connections(): number {
    return this.#options.connections.open;
  }

  listen(): Promise<HttpServer> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      const app = this.#app as TemplatedApp & ExclusiveListening;
      app.listen(host, port, LISTEN_EXCLUSIVELY, (listenSocket) => {
        if (!listenSocket) {
          reject(
            new Error(
              `cannot listen on ${host} port ${port}: it is in use, or not an address of this machine`,
            ),
          );
          return;
        }
        this.#listenSocket = listenSocket;
        this.port = this.#uws.us_socket_local_port(listenSocket);
        this.#keepReading();
        resolve(this);
      });
    });
  }

  drain(limitMs: number): Promise<void> {
    this.#drained ??= this.#drain(limitMs);
    return this.#drained;
  }

  opened(exchange: UwsExchange): void {
    exchange.openAt = this.#open.length;
    this.#open.push(exchange);
  }

  closed(exchange: UwsExchange): void {
    const at = exchange.openAt;
    if (at !== NOT_OPEN) {
      exchange.openAt = NOT_OPEN;
      const last = this.#open.pop();
      if (last !== undefined && last !== exchange) {
        this.#open[at] = last;
        last.openAt = at;
      }
    }
    if (this.#open.length === 0) this.#whenNoneOpen?.();
  }

  soon(task: () => void): void {
    this.#options.world.soon(task);
  }

  after(delayMs: number, task: () => void): () => void {
    return this.#options.world.after(delayMs, task);
  }

  #handle(exchange: UwsExchange): void {
    this.#options.gateway.handle(exchange);
    exchange.handlerReturned();
  }

  async #drain(limitMs: number): Promise<void> {
    if (this.#listenSocket !== undefined) this.#uws.us_listen_socket_close(this.#listenSocket);
    this.#listenSocket = undefined;
    if (this.#open.length > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.#options.world.after(limitMs, resolve);
        this.#whenNoneOpen = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#cancelKeepReading?.();
    this.#app.close();
  }

  #keepReading(): void {
    this.#cancelKeepReading = this.#options.world.after(KEEP_READING_EVERY_MS, () => {
      for (const exchange of this.#open.slice()) exchange.keepReading();
      this.#keepReading();
    });
  }
}
