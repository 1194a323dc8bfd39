/**
 * A request of a typical client, over no network, and a place for its answer.
 *
 * As the server hands them over, every text of a request is a string of its own whose hash nobody has
 * computed yet, and what is answered is copied out as bytes: neither look-ups by known strings nor strings
 * that are never put together make a workload cheaper than the requests it stands for.
 */
import type { AnswerHead, AnswerOptions, ContentStream, Exchange } from '../../src/http/exchange.js';
import { copier } from '../load/fresh-text.js';

export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** JSON; '' for none. */
  readonly body?: string;
}

/** The headers that openai-node sends of its own accord. */
const CLIENT_FIELDS: readonly (readonly [name: string, value: string])[] = [
  ['connection', 'keep-alive'],
  ['accept', 'application/json'],
  ['content-type', 'application/json'],
  ['user-agent', 'OpenAI/JS 6.10.0'],
  ['x-stainless-retry-count', '0'],
  ['x-stainless-lang', 'js'],
  ['x-stainless-package-version', '6.10.0'],
  ['x-stainless-os', 'Linux'],
  ['x-stainless-arch', 'x64'],
  ['x-stainless-runtime', 'node'],
  ['x-stainless-runtime-version', 'v20.19.0'],
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
  ['accept-encoding', 'gzip, deflate'],
];

/** The memory that answers are copied to. */
const WIRE = Buffer.alloc(65_536);

export class StubExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query = '';
  isOver = false;
  readonly isTls = false;
  /** 0 until answered. */
  status = 0;
  answered: string | Uint8Array = '';
  readonly #fields: readonly string[];
  readonly #body: Uint8Array;
  #take: ((chunk: Uint8Array, isLast: boolean) => void) | undefined;

  private constructor([method = '', path = '', ...fields]: readonly string[], body: Uint8Array) {
    this.method = method;
    this.path = path;
    this.#fields = fields;
    this.#body = body;
  }

  /** The same request so many times. */
  static many({ method, path, key, body = '' }: StubRequest, count: number): readonly StubExchange[] {
    const bytes = Buffer.from(body);
    const fields = [
      ['host', 'api.tollgate.example'],
      ...CLIENT_FIELDS,
      ['authorization', `Bearer ${key}`],
      ...(body === '' ? [] : [['content-length', String(bytes.length)]]),
    ];
    const copy = copier([method, path, ...fields.flat()]);
    return Array.from({ length: count }, () => new StubExchange(copy(), bytes));
  }

  /** How many were answered with which status; 0 if with none. */
  static statuses(exchanges: readonly StubExchange[]): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  static one(request: StubRequest): StubExchange {
    return StubExchange.many(request, 1)[0] as StubExchange;
  }

  eachField(visit: (name: string, value: string) => void): void {
    const fields = this.#fields;
    for (let at = 0; at < fields.length; at += 2) visit(fields[at] as string, fields[at + 1] as string);
  }

  remoteAddress(): string {
    return '192.0.2.1';
  }

  onGone(): void {}

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.#take = take;
  }

  /** The body arrives, if it is asked for. */
  sendBody(): void {
    this.#take?.(this.#body, true);
  }

  answer(head: AnswerHead, body: string | Uint8Array, { isHead }: AnswerOptions): void {
    if (this.isOver) throw new Error('an exchange was answered twice');
    this.isOver = true;
    if (typeof head === 'string') WIRE.write(head, 'latin1');
    else WIRE.set(head);
    this.status =
      ((WIRE[0] as number) - 48) * 100 + ((WIRE[1] as number) - 48) * 10 + (WIRE[2] as number) - 48;
    if (isHead) return;
    this.answered = body;
    if (typeof body === 'string') WIRE.write(body, 'utf8');
    else WIRE.set(body);
  }

  stream(_head: string, _content: ContentStream, _options: AnswerOptions): void {
    throw new Error('no workload asks for content');
  }
}
