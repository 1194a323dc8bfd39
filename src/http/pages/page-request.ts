/** One request for a page. It is answered once; what comes later is dropped. */
import { type MicroDa, printDa } from '../../money/micro-da.js';
import { BrokenFileError } from '../../outward/outward.js';
import type { World } from '../../time/world.js';
import { type ApiError, ERRORS } from '../errors.js';
import { type AnswerOptions, type ContentStream, type Exchange, statusLine } from '../exchange.js';
import type { GatewayMetrics, RouteMetrics } from '../monitoring/gateway-metrics.js';
import type { RequestHead } from '../request/request-head.js';
import { contentAnswer, fieldLines } from '../response/content-answer.js';
import { printSetCookie } from '../response/set-cookie.js';
import type { PageAnswer, WebPage } from './page.js';

export interface PageRequestHost {
  readonly world: World;
  readonly metrics: GatewayMetrics;
  readonly timeLimitMs: number;
  readonly nextRequestId: () => string;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
}

const SWITCHING_PROTOCOLS = 101;
const TEXT = 'text/plain; charset=utf-8';
/** No browser takes a line of text or JSON for anything else. */
const NO_SNIFFING = '\r\nX-Content-Type-Options: nosniff';
const ALLOW_ORIGIN = '\r\nAccess-Control-Allow-Origin:';
/**
 * A browser that opens a clip by itself asks for it a second time, from the sandbox that the clip's own
 * policy puts it in, whose origin is `null`.
 */
const TO_ITSELF = `${ALLOW_ORIGIN} null`;

export class PageRequest {
  mustClose = false;
  isBodyRead = false;
  isSettled = false;
  /** Called if the client goes away. */
  cancelBody: (() => void) | undefined;
  /** Called once: with the answer, or when the client has gone. */
  onOver: (() => void) | undefined;
  readonly #host: PageRequestHost;
  readonly #exchange: Exchange;
  readonly #head: RequestHead;
  readonly #metrics: RouteMetrics | undefined;
  readonly #beganAt: number;
  readonly #corsFields: string;
  #controller: AbortController | undefined;
  #cancelTimeLimit: (() => void) | undefined;

  constructor(
    host: PageRequestHost,
    exchange: Exchange,
    head: RequestHead,
    metrics: RouteMetrics | undefined,
    corsFields: string,
  ) {
    this.#host = host;
    this.#exchange = exchange;
    this.#head = head;
    this.#metrics = metrics;
    this.#beganAt = host.world.stopwatchMs();
    this.#corsFields = corsFields;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Answers with what the page says, within the time limit if it has none of its own. */
  answer(answer: PageAnswer | Promise<PageAnswer>, page: WebPage): void {
    if (!(answer instanceof Promise)) {
      this.#show(answer);
      return;
    }
    if (page.hasOwnTimeLimit !== true) this.#limitTime(page);
    answer.then(
      (done) => this.#show(done),
      (error: unknown) => this.defect(error),
    );
  }

  #limitTime({ tookTooLong }: WebPage): void {
    const { world, timeLimitMs } = this.#host;
    this.#cancelTimeLimit = world.after(timeLimitMs, () => {
      if (tookTooLong !== undefined) this.#showError(tookTooLong, '');
      else this.text(503, 'This page could not be made in time.\n', '\r\nRetry-After: 1');
      this.#controller?.abort();
    });
  }

  text(status: number, text: string, fields = ''): void {
    this.#send(status, `\r\nContent-Type: ${TEXT}${NO_SNIFFING}${fields}`, text);
  }

  fail({ code, message }: ApiError): void {
    const { status } = ERRORS[code];
    this.text(status, `${message}\n`, status === 503 ? '\r\nRetry-After: 1' : '');
  }

  /** Reports a defect of the gateway, and answers so. */
  defect(error: unknown): void {
    if (this.isSettled) return;
    const requestId = this.#host.nextRequestId();
    this.#host.onDefect(requestId, error);
    this.text(500, `Something is wrong on our side; quote ${requestId} when you report it.\n`);
  }

  /** The client went away. */
  gone(): void {
    this.#over();
    this.#host.metrics.gone += 1;
    this.cancelBody?.();
    this.#controller?.abort();
  }

  #show(answer: PageAnswer): void {
    if (this.isSettled) return;
    try {
      const cookies = (answer.cookies ?? []).map((cookie) => ['Set-Cookie', printSetCookie(cookie)] as const);
      const fields = fieldLines([...(answer.headers ?? []), ...cookies]);
      if (answer.kind === 'page') {
        this.#send(answer.status, `\r\nContent-Type: ${answer.contentType}${fields}`, answer.body);
      } else if (answer.kind === 'redirect') {
        this.#send(303, fieldLines([['Location', answer.location]]) + fields, '');
      } else if (answer.kind === 'stream') {
        const type = `\r\nContent-Type: ${answer.contentType}`;
        this.#stream(200, type + fields, { size: undefined, chunks: answer.chunks });
      } else if (answer.kind === 'upgrade') {
        this.#upgrade(answer);
      } else if (answer.kind === 'error') this.#showError(answer.error, fields);
      else this.#showContent(answer, fields);
    } catch (error) {
      this.defect(error);
    }
  }

  #upgrade({ watcher, refusal }: Extract<PageAnswer, { kind: 'upgrade' }>): void {
    const { upgrade } = this.#exchange;
    if (upgrade === undefined) this.text(400, 'This path is a WebSocket: send the handshake of RFC 6455.\n');
    else if (refusal !== undefined) this.fail(refusal);
    else {
      this.#settle(SWITCHING_PROTOCOLS);
      upgrade(statusLine(SWITCHING_PROTOCOLS), watcher);
    }
  }

  #showError(refusal: ApiError, fields: string): void {
    const { code, message, param = null, retryAfterMs, required, balance } = refusal;
    const { status, type } = ERRORS[code];
    const error = { type, code, message, param, request_id: this.#host.nextRequestId() };
    const waitMs = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs);
    const retryAfter = waitMs === undefined ? undefined : Math.ceil(waitMs / 1_000);
    const wait = waitMs === undefined ? '' : `\r\nRetry-After: ${retryAfter}\r\nretry-after-ms: ${waitMs}`;
    const head = `\r\nContent-Type: application/json${NO_SNIFFING}\r\nCache-Control: no-store${wait}${fields}`;
    const body = { error, retry_after: retryAfter, required: inDa(required), balance: inDa(balance) };
    this.#send(status, head, JSON.stringify(body));
  }

  #showContent({ content, fileName }: Extract<PageAnswer, { kind: 'content' }>, fields: string): void {
    const answer = contentAnswer(content, this.#head.rangeInForce, fileName);
    if (answer.kind === 'unsatisfiable') {
      this.text(416, 'The range lies outside the content.\n', `\r\nContent-Range: bytes */${answer.size}`);
      return;
    }
    const allowed = this.#corsFields.includes(ALLOW_ORIGIN) ? '' : TO_ITSELF;
    const type = `\r\nContent-Type: ${answer.contentType}${answer.fields}${allowed}`;
    this.#stream(answer.status, type + fields, answer);
  }

  #stream(status: number, fields: string, { size, chunks }: Omit<ContentStream, 'onFault'>): void {
    this.#settle(status);
    const onFault = (error: unknown) => {
      if (!(error instanceof BrokenFileError)) this.#host.onDefect(this.#host.nextRequestId(), error);
    };
    this.#exchange.stream(this.#headOf(status, fields), { size, chunks, onFault }, this.#answerOptions());
  }

  #send(status: number, fields: string, body: string | Uint8Array): void {
    if (this.isSettled) return;
    this.#settle(status);
    this.#exchange.answer(this.#headOf(status, fields), body, this.#answerOptions());
  }

  /** @param fields each after a CRLF */
  #headOf(status: number, fields: string): string {
    return `${statusLine(status)}${fields}${this.#corsFields}`;
  }

  #settle(status: number): void {
    this.#over();
    this.#metrics?.answered(status);
    this.#metrics?.took(status, this.#host.world.stopwatchMs() - this.#beganAt);
  }

  #over(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#cancelTimeLimit?.();
    this.onOver?.();
  }

  #answerOptions(): AnswerOptions {
    const isHead = this.#exchange.method === 'HEAD';
    const { hasBody, bodyBytes } = this.#head;
    // Whether anybody reads the answers to HEAD cannot be told, and no window bounds these: one a connection.
    if (this.mustClose || isHead) return { isHead, connection: 'close' };
    if (hasBody && !this.isBodyRead) return { isHead, connection: 'ask_to_close' };
    // Readers disagree on where a body in chunks ends: so nothing behind one is a request.
    const closes = bodyBytes === undefined || this.#host.isDraining();
    return { isHead, connection: closes ? 'close' : 'keep' };
  }
}

/** As the API has amounts in JSON. */
function inDa(amount: MicroDa | undefined): number | undefined {
  return amount === undefined ? undefined : Number(printDa(amount));
}
