/**
 * One exchange on uWebSockets.js.
 *
 * What the library demands, and what keeps it here
 *  1. The request is gone when the handler returns: `handlerReturned` forgets it.
 *  2. A handler that returns without an answer must have registered `onAborted`, or the process ends.
 *  3. A response is gone after `end`, after a `tryEnd` that finished, and after an abort: `isOver` guards
 *     every call.
 *  4. Outside the handler every write is corked.
 *  5. While a body comes in, the library closes the connection after some ten seconds of slow arrival,
 *     without an answer; `resume` starts that time anew. Without a `pause` before it, it would stop all reading.
 *     The gateway has a time limit of its own.
 *  6. After an answer given within the handler, the library goes on with the next request of the same packet,
 *     also where that answer was to close the connection; while a response is pending, a further request ends
 *     the connection instead. So an answer that closes is given when the packet has been handled: what
 *     follows a request that cannot be trusted is never taken for another.
 *  7. `end` hands everything to a buffer without a bound, and the library goes on reading requests from a
 *     client that reads no answers. `tryEnd` says that there is no room: the response then stays pending, and by
 *     6 the client's next request ends its connection. It costs a tenth of a small read, so only every eighth
 *     answer asks: a client that does not read is held some ten answers, not all it cares to ask for. For a HEAD
 *     the library has no such word (`tryEnd` of no bytes always finds room): the gateway has a HEAD that no
 *     window bounds close its connection.
 *  8. What finds no room in the cork may be lost (`uws-cork.ts`): a body is given to `end` only where it finds
 *     room for certain; where a part of a header may have been lost, the connection is cut.
 *  9. Where a body that came in chunks ends, the library and another reader may disagree. So no request behind
 *     one is ever served: the answer is an answer that closes (6), or, while that body still comes in, the
 *     response is held: whole for the client, for the library one byte short, and so pending.
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
import { UNIX_PEER } from '../request/client-address.js';
import type { Handshake } from './handshake.js';
import type { HttpRequest, HttpResponse } from './uws.js';
import { CORK_BYTES, headBytes, type UwsCork } from './uws-cork.js';
import { HELD_BYTES_MIN, tryHeld, UwsStream } from './uws-stream.js';

export interface ExchangeOwner {
  /** The exchange stays open after its handler. */
  opened(exchange: UwsExchange): void;
  /** An exchange that was open is over. */
  closed(exchange: UwsExchange): void;
  /** The exchange came on an encrypted connection; on a Unix socket. */
  readonly isTls: boolean;
  readonly isUnix: boolean;
  /** See `LoadedUws`. */
  readonly closesBodiless: boolean;
  readonly cork: UwsCork;
  /** Of the request that is handled right now, where it asks for a WebSocket. */
  readonly handshake: Handshake | undefined;
  /** Runs a task when the events at hand have been handled. */
  soon(task: () => void): void;
  after(delayMs: number, task: () => void): () => void;
}

/** A body larger than this goes out as fast as the client takes it, instead of into a buffer for it. */
const WHOLE_ANSWER_MAX_BYTES = 64 * 1024;
const ASK_TO_CLOSE = '\r\nConnection: close';
/** One answer of so many asks whether there is room for it (7 above). */
const ROOM_ASKED_EVERY = 8;
/** An answer longer than this is not sent by an `end` that closes (8 above). */
const CLOSING_ANSWER_MAX_BYTES = 12 * 1024;
/** How long a response is held for a body whose end nobody sees, in ms. */
const HELD_MS = 10_000;

/** Of an exchange that its owner does not hold as open. */
export const NOT_OPEN = -1;

export class UwsExchange implements Exchange {
  /** Answers since one has asked. */
  static #unasked = 0;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  /** Written by the owner: where it holds the exchange. */
  openAt = NOT_OPEN;
  readonly #owner: ExchangeOwner;
  readonly #res: HttpResponse;
  #req: HttpRequest | undefined;
  #isReadingBody = false;
  #isBodyOver = false;
  /** The packet that the request came in has been handled, and the cork is empty. */
  #isBehindPacket = false;
  /** The answer is out, and the connection about to be cut. */
  #isAnswered = false;
  #cancelHold: (() => void) | undefined;
  #notifyGone: (() => void) | undefined;
  #stream: UwsStream | undefined;

  /** @param method spares asking for it; as sent */
  constructor(
    owner: ExchangeOwner,
    res: HttpResponse,
    req: HttpRequest,
    method = req.getCaseSensitiveMethod(),
  ) {
    this.#owner = owner;
    this.#res = res;
    this.#req = req;
    this.method = method;
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
  }

  eachField(visit: (name: string, value: string) => void): void {
    this.#req?.forEach(visit);
  }

  get isTls(): boolean {
    return this.#owner.isTls;
  }

  get upgrade(): ((head: AnswerHead, watcher: LiveWatcher) => void) | undefined {
    const { handshake } = this.#owner;
    if (handshake === undefined || this.#req === undefined) return undefined;
    return (head, watcher) => this.#upgrade(handshake, head, watcher);
  }

  remoteAddress(): string {
    if (this.#owner.isUnix) return UNIX_PEER;
    return this.isOver ? '' : Buffer.from(this.#res.getRemoteAddressAsText()).toString('latin1');
  }

  onGone(notify: () => void): void {
    this.#notifyGone = notify;
  }

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#isReadingBody = true;
    this.#res.onData((chunk, isLast) => {
      if (isLast) {
        this.#isReadingBody = false;
        this.#isBodyOver = true;
        if (this.#isAnswered) this.#cutSoon();
      }
      if (!this.isOver && !this.#isAnswered) take(new Uint8Array(chunk), isLast);
    });
  }

  answer(head: AnswerHead, body: string | Uint8Array, options: AnswerOptions): void {
    if (this.isOver || this.#isAnswered) return;
    const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    if (options.connection === 'keep' && !options.isHead && size <= WHOLE_ANSWER_MAX_BYTES) {
      if (this.#req !== undefined && this.#owner.cork.addIfRoom(headBytes(head) + size)) {
        this.#writeKept(head, body, true, true);
      } else this.#answerInDoubt(head, body, size);
    } else this.#answerOtherwise(headText(head), body, size, options);
  }

  stream(head: string, content: ContentStream, options: AnswerOptions): void {
    if (this.isOver || this.#isAnswered) return;
    const isKept = options.connection === 'keep';
    if (!this.#isBehindPacket && (!isKept || !this.#owner.cork.hasRoom(headBytes(head)))) {
      this.#behindPacket(() => this.stream(head, content, options));
      return;
    }
    if (options.isHead) {
      this.#answerHead(head, content.size, options.connection);
      return;
    }
    if (content.size === 0) {
      this.answer(head, '', options);
      return;
    }
    const isHeld = !isKept && content.size >= HELD_BYTES_MIN;
    this.#stream = new UwsStream({
      res: this.#res,
      head: isKept ? head : head + ASK_TO_CLOSE,
      content,
      isHeld,
      isOver: () => this.isOver || this.#isAnswered,
      sent: () => (isHeld ? this.#hold(options.connection) : this.#finish()),
      written: (ofHead, ofPart) => this.#owner.cork.add(ofHead, ofPart),
      after: (delayMs, task) => this.#owner.after(delayMs, task),
    });
    this.#stream.start();
  }

  /** The library goes on in the cork, and no word tells what found no room there: where there may be none, the packet's end is awaited. */
  #upgrade(handshake: Handshake, head: AnswerHead, watcher: LiveWatcher): void {
    if (this.isOver || this.#isAnswered) return;
    const kept = headText(head);
    if (this.#owner.cork.addIfRoom(headBytes(head))) this.#switch(handshake, kept, watcher);
    else this.#behindPacket(() => this.#res.cork(() => this.#switch(handshake, kept, watcher)));
  }

  #switch({ key, context }: Handshake, head: string, watcher: LiveWatcher): void {
    this.#res.writeStatus(head);
    this.#finish();
    this.#res.upgrade({ ...watcher }, key, '', '', context);
  }

  /** To be called when the library's handler is about to return. */
  handlerReturned(): void {
    this.#req = undefined;
    if (this.isOver) return;
    this.#owner.opened(this);
    this.#res.onAborted(() => this.#aborted());
  }

  /** To be called every few seconds (see 5 above). */
  keepReading(): void {
    if (!this.#isReadingBody || this.isOver || this.#isAnswered) return;
    this.#res.pause();
    this.#res.resume();
  }

  /** Cuts the connection. */
  cut(): void {
    if (!this.isOver) this.#res.close();
  }

  /** What is not kept, is for a HEAD, or is long. */
  #answerOtherwise(head: string, body: string | Uint8Array, size: number, options: AnswerOptions): void {
    const { isHead, connection } = options;
    const isKept = connection === 'keep';
    if (!isKept && !this.#isBehindPacket) {
      const kept = keptBody(body);
      this.#behindPacket(() => this.answer(head, kept, options));
    } else if (isHead) {
      this.#answerHead(head, size, connection);
    } else if (isKept || size > CLOSING_ANSWER_MAX_BYTES) {
      const bytes = keptBytes(body);
      this.stream(head, { size, chunks: () => once(bytes), onFault: () => {} }, options);
    } else {
      this.#res.cork(() => this.#writeLast(head, body, connection));
    }
  }

  /** Has an answer given when the packet has been handled (6 above). */
  #behindPacket(answer: () => void): void {
    if (this.#req !== undefined && !this.#isReadingBody) this.readBody(() => {});
    this.#owner.soon(() => {
      if (this.isOver) return;
      this.#isBehindPacket = true;
      answer();
      this.#isBehindPacket = false;
    });
  }

  /** Outside the handler, or where it finds no room for certain. */
  #answerInDoubt(head: AnswerHead, body: string | Uint8Array, size: number): void {
    const { cork } = this.#owner;
    const ofHead = headBytes(head);
    const isHeadSafe = this.#isBehindPacket || cork.hasRoom(ofHead);
    if (!isHeadSafe && ofHead + size > CORK_BYTES) {
      const [keptHead, kept] = [headText(head), keptBody(body)];
      this.#behindPacket(() => this.#answerInDoubt(keptHead, kept, size));
      return;
    }
    const isSafe = cork.hasRoom(ofHead + size);
    cork.add(ofHead, size);
    if (this.#req !== undefined) this.#writeKept(head, body, isSafe, isHeadSafe);
    else this.#res.cork(() => this.#writeKept(head, body, isSafe, isHeadSafe));
  }

  #writeKept(head: AnswerHead, body: string | Uint8Array, isSafe: boolean, isHeadSafe: boolean): void {
    const res = this.#res;
    // One call for the whole block: each call into the library, and each string that it takes, costs some 50 ns.
    res.writeStatus(head);
    UwsExchange.#unasked += 1;
    if ((isSafe && UwsExchange.#unasked < ROOM_ASKED_EVERY) || body.length === 0) {
      res.end(body);
      this.#finish();
      return;
    }
    UwsExchange.#unasked = 0;
    // The library takes a size of 0 for that of the body.
    if (res.tryEnd(body, 0)[1]) this.#finish();
    else if (isHeadSafe) this.#writeRest(keptBytes(body));
    else this.#cutSoon();
  }

  /** As the client takes it (7 above). One that takes nothing is cut off by the library after some ten seconds. */
  #writeRest(body: Uint8Array): void {
    this.#res.onWritable((offset) => {
      if (!this.#res.tryEnd(body.subarray(offset), body.length)[1]) return false;
      this.#finish();
      return true;
    });
  }

  /** After which nothing on the connection is served. */
  #writeLast(head: string, body: string | Uint8Array, connection: ConnectionFate): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.#owner.cork.add(headBytes(head), bytes.length);
    if (connection === 'close' || this.#isBodyOver || bytes.length < HELD_BYTES_MIN) {
      this.#res.writeStatus(head);
      // To be closed, the library says so itself.
      this.#res.end(bytes, true);
      this.#finish();
      return;
    }
    this.#res.writeStatus(head + ASK_TO_CLOSE);
    if (tryHeld(this.#res, bytes, 0, bytes.length)) this.#hold(connection);
    else this.#cutSoon();
  }

  #answerHead(head: string, length: number, connection: ConnectionFate): void {
    if (connection !== 'keep' && length === 0) this.answer(head, '', { isHead: false, connection: 'close' });
    else if (this.#req !== undefined) this.#writeHead(head, length, connection);
    else this.#res.cork(() => this.#writeHead(head, length, connection));
  }

  #writeHead(head: string, length: number, connection: ConnectionFate): void {
    this.#owner.cork.add(headBytes(head), 0);
    if (connection === 'keep') {
      // `endWithoutBody` with a length would, in the older release, wait for that many bytes.
      this.#res.writeStatus(`${head}\r\nContent-Length: ${length}`);
      this.#res.endWithoutBody();
      this.#finish();
    } else if (this.#owner.closesBodiless) {
      this.#res.writeStatus(head);
      this.#res.endWithoutBody(length, true);
      this.#finish();
    } else {
      // A body that never comes leaves the response ours, to be cut once the header is out.
      this.#res.writeStatus(head + ASK_TO_CLOSE);
      this.#res.tryEnd('', length);
      this.#isAnswered = true;
      this.#cutSoon();
    }
  }

  /** The answer is out, the response still pending: until the body is over, or the client goes. */
  #hold(connection: ConnectionFate): void {
    this.#isAnswered = true;
    this.#owner.closed(this);
    if (connection === 'close' || this.#isBodyOver) this.#cutSoon();
    else if (!this.#isReadingBody) this.#cancelHold = this.#owner.after(HELD_MS, () => this.cut());
  }

  #cutSoon(): void {
    this.#owner.soon(() => this.cut());
  }

  #aborted(): void {
    this.#finish();
    this.#stream?.gone();
    if (!this.#isAnswered) this.#notifyGone?.();
  }

  #finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#cancelHold?.();
    if (this.#req === undefined) this.#owner.closed(this);
  }
}

/** A body that holds when the call is over. */
function keptBody(body: string | Uint8Array): string | Uint8Array {
  return typeof body === 'string' ? body : body.slice();
}

function keptBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body.slice();
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
