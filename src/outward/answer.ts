/**
 * One request over a dispatcher of the library, and its answer. The library's own streams are left out: they
 * take more memory than all else of a request, and more time than all else of a piece.
 *
 * Invariants
 *  1. At most `WAITING_MAX` bytes, and the piece that goes beyond, wait for the reader of a body; then the
 *     connection waits.
 *  2. A body comes whole, or its reader is thrown the reason after what came of it.
 *  3. Once the signal says so, nothing more comes, and the connection is closed.
 */
import type { Dispatcher } from 'undici';

const WAITING_MAX = 65_536;
/** Of a body that is dropped. */
const DROPPED_MAX = 131_072;

type Controller = Dispatcher.DispatchController;
type Fields = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
type Reading = IteratorResult<Uint8Array, undefined>;

const OVER = { done: true, value: undefined } as const;

export interface Answer {
  readonly statusCode: number;
  readonly headers: Fields;
  readonly body: AnswerBody;
}

/** @throws the reason of the signal, or what the library says of a connection that broke */
export function exchange(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else dispatcher.dispatch(options, new Exchange(signal, resolve, reject));
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (reason: unknown) => void;
  #controller: Controller | undefined;
  #body: AnswerBody | undefined;

  constructor(signal: AbortSignal, resolve: (answer: Answer) => void, reject: (reason: unknown) => void) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener('abort', this, { once: true });
  }

  /** Of the signal. */
  handleEvent(): void {
    const { reason } = this.#signal;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#signal.aborted) controller.abort(this.#signal.reason);
  }

  onResponseStart(controller: Controller, statusCode: number, headers: Fields): void {
    if (statusCode < 200) return;
    // They would keep the packet that they came in for as long as the answer lasts.
    controller.rawHeaders = null;
    this.#body = new AnswerBody(controller);
    this.#resolve({ statusCode, headers, body: this.#body });
  }

  onResponseData(_: Controller, bytes: Uint8Array): void {
    this.#body?.push(bytes);
  }

  onResponseEnd(): void {
    this.#over();
    this.#body?.end(undefined);
  }

  onResponseError(_: Controller, error: Error): void {
    this.#over();
    this.#body?.end({ error });
    this.#reject(error);
  }

  #over(): void {
    this.#signal.removeEventListener('abort', this);
  }
}

/** The bytes of an answer as they come. */
class AnswerBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #controller: Controller;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #isOver = false;
  #failure: { readonly error: Error } | undefined;
  #wake: (() => void) | undefined;
  /** Undefined unless the rest is dropped; if it takes more bytes, the connection is closed. */
  #toDrop: number | undefined;

  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /** Nothing more comes, although some of it may wait. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(bytes: Uint8Array): void {
    if (this.#toDrop !== undefined) {
      this.#toDrop -= bytes.length;
      if (this.#toDrop < 0) this.#leave();
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WAITING_MAX) this.#controller.pause();
    this.#wake?.();
  }

  end(failure: { readonly error: Error } | undefined): void {
    this.#isOver = true;
    this.#failure = failure;
    this.#wake?.();
  }

  /** All that has come meanwhile, in one piece: a service may write each token into a chunk of its own. */
  async next(): Promise<Reading> {
    if (this.#waiting.length === 0 && !this.#isOver) await this.#something();
    const [first, ...others] = this.#waiting;
    if (first === undefined) {
      if (this.#failure !== undefined) throw this.#failure.error;
      return OVER;
    }
    this.#forget();
    this.#controller.resume();
    return { done: false, value: others.length === 0 ? first : Buffer.concat([first, ...others]) };
  }

  /** Closes the connection, unless all is there. */
  async return(): Promise<Reading> {
    this.#leave();
    return OVER;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * Passes over the rest: the connection can serve again then. Resolves when that is over, or closed because
   * the rest is long, or `signal` said so.
   */
  async drop(bytesMax = DROPPED_MAX, signal?: AbortSignal): Promise<void> {
    this.#toDrop = bytesMax - this.#waitingBytes;
    this.#forget();
    if (this.#isOver) return;
    signal?.addEventListener('abort', () => this.#leave(), { once: true });
    this.#controller.resume();
    await this.#something();
  }

  #forget(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  #leave(): void {
    if (!this.#isOver) this.#controller.abort(new Error('the answer was left'));
  }
}
