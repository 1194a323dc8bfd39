/**
 * Serves the watchers of a node over WebSockets on an app of uWebSockets.js.
 *
 * Invariants
 *  1. A watcher that takes nothing is held `BACKLOG_MAX_BYTES`, then cut off.
 *  2. Messages from a watcher are ignored, and a long one ends its connection.
 *  3. A watcher that has not taken all that was sent before its handshake is cut off: the handshake may have
 *     lost a part (`uws-cork.ts`).
 */
import type { LiveWatcher } from '../exchange.js';
import { LIVE_PATH, type LiveHub, PAGES_LIVE_PATH } from '../live/live-hub.js';
import { type Handshake, readHandshake } from './handshake.js';
import type { HttpRequest, HttpResponse, TemplatedApp } from './uws.js';

/** Several seconds of frames, beside what the kernel holds. */
const BACKLOG_MAX_BYTES = 64 * 1024;
const MESSAGE_MAX_BYTES = 1_024;
/**
 * A watcher that is silent for so long, pongs included, is gone. The library ends the process below 8 and
 * above 960.
 */
const SILENCE_MAX_S = 32;

export interface WebSocketHost {
  /** Takes a request for a WebSocket as any other; it may upgrade only with a handshake. */
  upgrade(res: HttpResponse, req: HttpRequest, handshake: Handshake | undefined): void;
  /** The connection of a WebSocket is gone. */
  closed(): void;
}

/** @param isPublic true if the path of the API is not there */
export function serveWebSockets(
  app: TemplatedApp,
  live: LiveHub,
  host: WebSocketHost,
  isPublic = false,
): void {
  if (!isPublic) serveWebSocketsAt(LIVE_PATH, app, live, host);
  serveWebSocketsAt(PAGES_LIVE_PATH, app, live, host);
}

function serveWebSocketsAt(path: string, app: TemplatedApp, live: LiveHub, host: WebSocketHost): void {
  app.ws<LiveWatcher>(path, {
    maxPayloadLength: MESSAGE_MAX_BYTES,
    maxBackpressure: BACKLOG_MAX_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: SILENCE_MAX_S,
    sendPingsAutomatically: true,
    upgrade: (res, req, context) => host.upgrade(res, req, readHandshake(req, context)),
    open: (watcher) => {
      if (watcher.getBufferedAmount() > 0) watcher.close();
      else live.opened(watcher);
    },
    close: (watcher) => {
      live.closed(watcher);
      host.closed();
    },
  });
}
