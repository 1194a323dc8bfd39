/**
 * The answer to one API request: puts together what the operation says and what every answer carries.
 *
 * Invariants
 *  1. A request is answered once; what comes later (an operation overtaken by its time limit, a client that
 *     went away) is dropped.
 *  2. Every answer carries the three X-RateLimit fields of the window that the request counts on; so a reply
 *     has its window before it answers.
 *  3. The balance shown is committed at the time of answering.
 */
import type { KeyRow } from '../../actors/keys/key-table.js';
import type { WindowId } from '../../actors/windows/rolling-windows.js';
import type { SteadyMs, WallMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import { type ApiError, ERRORS } from '../errors.js';
import {
  ANSWER_AND_KEEP,
  type AnswerOptions,
  type ConnectionFate,
  type Exchange,
  headText,
} from '../exchange.js';
import type { GatewayMetrics, RouteMetrics } from '../monitoring/gateway-metrics.js';
import type { ObservedRequest, RequestObserver } from '../monitoring/request-observer.js';
import type { GatewayDeps, OperationAnswer } from '../operation.js';
import type { RequestHead } from '../request/request-head.js';
import type { RequestId } from '../request/request-ids.js';
import { type AnswerHeads, AnswerHeadWriter } from '../response/answer-heads.js';
import { ascii, type ByteWriter } from '../response/byte-writer.js';
import { contentAnswer, fieldLines } from '../response/content-answer.js';
import type { Cors } from '../response/cors.js';
import { addErrorFields, type ErrorBodies } from '../response/error-answer.js';
import { rateRefusalText } from './rate-refusal.js';

export interface ReplyHost {
  readonly world: World;
  readonly deps: GatewayDeps;
  readonly figures: GatewayMetrics;
  readonly heads: AnswerHeads;
  readonly errorBodies: ErrorBodies;
  /** Undefined where no origin is configured; replaced when that changes. */
  cors: Cors | undefined;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
  readonly observer: RequestObserver | undefined;
}

/** An announced body longer than this, in bytes, is not passed over for the sake of its connection. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
const ACTOR_FAILED = 'an actor failed, or rests after it did; what it met was reported under its kind and id';
/** In the place of a status. */
const NONE_YET = 0;
const NOBODY_THERE = -1;
const SWITCHING_PROTOCOLS = 101;
const BALANCE = ascii('\r\nX-Balance-Available: ');

export class Reply implements ObservedRequest {
  readonly requestId: RequestId;
  figure: RouteMetrics;
  /** Set once the caller is known. */
  key: KeyRow | undefined;
  /** True where what follows on the connection cannot be trusted to be a request, or will not come. */
  mustClose = false;
  isBodyRead = false;
  readonly #host: ReplyHost;
  readonly #exchange: Exchange;
  readonly #head: RequestHead;
  #window: WindowId | undefined;
  /** What both clocks said when the request came in, for as long as the call goes on that it came in with. */
  #nowMs: SteadyMs;
  #wallMs: WallMs;
  /** By the stopwatch: since when the answer is one that is given later. */
  #lateSinceMs: number | undefined;
  #status = NONE_YET;
  #isPinned = false;
  #cleanUps: (() => void)[] | undefined;
  #over: (() => void) | undefined;

  constructor(
    host: ReplyHost,
    exchange: Exchange,
    head: RequestHead,
    requestId: RequestId,
    figure: RouteMetrics,
  ) {
    this.#host = host;
    this.#exchange = exchange;
    this.#head = head;
    this.requestId = requestId;
    this.#nowMs = host.world.steadyMs();
    this.#wallMs = host.world.wallMsAt(this.#nowMs);
    this.figure = figure;
  }

  get method(): string {
    return this.#exchange.method;
  }

  get route(): string {
    return this.figure.path;
  }

  get keyId(): string | undefined {
    return this.key === undefined ? undefined : this.#host.deps.keys.idOf(this.key);
  }

  get isSettled(): boolean {
    return this.#status !== NONE_YET;
  }

  /** When the request came in, for as long as the call goes on that it came in with. */
  get arrivedMs(): SteadyMs {
    return this.#nowMs;
  }

  get isCounted(): boolean {
    return this.#window !== undefined;
  }

  /** Counts the request on a window; false where the window is full. */
  admit(window: WindowId): boolean {
    this.#window = window;
    return this.#host.deps.windows.admit(window, this.#nowMs);
  }

  /** To be called when `admit` returned false. */
  refuseRate(): void {
    // Whether anybody reads the answers to HEAD cannot be told; so those beyond the limit end the connection.
    if (this.#exchange.method === 'HEAD') this.mustClose = true;
    const { windows } = this.#host.deps;
    const window = this.#countedOn();
    this.fail({
      code: 'rate_limit_exceeded',
      message: rateRefusalText(windows.limitOf(window)),
      retryAfterMs: windows.waitMs(window, this.#nowMs),
    });
  }

  send(answer: OperationAnswer): void {
    if (this.isSettled) return;
    try {
      if (answer.kind === 'json') this.#sendJson(answer);
      else if (answer.kind === 'error') this.#failAsTold(answer.error);
      else if (answer.kind === 'content') this.#sendContent(answer);
      else this.#upgrade(answer);
    } catch (error) {
      this.defect(error);
    }
  }

  fail(error: ApiError): void {
    if (this.isSettled) return;
    this.#host.figures.refused(error.code);
    const { status } = ERRORS[error.code];
    const head = this.#begin(this.#host.heads.json(status));
    addErrorFields(head, error);
    this.#answer(status, head, this.#host.errorBodies.print(error, this.requestId));
  }

  /** Reports a defect of ours, and answers so. */
  defect(error: unknown): void {
    this.#host.onDefect(this.requestId.text, error);
    this.fail({
      code: 'internal_error',
      message: 'Something is wrong on our side; quote the request id when you report it.',
    });
  }

  /** False where the answer is better given now: behind a body whose end nobody sees it ends the connection. */
  get isPatient(): boolean {
    return this.#head.bodyBytes !== undefined;
  }

  /** What to do once the request is answered, or its client gone. */
  whenOver(over: () => void): void {
    this.#over = over;
  }

  /** What to undo should the client go away before the answer is out. */
  whenGone(cleanUp: () => void): void {
    this.#cleanUps ??= [];
    this.#cleanUps.push(cleanUp);
  }

  /** The handler returns before the answer is out: until then the caller's row stays. */
  staysOpen(): void {
    if (this.isSettled) return;
    this.#lateSinceMs = this.#host.world.stopwatchMs();
    if (this.key === undefined) return;
    this.#isPinned = true;
    this.#host.deps.keys.pin(this.key);
  }

  /**
   * To be called at the end of the call that the request came in with, where its answer is to be timed for others like it.
   *
   * @param beganAtMs by the stopwatch
   */
  tookAtOnce(beganAtMs: number): void {
    if (this.isSettled) this.figure.tookAtOnce(this.#status, this.#host.world.stopwatchMs() - beganAtMs);
  }

  /** The client went away. */
  gone(): void {
    if (!this.isSettled) this.#host.observer?.abandoned(this);
    this.#status = NOBODY_THERE;
    this.#end();
    this.#host.figures.gone += 1;
    for (const cleanUp of this.#cleanUps ?? []) cleanUp();
  }

  /** An actor that failed reports it without knowing of requests: here it is reported with the request's id. */
  #failAsTold(error: ApiError): void {
    if (error.code === 'internal_error') this.#host.onDefect(this.requestId.text, new Error(ACTOR_FAILED));
    this.fail(error);
  }

  #sendJson({ status, headers, body, balance }: Extract<OperationAnswer, { kind: 'json' }>): void {
    const head = this.#begin(this.#host.heads.json(status));
    addBalance(head, balance ?? this.#committedBalance());
    if (headers !== undefined) head.text(fieldLines(headers));
    this.#answer(status, head, body);
  }

  #sendContent({ content, fileName }: Extract<OperationAnswer, { kind: 'content' }>): void {
    const answer = contentAnswer(content, this.#head.range);
    if (answer.kind === 'unsatisfiable') {
      const message = `The content has ${answer.size} bytes; ask for a range within it.`;
      this.fail({ code: 'range_not_satisfiable', message, size: answer.size });
      return;
    }
    const shownName = fileName.replace(/[^0-9A-Za-z._-]/g, '_');
    const head = this.#begin(new AnswerHeadWriter(answer.status, answer.contentType));
    head.text(`${answer.fields}\r\nContent-Disposition: inline; filename="${shownName}"`);
    addBalance(head, this.#committedBalance());
    this.#settle(answer.status);
    const onFault = (error: unknown) => this.#host.onDefect(this.requestId.text, error);
    const stream = { size: answer.size, chunks: answer.chunks, onFault };
    this.#exchange.stream(headText(head.bytes()), stream, this.#options());
  }

  #upgrade({ watcher, otherwise, refusal }: Extract<OperationAnswer, { kind: 'upgrade' }>): void {
    const why = this.#exchange.upgrade === undefined ? otherwise : refusal;
    if (why !== undefined) {
      this.fail(why);
      return;
    }
    const head = this.#begin(new AnswerHeadWriter(SWITCHING_PROTOCOLS, undefined));
    this.#settle(SWITCHING_PROTOCOLS);
    this.#exchange.upgrade?.(head.bytes(), watcher);
  }

  #answer(status: number, head: ByteWriter, body: string | Uint8Array): void {
    this.#settle(status);
    this.#exchange.answer(head.bytes(), body, this.#options());
  }

  #settle(status: number): void {
    this.#host.observer?.answered(this, status);
    this.#status = status;
    this.#end();
    this.figure.answered(status);
    if (this.#lateSinceMs === undefined) return;
    this.figure.took(status, this.#host.world.stopwatchMs() - this.#lateSinceMs);
  }

  #end(): void {
    this.#over?.();
    this.#over = undefined;
    if (this.#isPinned && this.key !== undefined) this.#host.deps.keys.unpin(this.key);
    this.#isPinned = false;
  }

  #options(): AnswerOptions {
    const isHead = this.#exchange.method === 'HEAD';
    const connection = this.#connection();
    return connection === 'keep' && !isHead ? ANSWER_AND_KEEP : { isHead, connection };
  }

  #connection(): ConnectionFate {
    if (this.mustClose) return 'close';
    const { bodyBytes } = this.#head;
    // Readers disagree on where a body in chunks ends: so nothing behind one is a request.
    if (bodyBytes === undefined) return this.isBodyRead ? 'close' : 'ask_to_close';
    const unreadBytes = this.isBodyRead ? 0 : bodyBytes;
    if (unreadBytes > UNREAD_BYTES_MAX) return 'close';
    if (this.#host.isDraining()) return unreadBytes === 0 ? 'close' : 'ask_to_close';
    return 'keep';
  }

  /** Begins the head with what every answer carries. */
  #begin(head: AnswerHeadWriter): ByteWriter {
    const window = this.#countedOn();
    const { windows } = this.#host.deps;
    if (this.#lateSinceMs !== undefined) this.#readClocks();
    const { limit, remaining, resetMs } = windows.standing(window, this.#nowMs);
    const begun = head.begin(this.requestId, limit, remaining, Math.ceil((this.#wallMs + resetMs) / 1_000));
    const { cors } = this.#host;
    return cors === undefined ? begun : begun.text(cors.answerFields(this.#exchange.path, this.#head));
  }

  /**
   * Reading a clock is no small part of a hot answer, so one reading serves for a whole call. Both are read together:
   * were the process to wait between the two, a time that is told would be late by as much.
   */
  #readClocks(): void {
    const { world } = this.#host;
    this.#nowMs = world.steadyMs();
    this.#wallMs = world.wallMsAt(this.#nowMs);
  }

  #countedOn(): WindowId {
    if (this.#window === undefined) throw new Error('a request is answered before it counts on a window');
    return this.#window;
  }

  /** The calling API key's; of a management key the operation knows which balance it is about. */
  #committedBalance(): number | undefined {
    const { keys } = this.#host.deps;
    if (this.key === undefined || !keys.isApiKey(this.key)) return undefined;
    return keys.balanceOf(this.key);
  }
}

function addBalance(head: ByteWriter, microDa: number | bigint | undefined): void {
  if (typeof microDa === 'number') head.add(BALANCE).number(microDa);
  else if (microDa !== undefined) head.add(BALANCE).text(String(microDa));
}
