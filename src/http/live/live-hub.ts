/**
 * Those who watch, and what they are sent: one frame a second. Watchers of the node are all sent the same;
 * browsers of people are sent one of their own account. It knows connections, and no socket
 * (`uws/web-sockets.ts` makes WebSockets of them).
 *
 * Invariants
 *  1. Frames are made, and a timer is set, only while somebody watches; each at most once a second for each
 *     account.
 *  2. At most `nodeWatchers` watch the node, `accountWatchers` their accounts, and `watchersOfAccount` one
 *     account.
 *  3. A watcher is sent nothing more once its key is revoked, its session has ended, its rights have changed,
 *     or these cannot be read.
 */
import type { Limits } from '../../limits/limits.js';
import type { CancelTimer, World } from '../../time/world.js';
import type { ApiError } from '../errors.js';
import type { LiveWatcher } from '../exchange.js';

export const LIVE_PATH = '/api/live';
/** That of pages, with a session in the place of a key. */
export const PAGES_LIVE_PATH = '/live';
const FRAME_EVERY_MS = 1_000;

// Close codes of RFC 6455, section 7.4.1.
const GOING_AWAY = 1_001;
const POLICY_VIOLATION = 1_008;
const INTERNAL_ERROR = 1_011;
/** Registered with IANA. */
const TRY_AGAIN_LATER = 1_013;

export interface LiveHubOptions {
  readonly world: World;
  readonly limits: Pick<Limits, 'nodeWatchers' | 'accountWatchers' | 'watchersOfAccount'>;
  /** The next frame of an account, or of the node, in text. */
  readonly frame: (account: string | undefined) => string;
  /** Why a watcher may see nothing more; undefined if it may. */
  readonly whyOver: (watcher: LiveWatcher) => string | undefined;
  /** Told when the first comes to watch the node, and when the last has gone. */
  readonly onNodeWatched: (isWatched: boolean) => void;
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
  /** Number of watchers by account; that of the node under undefined. */
  readonly #watching = new Map<string | undefined, number>();
  #cancel: CancelTimer | undefined;
  #isClosed = false;

  constructor(options: LiveHubOptions) {
    this.#options = options;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /**
   * Why nobody more can watch that account, or the node, now; undefined if somebody can.
   *
   * @param account undefined for the node
   */
  refusal(account: string | undefined): ApiError | undefined {
    if (this.#isClosed)
      return { code: 'shutting_down', message: 'The node is stopping; watch it again later.' };
    const { nodeWatchers, accountWatchers, watchersOfAccount } = this.#options.limits;
    const ofNode = this.#watchersOf(undefined);
    const isFull =
      account === undefined
        ? ofNode >= nodeWatchers
        : this.#watchersOf(account) >= watchersOfAccount || this.#watchers.size - ofNode >= accountWatchers;
    if (!isFull) return undefined;
    const watchers = account === undefined ? `${ofNode} watchers` : 'Too many watchers';
    const message = `${watchers} are connected already; close one of them, or ask again later.`;
    return { code: 'overloaded', message, retryAfterMs: FRAME_EVERY_MS };
  }

  /** Sends everybody away. */
  close(): void {
    this.#isClosed = true;
    this.#sendAway(undefined, GOING_AWAY, 'the node is stopping');
  }

  opened(watcher: LiveConnection): void {
    const { account } = watcher.getUserData();
    // Others may have come between the admission of this one and its handshake.
    const refusal = this.refusal(account);
    if (refusal !== undefined) {
      watcher.end(this.#isClosed ? GOING_AWAY : TRY_AGAIN_LATER, refusal.message);
      return;
    }
    this.#watchers.add(watcher);
    this.#watching.set(account, this.#watchersOf(account) + 1);
    if (account === undefined && this.#watchersOf(undefined) === 1) this.#options.onNodeWatched(true);
    if (this.#watchers.size === 1) this.#tick();
    // Not in the midst of the handshake.
    this.#options.world.soon(() => {
      if (this.#watchers.has(watcher)) this.#send([watcher]);
    });
  }

  closed(watcher: LiveConnection): void {
    if (!this.#watchers.delete(watcher)) return;
    const { account } = watcher.getUserData();
    const left = this.#watchersOf(account) - 1;
    if (left > 0) this.#watching.set(account, left);
    else this.#watching.delete(account);
    if (account === undefined && left === 0) this.#options.onNodeWatched(false);
    if (this.#watchers.size === 0) this.#cancel?.();
  }

  #watchersOf(account: string | undefined): number {
    return this.#watching.get(account) ?? 0;
  }

  #tick(): void {
    this.#cancel = this.#options.world.after(FRAME_EVERY_MS, () => {
      this.#sendAwayIfOver();
      this.#send([...this.#watchers]);
      if (this.#watchers.size > 0) this.#tick();
    });
  }

  /** Those whose frame could not be made watch no more. A send can close a connection. */
  #send(watchers: readonly LiveConnection[]): void {
    const frames = new Map<string | undefined, string>();
    for (const watcher of watchers) {
      if (!this.#watchers.has(watcher)) continue;
      const { account } = watcher.getUserData();
      const frame = frames.get(account) ?? this.#frame(account);
      if (frame === undefined) continue;
      frames.set(account, frame);
      watcher.send(frame);
    }
  }

  #frame(account: string | undefined): string | undefined {
    try {
      return this.#options.frame(account);
    } catch (error) {
      this.#options.onDefect(error);
      this.#sendAway((watcher) => watcher.account === account, INTERNAL_ERROR, 'no frame could be made');
      return undefined;
    }
  }

  #sendAway(whom: ((watcher: LiveWatcher) => boolean) | undefined, code: number, why: string): void {
    for (const watcher of [...this.#watchers])
      if (whom === undefined || whom(watcher.getUserData())) watcher.end(code, why);
  }

  #sendAwayIfOver(): void {
    for (const watcher of [...this.#watchers]) {
      try {
        const why = this.#options.whyOver(watcher.getUserData());
        if (why !== undefined) watcher.end(POLICY_VIOLATION, why);
      } catch (error) {
        this.#options.onDefect(error);
        watcher.end(INTERNAL_ERROR, 'the node could not read whether the watcher may see more');
      }
    }
  }
}
