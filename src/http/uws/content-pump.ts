/**
 * Pulls content from its source, one chunk at a time, and has each sent before the next is asked for.
 *
 * Invariants
 *  1. One chunk is held at a time.
 *  2. Content that fails or stalls cuts the connection: the client sees that it ends short, never wrong
 *     bytes.
 *  3. The chunks' iterator is returned exactly when it is left before its end.
 */
import { MovingTimer } from '../../time/moving-timer.js';
import type { World } from '../../time/world.js';
import type { ContentStream } from '../exchange.js';

/** How long the next chunk may take, in ms. */
const CHUNK_TIME_LIMIT_MS = 30_000;

export interface PumpOptions {
  readonly content: ContentStream;
  /** Nothing more can be sent, or need be. */
  readonly isOver: () => boolean;
  /** Resolves when the chunk is out, or the connection gone. */
  readonly send: (chunk: Uint8Array) => Promise<void>;
  /** The content is at its end; throws if it is too early. */
  readonly ended: () => void;
  /** Cuts the connection. */
  readonly cut: () => void;
  readonly world: Pick<World, 'after' | 'steadyMs'>;
}

export class ContentPump {
  readonly #options: PumpOptions;
  /** Of the chunk that is waited for. */
  readonly #limit: MovingTimer;
  #tooLate: ((error: Error) => void) | undefined;
  #iterator: AsyncIterator<Uint8Array> | undefined;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#limit = new MovingTimer(options.world, () => this.#tooLate?.(new Error('content stalled')));
  }

  start(): void {
    this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#limit.stop());
  }

  /** To be called when the connection is gone. */
  stop(): void {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    // A source that fails at being left has nothing more to say to us.
    iterator?.return?.().catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { content, isOver, send, ended } = this.#options;
    this.#iterator = content.chunks()[Symbol.asyncIterator]();
    while (!isOver()) {
      const next = await this.#nextInTime(this.#iterator);
      this.#limit.rest();
      if (isOver()) return;
      if (next.done === true) {
        this.#iterator = undefined;
        ended();
        return;
      }
      if (next.value.length > 0) await send(next.value);
    }
    this.stop();
  }

  #nextInTime(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      this.#tooLate = reject;
      this.#limit.move(CHUNK_TIME_LIMIT_MS);
      iterator.next().then(resolve, reject);
    });
  }

  #fail(error: unknown): void {
    const { content, isOver, cut } = this.#options;
    this.stop();
    if (isOver()) return;
    content.onFault(error);
    if (!isOver()) cut();
  }
}
