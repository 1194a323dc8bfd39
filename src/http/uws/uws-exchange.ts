/**
 * One exchange on uWebSockets.js: how a request (`uws-request.ts`) is answered.
 *
 * Demands of the library, and what keeps them here
 *  6. Outside the handler every write is corked.
 *  7. `end` hands everything to a buffer without a bound, and the library goes on reading requests from a
 *     client that reads no answers. `tryEnd` says that there is no room: the response then stays pending, and
 *     by 5 the client's next request ends its connection. It costs a tenth of a small read, so only every
 *     eighth answer asks: a client that does not read is held some ten answers, not all it cares to ask for.
 *     For a HEAD the library has no such word (`tryEnd` of no bytes always finds room): the gateway has a
 *     HEAD that no window bounds close its connection.
 *  8. A piece that finds no room in the cork may be lost (`uws-cork.ts`): a body is given to `end` only if it
 *     finds room for certain; if a part of a header may have been lost, the connection is cut (a WebSocket's
 *     once it is open).
 *  9. The library and another reader may disagree on the end of a body that came in chunks. So no request
 *     behind one is ever served: the answer is an answer that closes (5), or, while that body still comes in,
 *     the response is held: whole for the client, for the library one byte short, and so pending.
 */

import {
  type AnswerHead,
  type AnswerOptions,
  type ConnectionFate,
  type ContentStream,
  type Exchange,
  headText,
  type LiveWatcher,
} from '../exchange.js';
import type { Handshake } from './handshake.js';
import { keptBody, keptBytes, once } from './kept-body.js';
import { UwsChunked } from './uws-chunked.js';
import { CORK_BYTES, headBytes } from './uws-cork.js';
import { UwsRequest } from './uws-request.js';
import { HELD_BYTES_MIN, tryHeld, UwsStream } from './uws-stream.js';

/** A body larger than this goes out as fast as the client takes it, instead of into a buffer for it. */
const WHOLE_ANSWER_MAX_BYTES = 64 * 1024;
const ASK_TO_CLOSE = '\r\nConnection: close';
/** One answer of so many asks whether there is room for it (7 above). */
const ROOM_ASKED_EVERY = 8;
/** An answer longer than this is not sent by an `end` that closes (8 above). */
const CLOSING_ANSWER_MAX_BYTES = 12 * 1024;
/** How long a response is held for a body whose end nobody sees, in ms. */
const HELD_MS = 10_000;

export class UwsExchange extends UwsRequest implements Exchange {
  /** Answers since one has asked. */
  static #unasked = 0;
  #cancelHold: (() => void) | undefined;
  #stream: UwsStream | UwsChunked | undefined;

  get upgrade(): ((head: AnswerHead, watcher: LiveWatcher) => void) | undefined {
    const { handshake } = this.owner;
    if (handshake === undefined || this.req === undefined) return undefined;
    return (head, watcher) => this.#upgrade(handshake, head, watcher);
  }

  answer(head: AnswerHead, body: string | Uint8Array, options: AnswerOptions): void {
    if (this.isOver || this.isAnswered) return;
    const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    if (options.connection === 'keep' && !options.isHead && size <= WHOLE_ANSWER_MAX_BYTES) {
      if (this.req !== undefined && this.owner.cork.addIfRoom(headBytes(head) + size)) {
        this.#writeKept(head, body, true, true);
      } else this.#answerInDoubt(head, body, size);
    } else this.#answerOtherwise(headText(head), body, size, options);
  }

  stream(head: string, content: ContentStream, options: AnswerOptions): void {
    if (this.isOver || this.isAnswered) return;
    const { size } = content;
    const isKept = options.connection === 'keep';
    const isInRoom = isKept && size !== undefined && this.owner.cork.hasRoom(headBytes(head));
    if (!this.isBehindPacket && !isInRoom) this.behindPacket(() => this.stream(head, content, options));
    else if (options.isHead) this.#answerHead(head, size, options.connection);
    else if (size === 0) this.answer(head, '', options);
    else this.#begin(head, content, options.connection);
  }

  #begin(head: string, content: ContentStream, connection: ConnectionFate): void {
    const { size } = content;
    const closes = connection !== 'keep';
    const response = {
      res: this.res,
      isOver: () => this.isOver || this.isAnswered,
      world: this.owner,
    };
    if (size === undefined) {
      this.#stream = new UwsChunked({ ...response, head, content, closes, sent: () => this.finish() });
    } else {
      const isHeld = closes && size >= HELD_BYTES_MIN;
      this.#stream = new UwsStream({
        ...response,
        head: closes ? head + ASK_TO_CLOSE : head,
        content: { ...content, size },
        isHeld,
        sent: () => (isHeld ? this.#hold(connection) : this.finish()),
        written: (ofHead, ofPart) => this.owner.cork.add(ofHead, ofPart),
      });
    }
    this.#stream.start();
  }

  /**
   * Only in the handler. `cork`, which an upgrade outside it needs, takes the WebSocket for a response if it
   * has not moved in memory, and may close it by a bit of something else (both releases of the library, and
   * its source up to 2026-08; one in some 20,000 was lost so).
   */
  #upgrade({ key, context }: Handshake, head: AnswerHead, watcher: LiveWatcher): void {
    if (this.isOver || this.isAnswered) return;
    this.owner.cork.add(headBytes(head), 0);
    this.res.writeStatus(headText(head));
    this.finish();
    this.res.upgrade({ ...watcher }, key, '', '', context);
  }

  /** Answers that close, are for a HEAD, or are long. */
  #answerOtherwise(head: string, body: string | Uint8Array, size: number, options: AnswerOptions): void {
    const { isHead, connection } = options;
    const isKept = connection === 'keep';
    if (!isKept && !this.isBehindPacket) {
      const kept = keptBody(body);
      this.behindPacket(() => this.answer(head, kept, options));
    } else if (isHead) {
      this.#answerHead(head, size, connection);
    } else if (isKept || size > CLOSING_ANSWER_MAX_BYTES) {
      const bytes = keptBytes(body);
      this.stream(head, { size, chunks: () => once(bytes), onFault: () => {} }, options);
    } else {
      this.res.cork(() => this.#writeLast(head, body, connection));
    }
  }

  /** Outside the handler, or if it finds no room for certain. */
  #answerInDoubt(head: AnswerHead, body: string | Uint8Array, size: number): void {
    const { cork } = this.owner;
    const ofHead = headBytes(head);
    const isHeadSafe = this.isBehindPacket || cork.hasRoom(ofHead);
    if (!isHeadSafe && ofHead + size > CORK_BYTES) {
      const [keptHead, kept] = [headText(head), keptBody(body)];
      this.behindPacket(() => this.#answerInDoubt(keptHead, kept, size));
      return;
    }
    const isSafe = cork.hasRoom(ofHead + size);
    cork.add(ofHead, size);
    if (this.req !== undefined) this.#writeKept(head, body, isSafe, isHeadSafe);
    else this.res.cork(() => this.#writeKept(head, body, isSafe, isHeadSafe));
  }

  #writeKept(head: AnswerHead, body: string | Uint8Array, isSafe: boolean, isHeadSafe: boolean): void {
    const res = this.res;
    // One call for the whole block: each call into the library, and each string that it takes, costs some 50
    // ns.
    res.writeStatus(head);
    UwsExchange.#unasked += 1;
    if ((isSafe && UwsExchange.#unasked < ROOM_ASKED_EVERY) || body.length === 0) {
      res.end(body);
      this.finish();
      return;
    }
    UwsExchange.#unasked = 0;
    // The library takes a size of 0 for that of the body.
    if (res.tryEnd(body, 0)[1]) this.finish();
    else if (isHeadSafe) this.#writeRest(keptBytes(body));
    else this.cutSoon();
  }

  /**
   * As the client takes it (7 above). The library cuts off a client that takes nothing after some ten
   * seconds.
   */
  #writeRest(body: Uint8Array): void {
    this.res.onWritable((offset) => {
      if (!this.res.tryEnd(body.subarray(offset), body.length)[1]) return false;
      this.finish();
      return true;
    });
  }

  /** After which nothing on the connection is served. */
  #writeLast(head: string, body: string | Uint8Array, connection: ConnectionFate): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.owner.cork.add(headBytes(head), bytes.length);
    if (connection === 'close' || this.isBodyOver || bytes.length < HELD_BYTES_MIN) {
      this.res.writeStatus(head);
      // To be closed, the library says so itself.
      this.res.end(bytes, true);
      this.finish();
      return;
    }
    this.res.writeStatus(head + ASK_TO_CLOSE);
    if (tryHeld(this.res, bytes, 0, bytes.length)) this.#hold(connection);
    else this.cutSoon();
  }

  #answerHead(head: string, length: number | undefined, connection: ConnectionFate): void {
    if (connection !== 'keep' && length === 0) this.answer(head, '', { isHead: false, connection: 'close' });
    else if (this.req !== undefined) this.#writeHead(head, length, connection);
    else this.res.cork(() => this.#writeHead(head, length, connection));
  }

  #writeHead(head: string, length: number | undefined, connection: ConnectionFate): void {
    this.owner.cork.add(headBytes(head), 0);
    if (length === undefined) {
      // Without a length the library ends the response, but closes nothing: the client is asked to.
      this.res.writeStatus(
        `${head}\r\nTransfer-Encoding: chunked${connection === 'keep' ? '' : ASK_TO_CLOSE}`,
      );
      this.res.endWithoutBody();
      this.finish();
    } else if (connection === 'keep') {
      // `endWithoutBody` with a length would, in the older release, wait for that many bytes.
      this.res.writeStatus(`${head}\r\nContent-Length: ${length}`);
      this.res.endWithoutBody();
      this.finish();
    } else if (this.owner.closesBodiless) {
      this.res.writeStatus(head);
      this.res.endWithoutBody(length, true);
      this.finish();
    } else {
      // A body that never comes leaves the response ours, to be cut once the header is out.
      this.res.writeStatus(head + ASK_TO_CLOSE);
      this.res.tryEnd('', length);
      this.isAnswered = true;
      this.cutSoon();
    }
  }

  /** The answer is out, the response still pending: until the body is over, or the client goes. */
  #hold(connection: ConnectionFate): void {
    this.isAnswered = true;
    this.owner.closed(this);
    if (connection === 'close' || this.isBodyOver) this.cutSoon();
    else if (!this.isReadingBody) this.#cancelHold = this.owner.after(HELD_MS, () => this.cut());
  }

  protected override finish(): void {
    if (this.isOver) return;
    super.finish();
    this.#cancelHold?.();
    this.#stream?.gone();
  }
}
