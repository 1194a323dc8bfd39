/**
 * Bounds the open connections, and counts them.
 *
 * Each connection takes a file descriptor. Where none is left, accepting the next one fails, and because the connection
 * goes on waiting to be accepted, the library tries again at once, for as long as that lasts: a whole core is spent on
 * nothing (seen with uWebSockets.js 20.51; https://github.com/uNetworking/uWebSockets/issues/445). So connections are bounded below the limit of the process. One
 * beyond the bound is accepted and closed at once, as nginx does with those beyond its `worker_connections`: its client
 * learns of it immediately, and nothing waits in a queue that nobody sees.
 *
 * Where management has a port of its own, a few connections there are served whatever clients hold: an operator gets in.
 *
 * Invariants
 *  1. At most `max` connections are served, and `MANAGEMENT_KEPT` of management beyond them; all others are closed before
 *     a byte of theirs is read.
 *  2. `open` is the number of connections that are open, those about to be closed included.
 */
import type { Surface } from './surface.js';
import type { HttpResponse, TemplatedApp } from './uws.js';

const MANAGEMENT_KEPT = 8;

export interface ConnectionFigures {
  readonly open: number;
  readonly max: number;
  /** Connections closed because there were too many. */
  readonly refused: number;
}

export class ConnectionGuard implements ConnectionFigures {
  open = 0;
  refused = 0;
  #max: number;
  #management = 0;
  #isShut = false;

  constructor(max: number) {
    this.#max = max;
  }

  get max(): number {
    return this.#isShut ? 0 : this.#max;
  }

  /** While shut, every new connection beyond those kept for management is closed; those that are open stay. */
  set isShut(isShut: boolean) {
    this.#isShut = isShut;
  }

  /** @param surface what is served to the connections of that app */
  watch(app: TemplatedApp, surface: Surface): void {
    const isManagement = surface === 'management';
    app.filter((res, count) => this.#changed(res, Number(count), isManagement));
  }

  /**
   * A connection is gone that became a WebSocket: the filter hears of such a one when it opens, and no more (both releases of
   * the library, and its source up to 2026-08).
   *
   * @param surface what was served to it
   */
  webSocketClosed(surface: Surface): void {
    this.open -= 1;
    if (surface === 'management') this.#management -= 1;
  }

  #changed(res: HttpResponse, count: number, isManagement: boolean): void {
    this.open += count;
    if (isManagement) this.#management += count;
    if (count < 0 || this.open <= this.max) return;
    if (isManagement && this.#management <= MANAGEMENT_KEPT) return;
    this.refused += 1;
    res.close();
  }
}
