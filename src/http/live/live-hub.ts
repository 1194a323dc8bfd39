/**
 * Those who watch the node over WebSockets, and what they are sent: one frame a second, the same for all, by the
 * library's publish and subscribe.
 *
 * Invariants
 *  1. Frames are made, and a timer is set, only while somebody watches.
 *  2. There are at most `WATCHERS_MAX`.
 *  3. One that takes nothing is held `BACKLOG_MAX_BYTES`, then cut off.
 *  4. One whose key was revoked is sent nothing more; nor is one of whose key that cannot be read.
 *  5. Nothing that a watcher sends is looked at.
 */
import type { CancelTimer, World } from '../../time/world.js';
import type { ApiError } from '../errors.js';
import type { LiveWatcher } from '../exchange.js';
import type { HttpRequest, HttpResponse, TemplatedApp, WebSocket } from '../uws/uws.js';
import { type Handshake, readHandshake } from './handshake.js';

export const LIVE_PATH = '/api/live';
const FRAME_EVERY_MS = 1_000;
const WATCHERS_MAX = 16;

const TOPIC = 'live';
/** Several seconds of frames, beside what the kernel holds. */
const BACKLOG_MAX_BYTES = 64 * 1024;
const MESSAGE_MAX_BYTES = 1_024;
/** A watcher that is silent for so long, pongs included, is gone. The library ends the process below 8 and above 960. */
const SILENCE_MAX_S = 32;

// Close codes of RFC 6455, section 7.4.1.
const GOING_AWAY = 1_001;
const POLICY_VIOLATION = 1_008;
const INTERNAL_ERROR = 1_011;
/** Registered with IANA. */
const TRY_AGAIN_LATER = 1_013;

export interface LiveHubOptions {
  readonly world: World;
  /** What is sent, in text. */
  readonly frame: () => string;
  readonly isRevoked: (managementKeyId: string) => boolean;
  /** Told when the first comes to watch, and when the last has gone. */
  readonly onWatched: (isWatched: boolean) => void;
  /** Told of a frame that could not be made. */
  readonly onDefect: (error: unknown) => void;
}

/** Where WebSockets come from. */
export interface LiveListener {
  /** Judges a request for one, as any other is. */
  upgrade(res: HttpResponse, req: HttpRequest, handshake: Handshake | undefined): void;
  /** The connection of one is gone. */
  closed(): void;
}

export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #apps: TemplatedApp[] = [];
  readonly #watchers = new Set<WebSocket<LiveWatcher>>();
  #cancel: CancelTimer | undefined;
  #isClosed = false;

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  /** Who watches. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** Why nobody more can watch now; undefined where somebody can. */
  get refusal(): ApiError | undefined {
    if (this.#isClosed)
      return { code: 'shutting_down', message: 'The node is stopping; watch it again later.' };
    if (this.#watchers.size < WATCHERS_MAX) return undefined;
    const message = `${WATCHERS_MAX} watch this node already; close one of them, or ask again later.`;
    return { code: 'overloaded', message, retryAfterMs: FRAME_EVERY_MS };
  }

  /** Takes WebSockets on an app. */
  serve(app: TemplatedApp, door: LiveListener): void {
    this.#apps.push(app);
    app.ws<LiveWatcher>(LIVE_PATH, {
      maxPayloadLength: MESSAGE_MAX_BYTES,
      maxBackpressure: BACKLOG_MAX_BYTES,
      closeOnBackpressureLimit: true,
      idleTimeout: SILENCE_MAX_S,
      sendPingsAutomatically: true,
      upgrade: (res, req, context) => door.upgrade(res, req, readHandshake(req, context)),
      open: (watcher) => this.#opened(watcher),
      close: (watcher) => {
        this.#gone(watcher);
        door.closed();
      },
    });
  }

  /** Sends everybody away. */
  close(): void {
    this.#isClosed = true;
    this.#sendAway(GOING_AWAY, 'the node is stopping');
  }

  #opened(watcher: WebSocket<LiveWatcher>): void {
    // The handshake may have been answered some time after it was judged.
    const { refusal } = this;
    if (refusal !== undefined) {
      watcher.end(this.#isClosed ? GOING_AWAY : TRY_AGAIN_LATER, refusal.message);
      return;
    }
    this.#watchers.add(watcher);
    watcher.subscribe(TOPIC);
    if (this.#watchers.size === 1) {
      this.#options.onWatched(true);
      this.#tick();
    }
    // Not in the midst of the handshake.
    this.#options.world.soon(() => {
      const frame = this.#watchers.has(watcher) ? this.#frame() : undefined;
      if (frame !== undefined) watcher.send(frame);
    });
  }

  #gone(watcher: WebSocket<LiveWatcher>): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    this.#cancel?.();
    this.#options.onWatched(false);
  }

  #tick(): void {
    this.#cancel = this.#options.world.after(FRAME_EVERY_MS, () => {
      this.#sendAwayRevoked();
      if (this.#watchers.size === 0) return;
      const frame = this.#frame();
      if (frame === undefined) return;
      for (const app of this.#apps) app.publish(TOPIC, frame);
      this.#tick();
    });
  }

  /** Undefined, and nobody watches any more, where none could be made. */
  #frame(): string | undefined {
    try {
      return this.#options.frame();
    } catch (error) {
      this.#options.onDefect(error);
      this.#sendAway(INTERNAL_ERROR, 'the node could not make a frame');
      return undefined;
    }
  }

  #sendAway(code: number, why: string): void {
    for (const watcher of [...this.#watchers]) watcher.end(code, why);
  }

  #sendAwayRevoked(): void {
    for (const watcher of [...this.#watchers]) {
      try {
        if (this.#options.isRevoked(watcher.getUserData().keyId)) {
          watcher.end(POLICY_VIOLATION, 'the management key was revoked');
        }
      } catch (error) {
        this.#options.onDefect(error);
        watcher.end(INTERNAL_ERROR, 'the node could not read whether the management key was revoked');
      }
    }
  }
}
