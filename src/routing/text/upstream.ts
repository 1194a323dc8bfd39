/** The call of a generation to its provider, and how long anybody waits for it. */
import { NobodyWaitsError } from '../../providers/calls/text-calls.js';
import { ProviderSaidError, type TextFailure, type TextPiece } from '../../providers/text-provider.js';
import { MovingTimer } from '../../time/moving-timer.js';
import type { CancelTimer, World } from '../../time/world.js';

/** As they come together. */
export type Pieces = AsyncIterator<readonly TextPiece[]>;

/** How long after its end the usage of a text may come. */
const USAGE_MAX_MS = 5_000;

export class Upstream {
  readonly #world: World;
  readonly #controller = new AbortController();
  readonly #limit: MovingTimer;
  #limitWhy = '';
  #limitAt = 0;
  #abandonment: CancelTimer | undefined;
  /** Of the piece that is waited for. */
  #reject: ((reason: Error) => void) | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#limit = new MovingTimer(world, () => this.#abort(new Error(this.#limitWhy)));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** For no fault of the provider's. */
  giveUp(why: string): void {
    this.#abort(new NobodyWaitsError(why));
  }

  /** From now on, instead of the limit before. */
  limitTo(ms: number, why: string): void {
    this.#limitWhy = why;
    this.#limitAt = this.#world.steadyMs() + ms;
    this.#limit.move(ms);
  }

  /** To the next token or, behind the end of the text, to the end of its stream. */
  limitPause(tokenPauseMaxMs: number, isFinished: boolean): void {
    if (!isFinished) this.limitTo(tokenPauseMaxMs, 'no further token came in time');
    else this.limitTo(Math.min(tokenPauseMaxMs, USAGE_MAX_MS), 'the stream did not end in time');
  }

  /** A client that reads slowly is no fault of the provider's: the limit does not count this time. */
  async uncounted(room: Promise<void>): Promise<void> {
    const leftMs = this.#limitAt - this.#world.steadyMs();
    this.#limit.rest();
    await room;
    this.limitTo(leftMs, this.#limitWhy);
  }

  /** Besides any other limit. */
  after(ms: number, task: () => void): void {
    this.#abandonment = this.#world.after(ms, task);
  }

  /** The next pieces; rejects once the call is aborted, also if the adapter does not heed that. */
  next(pieces: Pieces): Promise<IteratorResult<readonly TextPiece[]>> {
    return new Promise((resolve, reject) => {
      this.#reject = (reason) => {
        reject(reason);
        this.leave(pieces);
      };
      if (this.signal.aborted) this.#reject(this.signal.reason);
      pieces.next().then(resolve, reject);
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
  leave(pieces: Pieces): void {
    pieces.return?.().catch(() => undefined);
  }

  /** The call is over. */
  close(): void {
    this.#reject = undefined;
    this.#limit.stop();
    this.#abandonment?.();
  }

  /** The first reason holds. */
  #abort(reason: Error): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.#reject?.(reason);
  }
}
