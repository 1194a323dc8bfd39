/**
 * One request on uWebSockets.js: what is read of it, and for how long its response is there.
 *
 * Demands of the library, and what keeps them here; the numbers go on in `uws-exchange.ts`
 *  1. The request is gone when the handler returns: `handlerReturned` forgets it.
 *  2. A handler that returns without an answer must have registered `onAborted`, or the process ends.
 *  3. A response is gone after `end`, after a `tryEnd` that finished, and after an abort: `isOver` guards
 *     every call.
 *  4. While a body comes in, the library closes the connection after some ten seconds of slow arrival,
 *     without an answer; `resume` starts that time anew. Without a `pause` before it, it would stop all
 *     reading. The gateway has a time limit of its own.
 *  5. After an answer given within the handler, the library goes on with the next request of the same packet,
 *     also if that answer was to close the connection; while a response is pending, a further request ends
 *     the connection instead. So an answer that closes is given when the packet has been handled: what
 *     follows a request that cannot be trusted is never taken for another.
 */

import type { SteadyMs } from '../../time/clock.js';
import { UNIX_PEER } from '../request/client-address.js';
import type { Handshake } from './handshake.js';
import type { HttpRequest, HttpResponse } from './uws.js';
import type { UwsCork } from './uws-cork.js';

/** The listener that a request came to. */
export interface RequestOwner {
  /** The request is still open after its handler. */
  opened(request: UwsRequest): void;
  /** A request that was open is over. */
  closed(request: UwsRequest): void;
  /** The request came on an encrypted connection; on a Unix socket. */
  readonly isTls: boolean;
  readonly isUnix: boolean;
  /** See `LoadedUws`. */
  readonly closesBodiless: boolean;
  readonly cork: UwsCork;
  /** Of the request that is handled right now, if it asks for a WebSocket. */
  readonly handshake: Handshake | undefined;
  /** Runs a task when the events at hand have been handled. */
  soon(task: () => void): void;
  steadyMs(): SteadyMs;
  after(delayMs: number, task: () => void): () => void;
}

/** Of a request that its owner does not hold as open. */
export const NOT_OPEN = -1;

export abstract class UwsRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  /** Written by the owner: its index among those that are open. */
  openAt = NOT_OPEN;
  protected readonly owner: RequestOwner;
  protected readonly res: HttpResponse;
  /** Undefined once the handler has returned. */
  protected req: HttpRequest | undefined;
  protected isReadingBody = false;
  protected isBodyOver = false;
  /** The packet that the request came in has been handled, and the cork is empty. */
  protected isBehindPacket = false;
  /** The answer is out, and the connection about to be cut. */
  protected isAnswered = false;
  #notifyGone: (() => void) | undefined;

  /** @param method spares asking for it; as sent */
  constructor(
    owner: RequestOwner,
    res: HttpResponse,
    req: HttpRequest,
    method = req.getCaseSensitiveMethod(),
  ) {
    this.owner = owner;
    this.res = res;
    this.req = req;
    this.method = method;
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
  }

  eachField(visit: (name: string, value: string) => void): void {
    this.req?.forEach(visit);
  }

  get isTls(): boolean {
    return this.owner.isTls;
  }

  remoteAddress(): string {
    if (this.owner.isUnix) return UNIX_PEER;
    return this.isOver ? '' : Buffer.from(this.res.getRemoteAddressAsText()).toString('latin1');
  }

  onGone(notify: () => void): void {
    this.#notifyGone = notify;
  }

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.isReadingBody = true;
    this.res.onData((chunk, isLast) => {
      if (isLast) {
        this.isReadingBody = false;
        this.isBodyOver = true;
        if (this.isAnswered) this.cutSoon();
      }
      if (!this.isOver && !this.isAnswered) take(new Uint8Array(chunk), isLast);
    });
  }

  /** To be called when the library's handler is about to return. */
  handlerReturned(): void {
    this.req = undefined;
    if (this.isOver) return;
    this.owner.opened(this);
    this.res.onAborted(() => {
      this.finish();
      if (!this.isAnswered) this.#notifyGone?.();
    });
  }

  /** To be called every few seconds (4 above). */
  keepReading(): void {
    if (!this.isReadingBody || this.isOver || this.isAnswered) return;
    this.res.pause();
    this.res.resume();
  }

  /** Cuts the connection. */
  cut(): void {
    if (!this.isOver) this.res.close();
  }

  /** Gives an answer when the packet has been handled (5 above). */
  protected behindPacket(answer: () => void): void {
    if (this.req !== undefined && !this.isReadingBody) this.readBody(() => {});
    this.owner.soon(() => {
      if (this.isOver) return;
      this.isBehindPacket = true;
      answer();
      this.isBehindPacket = false;
    });
  }

  protected cutSoon(): void {
    this.owner.soon(() => this.cut());
  }

  /** The response is gone. */
  protected finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.req === undefined) this.owner.closed(this);
  }
}
