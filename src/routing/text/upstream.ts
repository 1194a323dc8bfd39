/** The call of a generation to its provider, and how long anybody waits for it. */
import { NobodyWaitsError } from '../../providers/calls/text-calls.js';
import { ProviderSaidError, type TextFailure, type TextPiece } from '../../providers/text-provider.js';
import type { CancelTimer, World } from '../../time/world.js';

/** How long after its end the usage of a text may come. */
const USAGE_MAX_MS = 5_000;

export class Upstream {
  readonly #world: World;
  readonly #controller = new AbortController();
  #limit: CancelTimer | undefined;
  #abandonment: CancelTimer | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** For no fault of the provider's. */
  giveUp(why: string): void {
    this.#controller.abort(new NobodyWaitsError(why));
  }

  /** From now on, instead of the limit before. */
  limitTo(ms: number, why: string): void {
    this.#limit?.();
    this.#limit = this.#world.after(ms, () => this.#controller.abort(new Error(why)));
  }

  /** To the next token or, behind the end of the text, to the end of its stream. */
  limitPause(tokenPauseMaxMs: number, isFinished: boolean): void {
    if (!isFinished) this.limitTo(tokenPauseMaxMs, 'no further token came in time');
    else this.limitTo(Math.min(tokenPauseMaxMs, USAGE_MAX_MS), 'the stream did not end in time');
  }

  /** A client that reads slowly is no fault of the provider's. */
  pauseLimit(): void {
    this.#limit?.();
  }

  /** Besides any other limit. */
  after(ms: number, task: () => void): void {
    this.#abandonment = this.#world.after(ms, task);
  }

  /** The next piece; rejects once the call is aborted, also if the adapter does not heed that. */
  next(pieces: AsyncIterator<TextPiece>): Promise<IteratorResult<TextPiece>> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        this.leave(pieces);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      pieces
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** The failure that the rejection of a call or of its pieces stands for, fit for a client. */
  failureOf(error: unknown): TextFailure {
    const { aborted, reason } = this.signal;
    if (aborted && reason instanceof Error)
      return { code: 'provider_timeout', message: `The provider took too long: ${reason.message}.` };
    if (error instanceof ProviderSaidError) return { code: error.code, message: error.message };
    const message = 'The provider broke off, or answered what makes no sense.';
    return { code: 'provider_error', message };
  }

  /** Nobody reads the pieces any more; fine for some that have ended. */
  leave(pieces: AsyncIterator<TextPiece>): void {
    pieces.return?.().catch(() => undefined);
  }

  /** The call is over. */
  close(): void {
    this.#limit?.();
    this.#abandonment?.();
  }
}
