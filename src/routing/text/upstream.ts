/** The call of a generation to its provider, and how long anybody waits for it. */
import type { TextPiece } from '../../providers/text-provider.js';
import type { CancelTimer, World } from '../../time/world.js';

export class Upstream {
  readonly #world: World;
  readonly #controller = new AbortController();
  #why: string | undefined;
  #limit: CancelTimer | undefined;
  #abandonment: CancelTimer | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The first reason holds. */
  abort(why: string): void {
    this.#why ??= why;
    this.#controller.abort(new Error(why));
  }

  isAbortedFor(why: string): boolean {
    return this.#why === why;
  }

  /** From now on, instead of the limit before. */
  limitTo(ms: number, why: string): void {
    this.#limit?.();
    this.#limit = this.#world.after(ms, () => this.abort(why));
  }

  /** A client that reads slowly is no fault of the provider's. */
  pauseLimit(): void {
    this.#limit?.();
  }

  /** Besides any other limit. */
  abortAfter(ms: number, why: string): void {
    this.#abandonment = this.#world.after(ms, () => this.abort(why));
  }

  /** The next piece; rejects once the call is aborted, also if the adapter does not heed that. */
  next(pieces: AsyncIterator<TextPiece>): Promise<IteratorResult<TextPiece>> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        pieces.return?.().catch(() => undefined);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      pieces
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** The call is over. */
  close(): void {
    this.#limit?.();
    this.#abandonment?.();
  }
}
