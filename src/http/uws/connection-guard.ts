/**
 * Bounds the open connections, and counts them.
 *
 * Each connection takes a file descriptor. If none is left, accepting the next one fails, and because the
 * connection goes on waiting to be accepted, the library tries again at once, for as long as that lasts: a
 * whole core is spent on nothing (seen with uWebSockets.js 20.51;
 * https://github.com/uNetworking/uWebSockets/issues/445). So connections are bounded below the limit of the
 * process. One beyond the bound is accepted and closed at once, as nginx does with those beyond its
 * `worker_connections`: its client learns of it immediately, and nothing waits in a queue that nobody sees.
 *
 * A few connections are kept for operators, whatever clients hold: those of management if it has a port of
 * its own, else those that come from the machine itself by a port. Which of the open ones are the machine's
 * own cannot be told when they close, for then they have no address any more; so those are let in by how many
 * are open in all.
 *
 * Invariants
 *  1. At most `max` connections are served, and `OPERATORS_KEPT` of operators beyond them, or beyond those
 *     that were open when it was shut; all others are closed before a byte of theirs is read.
 *  2. `open` is the number of connections that are open, those about to be closed included.
 */
import { PeerNetworks } from '../request/client-address.js';
import { parseIpAddress } from '../request/ip-address.js';
import type { Surface } from '../surface.js';
import type { HttpResponse, TemplatedApp } from './uws.js';

const OPERATORS_KEPT = 8;

const LOOPBACK = new PeerNetworks(['127.0.0.0/8', '::1/128']);

export interface ConnectionMetrics {
  readonly open: number;
  readonly max: number;
  /** Connections closed because there were too many. */
  readonly refused: number;
}

export class ConnectionGuard implements ConnectionMetrics {
  open = 0;
  refused = 0;
  #max: number;
  #management = 0;
  /** While it is shut, the fewest connections that were open since. */
  #openWhileShut: number | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get max(): number {
    return this.#openWhileShut === undefined ? this.#max : 0;
  }

  /** While shut, every new connection beyond those kept for operators is closed; those that are open stay. */
  set isShut(isShut: boolean) {
    this.#openWhileShut = isShut ? (this.#openWhileShut ?? this.open) : undefined;
  }

  /** @param surface what is served to the connections of that app */
  watch(app: TemplatedApp, surface: Surface): void {
    app.filter((res, count) => this.#told(res, Number(count), surface));
  }

  /**
   * A connection is gone that became a WebSocket: the filter hears of such a one when it opens, and no more
   * (both releases of the library, and its source up to 2026-08).
   *
   * @param surface what was served to it
   */
  webSocketClosed(surface: Surface): void {
    this.#changed(-1, surface);
  }

  #told(res: HttpResponse, count: number, surface: Surface): void {
    this.#changed(count, surface);
    if (count < 0 || this.#mayServe(res, surface)) return;
    this.refused += 1;
    res.close();
  }

  #changed(count: number, surface: Surface): void {
    this.open += count;
    if (surface === 'management') this.#management += count;
    if (this.#openWhileShut !== undefined) this.#openWhileShut = Math.min(this.#openWhileShut, this.open);
  }

  #mayServe(res: HttpResponse, surface: Surface): boolean {
    if (this.open <= this.max) return true;
    if (surface === 'management') return this.#management <= OPERATORS_KEPT;
    if (surface === 'public') return false;
    return this.open <= (this.#openWhileShut ?? this.#max) + OPERATORS_KEPT && isOfThisMachine(res);
  }
}

/** Not by a Unix socket, which has no address: behind one is a proxy, with the connections of everybody. */
function isOfThisMachine(res: HttpResponse): boolean {
  return LOOPBACK.has(parseIpAddress(Buffer.from(res.getRemoteAddressAsText()).toString('latin1')));
}
