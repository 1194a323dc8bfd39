/**
 * Serves a gateway over HTTP/1.1 on uWebSockets.js, at one address or several (`uws-listener.ts`).
 *
 *     const addresses = [{ kind: 'tcp', host: '127.0.0.1', port: 0 }] as const;
 *     const server = await startServer({ gateway, world, addresses });
 *     server.port                  // the port in fact bound
 *     await server.drain(10_000)   // open requests finish within 10 s; then all is closed
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
 *  3. All addresses share one cork: so does what the library gathers, whatever the connection.
 */
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { LiveHub } from '../live/live-hub.js';
import type { Gateway } from '../pipeline/gateway.js';
import type { Surface } from '../surface.js';
import type { ConnectionGuard } from './connection-guard.js';
import type { TemplatedApp } from './uws.js';
import { UwsCork } from './uws-cork.js';
import type { UwsExchange } from './uws-exchange.js';
import {
  type ListenAddress,
  type ListenAddressKind,
  type ListenerHost,
  type TlsFiles,
  UwsListener,
} from './uws-listener.js';
import { NOT_OPEN, type UwsRequest } from './uws-request.js';

export interface ServerOptions {
  readonly gateway: Gateway;
  /** Undefined if nobody can watch. */
  readonly live?: LiveHub | undefined;
  readonly world: World;
  readonly connections: ConnectionGuard;
  /** At least one. */
  readonly addresses: readonly ListenAddress[];
}

export interface HttpServer {
  /** Of the first address. */
  readonly port: number;
  /** Of each address, in their order; 0 for a Unix socket. */
  readonly ports: readonly number[];
  /** Exchanges under way. */
  readonly open: number;
  /** Connections, idle ones included. */
  readonly connections: number;
  /**
   * Makes ready for another certificate at the addresses with TLS; what it returns has connections made from
   * then on begin with it. Throws, and changes nothing, if the certificate cannot be used.
   */
  prepareTls(tls: TlsFiles): () => void;
  /** Whether all addresses of that kind are listened on; undefined if there is none. */
  isListening(kind: ListenAddressKind): boolean | undefined;
  /** No new connections, at addresses of that kind or at all; those that are open go on. */
  stopListening(kind?: ListenAddressKind): void;
  /**
   * At the same addresses of that kind as before. Throws if one of them cannot be listened on; then none of
   * them is.
   */
  listenAgain(kind: ListenAddressKind): void;
  /** Stops listening, lets open exchanges finish for at most `limitMs`, then closes every connection. */
  drain(limitMs: number): Promise<void>;
}

/** The library closes a slow body's connection after at least eight seconds. */
const KEEP_READING_EVERY_MS = 4_000;

/** Rejects if one of the addresses cannot be listened on; then none is. */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  return new UwsServer(options).listen();
}

class UwsServer implements HttpServer, ListenerHost {
  readonly cork = new UwsCork((task) => this.soon(task));
  readonly #options: ServerOptions;
  readonly #listeners: readonly UwsListener[];
  /**
   * Each notes its index. Not a `Set`: V8 links each table that a set outgrows to the one after it, so that
   * one which has grown old keeps all exchanges since then, and what they hold, until the next full
   * collection (Node 20).
   */
  readonly #open: UwsRequest[] = [];
  #cancelKeepReading: (() => void) | undefined;
  #whenNoneOpen: (() => void) | undefined;
  #drained: Promise<void> | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#listeners = options.addresses.map((address) => new UwsListener(this, address));
  }

  get port(): number {
    return this.#listeners[0]?.port ?? 0;
  }

  get ports(): readonly number[] {
    return this.#listeners.map(({ port }) => port);
  }

  get open(): number {
    return this.#open.length;
  }

  get connections(): number {
    return this.#options.connections.open;
  }

  listen(): HttpServer {
    this.listenAgain('tcp');
    try {
      this.listenAgain('unix');
    } catch (error) {
      this.stopListening();
      throw error;
    }
    this.#keepReading();
    return this;
  }

  isListening(kind: ListenAddressKind): boolean | undefined {
    const listeners = this.#listenersOf(kind);
    return listeners.length === 0 ? undefined : listeners.every(({ isListening }) => isListening);
  }

  stopListening(kind?: ListenAddressKind): void {
    for (const listener of kind === undefined ? this.#listeners : this.#listenersOf(kind))
      listener.stopListening();
  }

  listenAgain(kind: ListenAddressKind): void {
    try {
      for (const listener of this.#listenersOf(kind)) if (!listener.isListening) listener.listen();
    } catch (error) {
      this.stopListening(kind);
      throw error;
    }
  }

  prepareTls(tls: TlsFiles): () => void {
    const ready = this.#listeners.filter(({ isTls }) => isTls).map((listener) => listener.prepareTls(tls));
    return () => {
      for (const goOver of ready) goOver();
    };
  }

  drain(limitMs: number): Promise<void> {
    this.#drained ??= this.#drain(limitMs);
    return this.#drained;
  }

  handle(exchange: UwsExchange, surface: Surface): void {
    this.#options.gateway.handle(exchange, surface);
    exchange.handlerReturned();
  }

  opened(request: UwsRequest): void {
    request.openAt = this.#open.length;
    this.#open.push(request);
  }

  closed(request: UwsRequest): void {
    const at = request.openAt;
    if (at !== NOT_OPEN) {
      request.openAt = NOT_OPEN;
      const last = this.#open.pop();
      if (last !== undefined && last !== request) {
        this.#open[at] = last;
        last.openAt = at;
      }
    }
    if (this.#open.length === 0) this.#whenNoneOpen?.();
  }

  soon(task: () => void): void {
    this.#options.world.soon(task);
  }

  steadyMs(): SteadyMs {
    return this.#options.world.steadyMs();
  }

  after(delayMs: number, task: () => void): () => void {
    return this.#options.world.after(delayMs, task);
  }

  watchConnections(app: TemplatedApp, surface: Surface): void {
    this.#options.connections.watch(app, surface);
  }

  get live(): LiveHub | undefined {
    return this.#options.live;
  }

  webSocketClosed(surface: Surface): void {
    this.#options.connections.webSocketClosed(surface);
  }

  #listenersOf(kind: ListenAddressKind): readonly UwsListener[] {
    return this.#listeners.filter((listener) => listener.isUnix === (kind === 'unix'));
  }

  async #drain(limitMs: number): Promise<void> {
    this.stopListening();
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
    for (const listener of this.#listeners) listener.close();
  }

  #keepReading(): void {
    this.#cancelKeepReading = this.#options.world.after(KEEP_READING_EVERY_MS, () => {
      for (const exchange of this.#open.slice()) exchange.keepReading();
      this.#keepReading();
    });
  }
}
