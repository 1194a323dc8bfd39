/**
 * Sends content of an unknown size on a uWebSockets.js response, in chunks (RFC 9112, 7.1), no faster than
 * the client takes it. Content that ends short lacks the last chunk, so the client notices. A client that
 * still sends a body may miss the end: the last chunk cannot be shown and held back.
 *
 * `write` says whether what was written *before* has found room, and buffers what it is given. So content
 * goes out in pieces that fit into an empty cork, and at most two of them wait for the client. The packet of
 * the request must have been handled: a piece that does not fit into a cork in use may be lost
 * (`uws-cork.ts`).
 */
import type { ContentStream } from '../exchange.js';
import { ContentPump, type PumpOptions } from './content-pump.js';
import type { HttpResponse } from './uws.js';

const PIECE_BYTES = 8 * 1024;

export interface UwsChunkedOptions {
  readonly res: HttpResponse;
  /** As in `Exchange.stream`. */
  readonly head: string;
  readonly content: ContentStream;
  readonly closes: boolean;
  readonly isOver: () => boolean;
  /** Called once, when the last chunk is with the library: the response is gone then. */
  readonly sent: () => void;
  readonly world: PumpOptions['world'];
}

export class UwsChunked {
  readonly #options: UwsChunkedOptions;
  readonly #pump: ContentPump;
  #isHeadSent = false;
  #wake: (() => void) | undefined;
  readonly #hasRoom = (): boolean => {
    this.#wake?.();
    return true;
  };

  constructor(options: UwsChunkedOptions) {
    const { res, content, isOver, world } = options;
    this.#options = options;
    this.#pump = new ContentPump({
      content,
      isOver,
      send: (chunk) => this.#send(chunk),
      ended: () => this.#end(),
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

  async #send(chunk: Uint8Array): Promise<void> {
    const { res, isOver } = this.#options;
    for (let at = 0; at < chunk.length && !isOver(); at += PIECE_BYTES) {
      if (this.#write(chunk.subarray(at, at + PIECE_BYTES))) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        res.onWritable(this.#hasRoom);
      });
    }
  }

  /** @returns whether what was written before has found room */
  #write(piece: Uint8Array): boolean {
    const { res, head, closes } = this.#options;
    let hasRoom = true;
    res.cork(() => {
      if (!this.#isHeadSent) res.writeStatus(closes ? `${head}\r\nConnection: close` : head);
      this.#isHeadSent = true;
      hasRoom = res.write(piece);
    });
    return hasRoom;
  }

  #end(): void {
    const { res, head, closes, sent } = this.#options;
    res.cork(() => {
      // Of content that is empty the library says the length, and that the connection closes.
      if (!this.#isHeadSent) res.writeStatus(head);
      res.end(undefined, closes);
    });
    sent();
  }
}
