/**
 * The watchers of a node, and what they are sent: one frame a second, the same for all. It knows connections,
 * and no socket (`uws/web-sockets.ts` makes WebSockets of them).
 *
 * Invariants
 *  1. Frames are made, and a timer is set, only while somebody watches.
 *  2. At most `WATCHERS_MAX` watch.
 *  3. A watcher is sent nothing more once its key is revoked, or cannot be read.
 */
import type { CancelTimer, World } from '../../time/world.js';
import type { ApiError } from '../errors.js';
import type { LiveWatcher } from '../exchange.js';

export const LIVE_PATH = '/api/live';
const FRAME_EVERY_MS = 1_000;
const WATCHERS_MAX = 16;

// Close codes of RFC 6455, section 7.4.1.
const GOING_AWAY = 1_001;
const POLICY_VIOLATION = 1_008;
const INTERNAL_ERROR = 1_011;
/** Registered with IANA. */
const TRY_AGAIN_LATER = 1_013;

export interface LiveHubOptions {
  readonly world: World;
  /** The next frame, in text. */
  readonly frame: () => string;
  readonly isRevoked: (managementKeyId: string) => boolean;
  /** Told when the first comes to watch, and when the last has gone. */
  readonly onWatched: (isWatched: boolean) => void;
  /** Told of a frame that could not be made. */
  readonly onDefect: (error: unknown) => void;
}

/** The connection of a watcher, from its handshake until `LiveHub.closed`. */
export interface LiveConnection {
  getUserData(): LiveWatcher;
  send(frame: string): unknown;
  /** @param code of RFC 6455, section 7.4.1 */
  end(code: number, reason: string): void;
}

export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #watchers = new Set<LiveConnection>();
  #cancel: CancelTimer | undefined;
  #isClosed = false;

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Why nobody more can watch now; undefined if somebody can. */
  get refusal(): ApiError | undefined {
    if (this.#isClosed)
      return { code: 'shutting_down', message: 'The node is stopping; watch it again later.' };
    if (this.#watchers.size < WATCHERS_MAX) return undefined;
    const message = `${WATCHERS_MAX} watchers are connected already; close one of them, or ask again later.`;
    return { code: 'overloaded', message, retryAfterMs: FRAME_EVERY_MS };
  }

  /** Sends everybody away. */
  close(): void {
    this.#isClosed = true;
    this.#sendAway(GOING_AWAY, 'the node is stopping');
  }

  opened(watcher: LiveConnection): void {
    // Others may have come between the admission of this one and its handshake.
    const { refusal } = this;
    if (refusal !== undefined) {
      watcher.end(this.#isClosed ? GOING_AWAY : TRY_AGAIN_LATER, refusal.message);
      return;
    }
    this.#watchers.add(watcher);
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

  closed(watcher: LiveConnection): void {
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
      // A send can close the connection.
      for (const watcher of [...this.#watchers]) watcher.send(frame);
      if (this.#watchers.size > 0) this.#tick();
    });
  }

  /** Undefined, and nobody watches any more, if none could be made. */
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
