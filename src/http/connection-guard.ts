/**
 * Bounds the open connections, and counts them.
 *
 * Each connection takes a file descriptor. Where none is left, accepting the next one fails, and because the connection
 * goes on waiting to be accepted, the library tries again at once, for as long as that lasts: a whole core is spent on
 * nothing (seen with uWebSockets.js 20.51; https://github.com/uNetworking/uWebSockets/issues/445). So connections are bounded below the limit of the process. One
 * beyond the bound is accepted and closed at once, as nginx does with those beyond its `worker_connections`: its client
 * learns of it immediately, and nothing waits in a queue that nobody sees.
 *
 * Invariants
 *  1. At most `max` connections are served; those above it are closed before a byte of theirs is read.
 *  2. `open` is the number of connections that are open, those about to be closed included.
 */
import type { HttpResponse, TemplatedApp } from './uws.js';

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
  #isShut = false;

  constructor(max: number) {
    this.#max = max;
  }

  get max(): number {
    return this.#isShut ? 0 : this.#max;
  }

  /** While shut, every new connection is closed; those that are open stay. */
  set isShut(isShut: boolean) {
    this.#isShut = isShut;
  }

  watch(app: TemplatedApp): void {
    app.filter((res, count) => this.#changed(res, Number(count)));
  }

  #changed(res: HttpResponse, count: number): void {
    this.open += count;
    if (count < 0 || this.open <= this.max) return;
    this.refused += 1;
    res.close();
  }
}
