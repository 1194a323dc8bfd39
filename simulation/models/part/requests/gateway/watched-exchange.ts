/** A request without a socket: its client sends its body in pieces, reads slowly, and may go away. */
import {
  type AnswerHead,
  type AnswerOptions,
  type ContentStream,
  type Exchange,
  headText,
} from '../../../../../src/http/exchange.js';

export interface Told {
  readonly at: number;
  readonly head: string;
  readonly options: AnswerOptions | undefined;
  body: string;
}

export interface SentHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly peer: string;
  readonly isTls: boolean;
  readonly isHandshake: boolean;
  readonly readsSlowly: boolean;
}

export class WatchedExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly isTls: boolean;
  readonly upgrade: Exchange['upgrade'];
  isOver = false;
  told: Told | undefined;
  /** Answers after the first. */
  more = 0;
  readonly #sent: SentHead;
  readonly #now: () => number;
  #take: ((chunk: Uint8Array, isLast: boolean) => void) | undefined;
  #notifyGone: (() => void) | undefined;
  #content: ContentStream | undefined;

  constructor(sent: SentHead, now: () => number) {
    this.#sent = sent;
    this.#now = now;
    this.method = sent.method;
    this.path = sent.path;
    this.query = sent.query;
    this.isTls = sent.isTls;
    if (sent.isHandshake) {
      this.upgrade = (head) => {
        this.#begin(head, undefined, '');
        this.isOver = true;
      };
    }
  }

  eachField(visit: (name: string, value: string) => void): void {
    for (const [name, value] of this.#sent.fields) visit(name, value);
  }

  remoteAddress(): string {
    return this.#sent.peer;
  }

  onGone(notify: () => void): void {
    this.#notifyGone = notify;
  }

  get takesBody(): boolean {
    return this.#take !== undefined;
  }

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#take = take;
  }

  answer(head: AnswerHead, body: string | Uint8Array, options: AnswerOptions): void {
    this.#begin(head, options, typeof body === 'string' ? body : Buffer.from(body).toString());
    this.isOver = true;
  }

  stream(head: string, content: ContentStream, options: AnswerOptions): void {
    this.#begin(head, options, '');
    this.#content = content;
    if (!this.#sent.readsSlowly) this.read();
  }

  /** The client reads all of a stream. */
  read(): void {
    const content = this.#content;
    if (content !== undefined && !this.isOver) void this.#read(content);
  }

  piece(text: string, isLast: boolean): void {
    if (!this.isOver) this.#take?.(Buffer.from(text), isLast);
  }

  goAway(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#notifyGone?.();
  }

  async #read(content: ContentStream): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content.chunks()) chunks.push(chunk);
    if (this.told !== undefined) this.told.body = Buffer.concat(chunks).toString('latin1');
    this.isOver = true;
  }

  #begin(head: AnswerHead, options: AnswerOptions | undefined, body: string): void {
    if (this.told !== undefined) this.more += 1;
    this.told = { at: this.#now(), head: headText(head), options, body };
  }
}
