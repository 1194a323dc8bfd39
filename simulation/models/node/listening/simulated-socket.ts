/**
 * The connection of one who watches a node, behind its handshake.
 *
 * Invariants
 *  1. The hub hears once that it is over, whoever ends it; the watcher hears so once.
 *  2. Nothing comes through it once it is over.
 */
import type { LiveWatcher } from '../../../../src/http/exchange.js';
import type { LiveConnection, LiveHub } from '../../../../src/http/live/live-hub.js';

export interface FrameTaker {
  frame(text: string): void;
  /** @param code of its close frame; `lost` if there was none */
  over(code: number | 'lost'): void;
}

export class SimulatedSocket implements LiveConnection {
  readonly #watcher: LiveWatcher;
  readonly #hub: Pick<LiveHub, 'closed'>;
  readonly #taker: FrameTaker;
  readonly #onOver: (socket: SimulatedSocket) => void;
  #isOver = false;

  constructor(
    watcher: LiveWatcher,
    hub: Pick<LiveHub, 'closed'>,
    taker: FrameTaker,
    onOver: (socket: SimulatedSocket) => void,
  ) {
    [this.#watcher, this.#hub, this.#taker, this.#onOver] = [watcher, hub, taker, onOver];
  }

  getUserData(): LiveWatcher {
    return this.#watcher;
  }

  send(frame: string): void {
    if (!this.#isOver) this.#taker.frame(frame);
  }

  end(code: number): void {
    if (this.#close()) this.#taker.over(code);
  }

  /** The watcher goes. */
  leave(): void {
    this.#close();
  }

  /** Nobody is left to be told of it. */
  endWithProcess(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver(this);
    this.#taker.over('lost');
  }

  /** False if it was over before. */
  #close(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#onOver(this);
    this.#hub.closed(this);
    return true;
  }
}
