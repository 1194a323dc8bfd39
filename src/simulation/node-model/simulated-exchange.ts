/** A request over no network: what a client sent, and where the answer goes. */
import type { AnswerOptions, ContentStream, Exchange } from '../../http/exchange.js';

export interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly address: string;
}

export interface AnswerReceiver {
  /** An answer is about to leave; false where it does not arrive, for the process ended. */
  leaving(): boolean;
  /** @param fields names in lower case */
  answered(status: number, fields: Readonly<Record<string, string>>, body: string): void;
  /** The answer arrived, in whole. */
  arrived(): void;
  over(exchange: SimulatedExchange): void;
}

export class SimulatedExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  readonly #request: SimulatedRequest;
  readonly #receiver: AnswerReceiver;
  #take: ((chunk: Uint8Array, isLast: boolean) => void) | undefined;
  #notifyGone: (() => void) | undefined;

  constructor(request: SimulatedRequest, receiver: AnswerReceiver) {
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.#request = request;
    this.#receiver = receiver;
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

  answer(status: string, fields: string, body: string | Uint8Array, { isHead }: AnswerOptions): void {
    if (this.isOver || !this.#leave()) return;
    const text = typeof body === 'string' ? body : Buffer.from(body).toString();
    this.#receiver.answered(Number(status.slice(0, 3)), recordOf(fields), isHead ? '' : text);
    this.#end();
  }

  /** Of content, the body that is shown is its size: its bytes are no part of a history. */
  stream(status: string, fields: string, content: ContentStream, { isHead }: AnswerOptions): void {
    if (this.isOver) return;
    void this.#stream(status, fields, content, isHead);
  }

  /** The body arrives, in one piece. */
  body(text: string): void {
    if (!this.isOver) this.#take?.(Buffer.from(text), true);
  }

  /** The connection ends, by whosever will, without an answer. */
  cut(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#receiver.over(this);
    this.#notifyGone?.();
  }

  async #stream(status: string, fields: string, content: ContentStream, isHead: boolean): Promise<void> {
    let bytes = 0;
    try {
      if (!isHead) for await (const chunk of content.chunks()) bytes += chunk.length;
      if (!isHead && bytes !== content.size) throw new Error(`${bytes} bytes came of ${content.size}`);
    } catch (error) {
      content.onFault(error);
      this.cut();
      return;
    }
    if (this.isOver || !this.#leave()) return;
    this.#receiver.answered(Number(status.slice(0, 3)), recordOf(fields), `${bytes} bytes`);
    this.#end();
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

function recordOf(fields: string): Record<string, string> {
  const record: Record<string, string> = {};
  let from = 0;
  let name = 'content-type';
  for (;;) {
    const end = fields.indexOf('\r\n', from);
    record[name] = end === -1 ? fields.slice(from) : fields.slice(from, end);
    if (end === -1) return record;
    const colon = fields.indexOf(':', end);
    name = fields.slice(end + 2, colon).toLowerCase();
    from = colon + 2;
  }
}
