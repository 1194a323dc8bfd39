/**
 * Answers requests to the API: puts together what an operation or a refusal says and what every answer
 * carries.
 *
 * Invariants
 *  1. Every answer carries the three X-RateLimit fields of the window that its request counts on: a request
 *     counts before it is answered.
 *  2. The balance shown is committed at the time of answering.
 */
import type { KeyTable } from '../../actors/keys/key-table.js';
import type { RollingWindows } from '../../actors/windows/rolling-windows.js';
import { BrokenFileError } from '../../outward/outward.js';
import { type ApiError, ERRORS } from '../errors.js';
import { ANSWER_AND_KEEP, type AnswerOptions, type ConnectionFate, headText } from '../exchange.js';
import type { GatewayMetrics } from '../monitoring/gateway-metrics.js';
import type { OperationAnswer } from '../operation.js';
import { AnswerHeads, AnswerHeadWriter } from '../response/answer-heads.js';
import { ascii, type ByteWriter } from '../response/byte-writer.js';
import { contentAnswer, fieldLines } from '../response/content-answer.js';
import { addErrorFields, ErrorBodies } from '../response/error-answer.js';
import type { RequestContext } from './request-context.js';
import type { SettingsInForce } from './settings.js';

export interface ResponderOptions {
  readonly windows: RollingWindows;
  readonly keys: KeyTable;
  readonly metrics: GatewayMetrics;
  readonly inForce: SettingsInForce;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
}

/** An announced body longer than this, in bytes, is not passed over for the sake of its connection. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
const ACTOR_FAILED = 'an actor failed, or rests after it did; what it met was reported under its kind and id';
const OK = 200;
const EVENTS = 'text/event-stream; charset=utf-8';
const SWITCHING_PROTOCOLS = 101;
const BALANCE = ascii('\r\nX-Balance-Available: ');

export class Responder {
  readonly #options: ResponderOptions;
  readonly #windows: RollingWindows;
  readonly #heads = new AnswerHeads();
  readonly #errorBodies = new ErrorBodies();

  constructor(options: ResponderOptions) {
    this.#options = options;
    this.#windows = options.windows;
  }

  send(context: RequestContext, answer: OperationAnswer): void {
    if (context.isSettled) return;
    try {
      if (answer.kind === 'json') this.#sendJson(context, answer);
      else if (answer.kind === 'error') this.#sendError(context, answer.error);
      else if (answer.kind === 'content') this.#sendContent(context, answer);
      else if (answer.kind === 'stream') this.#sendStream(context, answer);
      else this.#upgrade(context, answer);
    } catch (error) {
      this.defect(context, error);
    }
  }

  fail(context: RequestContext, error: ApiError): void {
    if (context.isSettled) return;
    this.#options.metrics.refused(error.code);
    const { status } = ERRORS[error.code];
    const head = this.#begin(context, this.#heads.json(status));
    addErrorFields(head, error);
    this.#answer(context, status, head, this.#errorBodies.print(error, context.requestId));
  }

  /** Reports a defect of the gateway, and answers so. */
  defect(context: RequestContext, error: unknown): void {
    this.#options.onDefect(context.requestId.text, error);
    this.fail(context, {
      code: 'internal_error',
      message: 'Something is wrong on our side; quote the request id when you report it.',
    });
  }

  /**
   * An actor that failed reports it without knowing of requests: here it is reported with the request's id.
   */
  #sendError(context: RequestContext, error: ApiError): void {
    if (error.code === 'internal_error') {
      this.#options.onDefect(context.requestId.text, new Error(ACTOR_FAILED));
    }
    this.fail(context, error);
  }

  #sendJson(
    context: RequestContext,
    { status, headers, body, balance }: Extract<OperationAnswer, { kind: 'json' }>,
  ): void {
    const head = this.#begin(context, this.#heads.json(status));
    addBalance(head, balance ?? this.#committedBalance(context));
    if (headers !== undefined) head.text(fieldLines(headers));
    this.#answer(context, status, head, body);
  }

  #sendContent(
    context: RequestContext,
    { content, fileName }: Extract<OperationAnswer, { kind: 'content' }>,
  ): void {
    const answer = contentAnswer(content, context.head.rangeInForce, fileName);
    if (answer.kind === 'unsatisfiable') {
      const message = `The content has ${answer.size} bytes; ask for a range within it.`;
      this.fail(context, { code: 'range_not_satisfiable', message, size: answer.size });
      return;
    }
    const head = this.#begin(context, new AnswerHeadWriter(answer.status, answer.contentType));
    head.text(answer.fields);
    addBalance(head, this.#committedBalance(context));
    context.settle(answer.status);
    const onFault = (error: unknown) => {
      if (!(error instanceof BrokenFileError)) this.#options.onDefect(context.requestId.text, error);
    };
    const stream = { size: answer.size, chunks: answer.chunks, onFault };
    context.exchange.stream(headText(head.bytes()), stream, this.#answerOptions(context));
  }

  #sendStream(
    context: RequestContext,
    { chunks, headers, balance }: Extract<OperationAnswer, { kind: 'stream' }>,
  ): void {
    const head = this.#begin(context, new AnswerHeadWriter(OK, EVENTS));
    addBalance(head, balance);
    // A proxy that gathers an answer would hold its tokens back.
    head.text(`${fieldLines(headers)}\r\nX-Accel-Buffering: no`);
    context.settle(OK);
    const onFault = (error: unknown) => this.#options.onDefect(context.requestId.text, error);
    const stream = { size: undefined, chunks: () => chunks, onFault };
    context.exchange.stream(headText(head.bytes()), stream, this.#answerOptions(context));
  }

  #upgrade(
    context: RequestContext,
    { watcher, otherwise, refusal }: Extract<OperationAnswer, { kind: 'upgrade' }>,
  ): void {
    const { exchange } = context;
    const error = exchange.upgrade === undefined ? otherwise : refusal;
    if (error !== undefined) {
      this.fail(context, error);
      return;
    }
    const head = this.#begin(context, new AnswerHeadWriter(SWITCHING_PROTOCOLS, undefined));
    context.settle(SWITCHING_PROTOCOLS);
    exchange.upgrade?.(head.bytes(), watcher);
  }

  #answer(context: RequestContext, status: number, head: ByteWriter, body: string | Uint8Array): void {
    context.settle(status);
    context.exchange.answer(head.bytes(), body, this.#answerOptions(context));
  }

  /** Begins the head with what every answer carries. */
  #begin(context: RequestContext, writer: AnswerHeadWriter): ByteWriter {
    const { window, requestId } = context;
    if (window === undefined) throw new Error('a request is answered before it counts on a window');
    context.readClocks();
    const { limit, remaining, resetMs } = this.#windows.standing(window, context.nowMs);
    const resetsAt = Math.ceil((context.wallMs + resetMs) / 1_000);
    const head = writer.begin(requestId, limit, remaining, resetsAt);
    const { cors } = this.#options.inForce;
    return cors === undefined ? head : head.text(cors.answerFields(context.exchange.path, context.head));
  }

  /** The calling API key's. Under `/api` the operation knows which balance it is about. */
  #committedBalance({ key }: RequestContext): number | undefined {
    const { keys } = this.#options;
    return key === undefined || !keys.isApiKey(key) ? undefined : keys.balanceOf(key);
  }

  #answerOptions(context: RequestContext): AnswerOptions {
    const isHead = context.exchange.method === 'HEAD';
    const connection = this.#connectionAfter(context);
    return connection === 'keep' && !isHead ? ANSWER_AND_KEEP : { isHead, connection };
  }

  #connectionAfter({ mustClose, isBodyRead, head }: RequestContext): ConnectionFate {
    if (mustClose) return 'close';
    const { bodyBytes } = head;
    // Readers disagree on where a body in chunks ends: so nothing behind one is a request.
    if (bodyBytes === undefined) return isBodyRead ? 'close' : 'ask_to_close';
    const unreadBytes = isBodyRead ? 0 : bodyBytes;
    if (unreadBytes > UNREAD_BYTES_MAX) return 'close';
    if (this.#options.isDraining()) return unreadBytes === 0 ? 'close' : 'ask_to_close';
    return 'keep';
  }
}

function addBalance(head: ByteWriter, microDa: number | bigint | undefined): void {
  if (typeof microDa === 'number') head.add(BALANCE).number(microDa);
  else if (microDa !== undefined) head.add(BALANCE).text(String(microDa));
}
