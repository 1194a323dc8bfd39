/**
 * Sends content of a known size on a uWebSockets.js response, no faster than the client takes it.
 *
 * Invariants
 *  1. Content that ends short cuts the connection (`content-pump.ts`): the client sees fewer bytes than
 *     Content-Length promised. Content longer than its size is cut off there.
 *  2. One callback waits for room, whichever chunk is on its way. Promises go on before it returns, so the
 *     next chunk may be offered from within it; what that one registers is replaced, in releases of the
 *     library up to 20.77, by the callback that returns, which would send on from its own chunk.
 *
 * A client that takes nothing is cut off by the library, some ten seconds after a write that found no room.
 */
import type { ContentStream } from '../exchange.js';
import { ContentPump, type PumpOptions } from './content-pump.js';
import type { HttpResponse } from './uws.js';
import { headBytes } from './uws-cork.js';

/** Fewer bytes cannot be held. */
export const HELD_BYTES_MIN = 2;

const NO_CHUNK = new Uint8Array();

/**
 * Sends a part of an answer of `size` bytes, from `start` on, without ending the response: to the library the
 * last byte is followed by another. The first call has the library write the true size.
 *
 * @returns whether the library took all of it
 */
export function tryHeld(res: HttpResponse, part: Uint8Array, start: number, size: number): boolean {
  const beforeLast = part.subarray(0, size - 1 - start);
  if (beforeLast.length > 0 && !res.tryEnd(beforeLast, size)[0]) return false;
  return beforeLast.length === part.length || res.tryEnd(part.subarray(beforeLast.length), size + 1)[0];
}

export interface UwsStreamOptions {
  readonly res: HttpResponse;
  /** As in `Exchange.stream`. */
  readonly head: string;
  readonly content: ContentStream & { readonly size: number };
  /**
   * The response is to stay pending when all is sent (9 in `uws-exchange.ts`): not below `HELD_BYTES_MIN`.
   */
  readonly isHeld: boolean;
  readonly isOver: () => boolean;
  /** Called once, when all bytes are with the operating system; a response that is not held is gone then. */
  readonly sent: () => void;
  /** Told of bytes that are about to be given to the library. */
  readonly written: (headBytes: number, partBytes: number) => void;
  readonly world: PumpOptions['world'];
}

export class UwsStream {
  readonly #options: UwsStreamOptions;
  readonly #pump: ContentPump;
  /** On its way, from `#sentBytes` of the content on; empty if none is. */
  #chunk: Uint8Array = NO_CHUNK;
  /** Of chunks that are out. */
  #sentBytes = 0;
  #isHeadSent = false;
  #wake: (() => void) | undefined;
  readonly #tryAgain = (offset: number): boolean => this.#tryChunk(offset);

  constructor(options: UwsStreamOptions) {
    const { res, content, isOver, world } = options;
    this.#options = options;
    this.#pump = new ContentPump({
      content,
      isOver,
      send: (chunk) => this.#send(chunk.subarray(0, content.size - this.#sentBytes)),
      ended: () => {
        throw new Error(`content ended after ${this.#sentBytes} of ${content.size} bytes`);
      },
      cut: () => res.close(),
      world,
    });
  }

  start(): void {
    this.#pump.start();
  }

  /** The connection is gone. */
  gone(): void {
    this.#pump.stop();
    this.#wake?.();
  }

  /** Resolves when the chunk is out, or the connection gone. */
  #send(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#chunk = chunk;
      const { res, isHeld } = this.#options;
      // A corked piece may yet find no room; a response that is held says nothing of it.
      if (isHeld && this.#isHeadSent) this.#tryChunk(this.#sentBytes);
      else res.cork(() => this.#tryChunk(this.#sentBytes));
    });
  }

  /**
   * @param offset in the content, from which the library has not taken it yet
   * @returns whether the library took the rest of the chunk
   */
  #tryChunk(offset: number): boolean {
    const { res, head, content, isHeld, written } = this.#options;
    const part = this.#chunk.subarray(offset - this.#sentBytes);
    written(this.#isHeadSent ? 0 : headBytes(head), part.length);
    if (!this.#isHeadSent) {
      this.#isHeadSent = true;
      res.writeStatus(head);
    }
    const [isTaken, isAllSent] = isHeld
      ? [tryHeld(res, part, offset, content.size), false]
      : res.tryEnd(part, content.size);
    if (!isTaken && !isAllSent) {
      res.onWritable(this.#tryAgain);
      return false;
    }
    // With no chunk on its way, the library had some of its own to send.
    if (this.#chunk.length === 0) return true;
    this.#sentBytes += this.#chunk.length;
    this.#chunk = NO_CHUNK;
    if (this.#sentBytes === content.size) this.#options.sent();
    this.#wake?.();
    return true;
  }
}
