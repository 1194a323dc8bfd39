/**
 * A request from within the process: to the gateway it is one like any other, and its answer is a promise.
 */
import { type AnswerHead, type AnswerOptions, type Exchange, headText } from '../http/exchange.js';
import type { Gateway } from '../http/pipeline/gateway.js';

export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; '' if there is none. */
  readonly query: string;
  /** Names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface LocalAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Asks the gateway. Rejects if the answer is a stream: nothing that is asked for here is one. */
export function askGateway(gateway: Gateway, request: LocalRequest): Promise<LocalAnswer> {
  return new Promise((resolve, reject) => {
    gateway.handle(new LocalExchange(request, resolve, reject));
  });
}

class LocalExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  readonly isTls = false;
  readonly #request: LocalRequest;
  readonly #answered: (answer: LocalAnswer) => void;
  readonly #failed: (error: Error) => void;

  constructor(
    request: LocalRequest,
    answered: (answer: LocalAnswer) => void,
    failed: (error: Error) => void,
  ) {
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.#request = request;
    this.#answered = answered;
    this.#failed = failed;
  }

  eachField(visit: (name: string, value: string) => void): void {
    const { fields, body } = this.#request;
    visit('host', 'localhost');
    if (body !== undefined) visit('content-length', String(Buffer.byteLength(body)));
    for (const [name, value] of fields) visit(name, value);
  }

  remoteAddress(): string {
    return '127.0.0.1';
  }

  /** Nobody goes away. */
  onGone(): void {}

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    queueMicrotask(() => take(Buffer.from(this.#request.body ?? ''), true));
  }

  answer(head: AnswerHead, body: string | Uint8Array, _options: AnswerOptions): void {
    if (this.isOver) return;
    this.isOver = true;
    const [statusLine = '', ...lines] = headText(head).split('\r\n');
    this.#answered({
      status: Number(statusLine.slice(0, 3)),
      fields: new Map(lines.map(fieldOf)),
      body: typeof body === 'string' ? body : Buffer.from(body).toString(),
    });
  }

  stream(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#failed(new Error('the answer is a stream'));
  }
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
