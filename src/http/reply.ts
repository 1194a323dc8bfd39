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
import type { KeyRow } from '../actors/key-table.js';
import type { WindowId } from '../actors/rolling-windows.js';
import type { World } from '../time/world.js';
import { contentAnswer, fieldLines } from './content-answer.js';
import { errorAnswer } from './error-answer.js';
import type { ApiError } from './errors.js';
import { type AnswerOptions, type ConnectionFate, type Exchange, statusLine } from './exchange.js';
import { countAnswer, type GatewayFigures, type RouteFigure } from './gateway-figures.js';
import type { GatewayDeps, OperationAnswer } from './operation.js';
import type { RequestHead } from './request-head.js';

export interface ReplyHost {
  readonly world: World;
  readonly deps: GatewayDeps;
  readonly figures: GatewayFigures;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
}

/** An announced body longer than this, in bytes, is not passed over for the sake of its connection. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

export class Reply {
  readonly requestId: string;
  figure: RouteFigure;
  /** Set once the caller is known. */
  key: KeyRow | undefined;
  /** True where what follows on the connection cannot be trusted to be a request, or will not come. */
  mustClose = false;
  isBodyRead = false;
  readonly #host: ReplyHost;
  readonly #exchange: Exchange;
  readonly #head: RequestHead;
  #window: WindowId | undefined;
  #isSettled = false;
  #isPinned = false;
  #cleanUps: (() => void)[] | undefined;

  constructor(
    host: ReplyHost,
    exchange: Exchange,
    head: RequestHead,
    requestId: string,
    figure: RouteFigure,
  ) {
    this.#host = host;
    this.#exchange = exchange;
    this.#head = head;
    this.requestId = requestId;
    this.figure = figure;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get isCounted(): boolean {
    return this.#window !== undefined;
  }

  /** Counts the request on a window; false where the window is full. */
  admit(window: WindowId): boolean {
    this.#window = window;
    return this.#host.deps.windows.admit(window, this.#host.world.steadyMs());
  }

  /** To be called when `admit` returned false. */
  refuseRate(): void {
    // Whether anybody reads the answers to HEAD cannot be told; so those beyond the limit end the connection.
    if (this.#exchange.method === 'HEAD') this.mustClose = true;
    const { world, deps } = this.#host;
    const window = this.#countedOn();
    const waitMs = deps.windows.waitMs(window, world.steadyMs());
    this.fail({
      code: 'rate_limit_exceeded',
      message: `The limit of ${deps.windows.limitOf(window)} requests a minute is reached; wait as long as retry_after says, in seconds.`,
      retryAfterMs: waitMs,
    });
  }

  send(answer: OperationAnswer): void {
    if (this.#isSettled) return;
    try {
      if (answer.kind === 'json') this.#sendJson(answer);
      else if (answer.kind === 'error') this.fail(answer.error);
      else this.#sendContent(answer);
    } catch (error) {
      this.defect(error);
    }
  }

  fail(error: ApiError): void {
    if (this.#isSettled) return;
    this.#host.figures.refused(error.code);
    const { status, body, fields } = errorAnswer(error, this.requestId);
    this.#answer(status, this.#commonFields('application/json') + fields, body);
  }

  /** Reports a defect of ours, and answers so. */
  defect(error: unknown): void {
    this.#host.onDefect(this.requestId, error);
    this.fail({
      code: 'internal_error',
      message: 'Something is wrong on our side; quote the request id when you report it.',
    });
  }

  /** What to undo should the client go away before the answer is out. */
  whenGone(cleanUp: () => void): void {
    this.#cleanUps ??= [];
    this.#cleanUps.push(cleanUp);
  }

  /** The handler returns before the answer is out: until then the caller's row stays. */
  staysOpen(): void {
    if (this.key === undefined || this.#isSettled) return;
    this.#isPinned = true;
    this.#host.deps.keys.pin(this.key);
  }

  /** The client went away. */
  gone(): void {
    this.#isSettled = true;
    this.#unpin();
    this.#host.figures.gone += 1;
    for (const cleanUp of this.#cleanUps ?? []) cleanUp();
  }

  #sendJson(answer: Extract<OperationAnswer, { kind: 'json' }>): void {
    const { status, headers, body, balance } = answer;
    let fields = this.#commonFields('application/json');
    const shown = balance ?? this.#committedBalance();
    if (shown !== undefined) fields += `\r\nX-Balance-Available: ${shown}`;
    if (headers !== undefined) fields += fieldLines(headers);
    this.#answer(status, fields, body);
  }

  #sendContent({ content, fileName }: Extract<OperationAnswer, { kind: 'content' }>): void {
    const answer = contentAnswer(content, this.#head.range);
    if (answer.kind === 'unsatisfiable') {
      const message = `The content has ${answer.size} bytes; ask for a range within it.`;
      this.fail({ code: 'range_not_satisfiable', message, size: answer.size });
      return;
    }
    let fields = this.#commonFields(answer.contentType) + answer.fields;
    fields += `\r\nContent-Disposition: inline; filename="${fileName.replace(/[^0-9A-Za-z._-]/g, '_')}"`;
    const balance = this.#committedBalance();
    if (balance !== undefined) fields += `\r\nX-Balance-Available: ${balance}`;
    this.#settle(answer.status);
    const onFault = (error: unknown) => this.#host.onDefect(this.requestId, error);
    const stream = { size: answer.size, chunks: answer.chunks, onFault };
    this.#exchange.stream(statusLine(answer.status), fields, stream, this.#options());
  }

  #answer(status: number, fields: string, body: string): void {
    this.#settle(status);
    this.#exchange.answer(statusLine(status), fields, body, this.#options());
  }

  #settle(status: number): void {
    this.#isSettled = true;
    this.#unpin();
    countAnswer(this.figure, status);
  }

  #unpin(): void {
    if (this.#isPinned && this.key !== undefined) this.#host.deps.keys.unpin(this.key);
    this.#isPinned = false;
  }

  #options(): AnswerOptions {
    return { isHead: this.#exchange.method === 'HEAD', connection: this.#connection() };
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

  #commonFields(contentType: string): string {
    const window = this.#countedOn();
    const { world, deps } = this.#host;
    const now = world.steadyMs();
    const resetsAt = Math.ceil((world.wallMs() + deps.windows.resetMs(window, now)) / 1_000);
    return `${contentType}\r\nX-Request-Id: ${this.requestId}\r\nX-RateLimit-Limit-RPM: ${deps.windows.limitOf(window)}\r\nX-RateLimit-Remaining-RPM: ${deps.windows.remaining(window, now)}\r\nX-RateLimit-Reset: ${resetsAt}\r\nCache-Control: no-store`;
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
