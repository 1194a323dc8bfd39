/** A request over no network: what a client sent, and if the answer goes. */
import {
  type AnswerHead,
  type AnswerOptions,
  type ContentStream,
  type Exchange,
  headText,
  type LiveWatcher,
} from '../../../../src/http/exchange.js';
import type { RequestObserver } from '../../../../src/http/monitoring/request-observer.js';
import type { FrameTaker } from './simulated-socket.js';

export interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly address: string;
  readonly isTls?: boolean;
  readonly isHandshake?: boolean;
  readonly isElsewhere?: boolean;
  readonly isKeptAlive?: boolean;
  /** Of a client that reads a stream slowly: resolves when it reads on. */
  readonly pause?: (() => Promise<void>) | undefined;
}

export interface Connection {
  sendBody(text: string): void;
  /** Of a body that goes on. */
  sendPart(bytes: number): void;
  goAway(): void;
}

export interface AnswerTaker {
  answered(status: number, headers: Readonly<Record<string, string>>, body: string): void;
  /** The connection ended without an answer, or amid a stream, by no will of the client. */
  cutOff(): void;
  /** Of a client that takes streams. */
  readonly stream?: {
    begun(status: number, headers: Readonly<Record<string, string>>): void;
    read(text: string): void;
    ended(): void;
  };
  /** Of a client that watches. */
  readonly frames?: FrameTaker & {
    begun(status: number, headers: Readonly<Record<string, string>>): void;
  };
}

export interface AnswerReceiver {
  /** An answer is about to leave; false if it does not arrive, for the process ended. */
  leaving(): boolean;
  /** @param fields names in lower case */
  answered(status: number, fields: Readonly<Record<string, string>>, body: string): void;
  /** The head of a stream arrives; what it brings is read as it comes. */
  begun(status: number, fields: Readonly<Record<string, string>>): void;
  read(text: string): void;
  /** A stream has ended by itself. */
  ended(): void;
  /** The head of the answer to a handshake arrives; frames may follow. */
  upgraded(status: number, fields: Readonly<Record<string, string>>, watcher: LiveWatcher): void;
  /** The answer arrived, in whole; of a stream, its head or what comes next. */
  arrived(): void;
  over(exchange: SimulatedExchange): void;
}

/** A clip of a simulated provider that reads no files has fewer. */
const SHOWN_BYTES_MAX = 64;

/** Requests that name a trace are of that trace; nobody is told of it. */
export const TRACED: RequestObserver = { fields: ['traceparent'], began() {}, answered() {}, abandoned() {} };

/** Of a body. */
const PIECES_MAX = 3;

export class SimulatedExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  readonly isTls: boolean;
  readonly upgrade: Exchange['upgrade'];
  readonly #request: SimulatedRequest;
  readonly #receiver: AnswerReceiver;
  #take: ((chunk: Uint8Array, isLast: boolean) => void) | undefined;
  #notifyGone: (() => void) | undefined;
  #leaveStream: (() => void) | undefined;

  constructor(request: SimulatedRequest, receiver: AnswerReceiver) {
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.isTls = request.isTls === true;
    this.#request = request;
    this.#receiver = receiver;
    if (request.isHandshake === true) this.upgrade = (head, watcher) => this.#upgrade(head, watcher);
  }

  eachField(visit: (name: string, value: string) => void): void {
    for (const [name, value] of this.#request.fields) visit(name, value);
  }

  remoteAddress(): string {
    return this.#request.address;
  }

  onGone(notify: () => void): void {
    this.#notifyGone = notify;
  }

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#take = take;
  }

  answer(head: AnswerHead, body: string | Uint8Array, { isHead }: AnswerOptions): void {
    if (this.isOver || !this.#leave()) return;
    const text = typeof body === 'string' ? body : Buffer.from(body).toString();
    this.#answered(headText(head), isHead ? '' : text);
    this.#end();
  }

  /** Of content, the body that is shown is its size, and of a short one its bytes; of a table all of it. */
  stream(head: string, content: ContentStream, { isHead }: AnswerOptions): void {
    if (this.isOver) return;
    const isWhole = content.size !== undefined || isTable(head);
    void (isWhole ? this.#send(head, content, isHead) : this.#stream(head, content));
  }

  /** The body arrives, in one to three pieces. */
  body(text: string): void {
    this.#arrive(Buffer.from(text), true);
  }

  /** The first bytes of a body arrive, in one to three pieces. */
  bodyPart(bytes: number): void {
    this.#arrive(new Uint8Array(bytes), false);
  }

  /** The connection ends, by whosever will, without an answer. */
  cut(): void {
    if (this.isOver) return;
    this.endWithProcess();
    this.#notifyGone?.();
    this.#leaveStream?.();
  }

  /** The connection ends without an answer, and nobody is left to be told of it. */
  endWithProcess(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#receiver.over(this);
  }

  #arrive(bytes: Uint8Array, isWhole: boolean): void {
    const length = Math.ceil(bytes.length / (1 + (bytes.length % PIECES_MAX))) || 1;
    for (let at = 0; at === 0 || at < bytes.length; at += length)
      if (!this.isOver) this.#take?.(bytes.subarray(at, at + length), isWhole && at + length >= bytes.length);
  }

  #upgrade(head: AnswerHead, watcher: LiveWatcher): void {
    if (this.isOver || !this.#leave()) return;
    const text = headText(head);
    this.#receiver.upgraded(Number(text.slice(0, 3)), recordOf(text), watcher);
    this.#end();
  }

  async #stream(head: string, content: ContentStream): Promise<void> {
    if (!this.#receiver.leaving()) return;
    this.#receiver.begun(Number(head.slice(0, 3)), recordOf(head));
    this.#receiver.arrived();
    const chunks = content.chunks()[Symbol.asyncIterator]();
    this.#leaveStream = () => void chunks.return?.();
    try {
      while (!this.isOver) {
        const next = await chunks.next();
        if (this.isOver) return;
        if (next.done === true) break;
        if (!this.#receiver.leaving()) return;
        this.#receiver.read(Buffer.from(next.value).toString());
        this.#receiver.arrived();
        await this.#request.pause?.();
      }
    } catch (error) {
      content.onFault(error);
      this.cut();
      return;
    }
    if (this.isOver) return;
    this.isOver = true;
    this.#receiver.ended();
    this.#receiver.over(this);
  }

  async #send(head: string, content: ContentStream, isHead: boolean): Promise<void> {
    const chunks: Uint8Array[] = [];
    try {
      if (!isHead) for await (const chunk of content.chunks()) chunks.push(chunk);
      const bytes = bytesIn(chunks);
      if (!isHead && bytes !== (content.size ?? bytes))
        throw new Error(`${bytes} bytes came of ${content.size}`);
    } catch (error) {
      content.onFault(error);
      this.cut();
      return;
    }
    if (this.isOver || !this.#leave()) return;
    const bytes = bytesIn(chunks);
    const shown = bytes > SHOWN_BYTES_MAX ? '' : `: ${Buffer.concat(chunks)}`;
    this.#answered(head, isTable(head) ? Buffer.concat(chunks).toString() : `${bytes} bytes${shown}`);
    this.#end();
  }

  #answered(head: string, body: string): void {
    this.#receiver.answered(Number(head.slice(0, 3)), recordOf(head), body);
  }

  #leave(): boolean {
    if (!this.#receiver.leaving() || this.isOver) return false;
    this.isOver = true;
    return true;
  }

  #end(): void {
    this.#receiver.over(this);
    this.#receiver.arrived();
  }
}

function isTable(head: string): boolean {
  return recordOf(head)['content-type']?.startsWith('text/csv') === true;
}

function bytesIn(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** The fields of a head; values of the same name are parted by a line feed. */
function recordOf(head: string): Record<string, string> {
  const record: Record<string, string> = {};
  for (let line = head.indexOf('\r\n'); line !== -1; ) {
    const next = head.indexOf('\r\n', line + 2);
    const colon = head.indexOf(':', line);
    const name = head.slice(line + 2, colon).toLowerCase();
    const value = head.slice(colon + 2, next === -1 ? undefined : next);
    record[name] = name in record ? `${record[name]}\n${value}` : value;
    line = next;
  }
  return record;
}
