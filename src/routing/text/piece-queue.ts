/**
 * Between a provider that writes and a client that reads: text waits here up to a bound, then the provider
 * waits. Pieces that come in one turn of the event loop go out together. A comment goes out if nothing else
 * does for a while.
 *
 * Invariants
 *  1. `push` resolves when there is room again, or nobody reads any more.
 *  2. The reader gets all that was pushed before `end`, in order.
 */
import { MovingTimer } from '../../time/moving-timer.js';
import type { World } from '../../time/world.js';

export interface PieceQueueOptions {
  readonly world: World;
  /** In UTF-16 units. */
  readonly lengthMax: number;
  /** Sent after so much silence, in ms. */
  readonly keepAliveMs: number;
  readonly keepAlive: string;
  /** The reader has left before the end. */
  readonly onLeft: () => void;
}

export class PieceQueue implements AsyncIterable<Uint8Array> {
  readonly #options: PieceQueueOptions;
  readonly #silence: MovingTimer;
  #waiting = '';
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #isLeft = false;
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;
  #isWaking = false;
  readonly #wake = (): void => {
    this.#isWaking = false;
    this.#wakeReader?.();
  };

  constructor(options: PieceQueueOptions) {
    this.#options = options;
    this.#silence = new MovingTimer(options.world, this.#wake);
  }

  push(text: string): Promise<void> | undefined {
    if (this.#isLeft) return undefined;
    this.#waiting += text;
    this.#wakeSoon();
    if (this.#waiting.length < this.#options.lengthMax) return undefined;
    return new Promise((resolve) => {
      this.#wakeWriter = resolve;
    });
  }

  end(): void {
    this.#isEnded = true;
    this.#wakeSoon();
  }

  /** The reader is thrown this once it has read all before. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.leave();
        return { done: true, value: undefined };
      },
    };
  }

  /** Nobody reads any more: what waits is dropped, and the writer need not wait. */
  leave(): void {
    if (this.#isLeft || (this.#isEnded && this.#waiting.length === 0)) return;
    this.#isLeft = true;
    this.#silence.stop();
    this.#waiting = '';
    this.#wakeReader?.();
    this.#wakeWriter?.();
    this.#options.onLeft();
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#waiting.length === 0 && !this.#isEnded && !this.#isLeft) await this.#something();
    if (this.#waiting.length > 0) {
      const value = Buffer.from(this.#waiting);
      this.#waiting = '';
      this.#wakeWriter?.();
      this.#wakeWriter = undefined;
      return { done: false, value };
    }
    if (this.#isEnded || this.#isLeft) this.#silence.stop();
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#isEnded || this.#isLeft) return { done: true, value: undefined };
    return { done: false, value: Buffer.from(this.#options.keepAlive) };
  }

  /** Resolves when there is something to send, or after the silence. */
  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#silence.move(this.#options.keepAliveMs);
      this.#wakeReader = () => {
        this.#wakeReader = undefined;
        this.#silence.rest();
        resolve();
      };
    });
  }

  #wakeSoon(): void {
    if (this.#isWaking || this.#wakeReader === undefined) return;
    this.#isWaking = true;
    this.#options.world.soon(this.#wake);
  }
}
