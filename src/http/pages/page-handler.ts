/** Serves the public pages: what the API's pipeline is to operations, in little. */
import type { World } from '../../time/world.js';
import { type AnswerOptions, type Exchange, statusLine } from '../exchange.js';
import type { GatewayMetrics, RouteMetrics } from '../monitoring/gateway-metrics.js';
import { baseUrlOf } from '../request/base-url.js';
import type { TrustedProxies } from '../request/client-address.js';
import { percentDecoded } from '../request/percent.js';
import { type RequestHead, whyMalformed } from '../request/request-head.js';
import { contentAnswer, fieldLines } from '../response/content-answer.js';
import type { Cors } from '../response/cors.js';
import type { PageAnswer, PageInput, WebPage } from './page.js';

export interface PageHandlerOptions {
  readonly world: World;
  readonly metrics: GatewayMetrics;
  readonly pages: readonly WebPage[];
  readonly settings: PageSettings;
  readonly timeLimitMs: number;
  readonly nextRequestId: () => string;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
}

/** The settings in force, which may change while requests are under way. */
export interface PageSettings {
  readonly proxies: TrustedProxies;
  readonly publicUrl: string | undefined;
  readonly cors: Cors | undefined;
}

const TEXT = 'text/plain; charset=utf-8';

export class PageHandler {
  readonly #options: PageHandlerOptions;
  readonly #metricsOf = new Map<WebPage, RouteMetrics>();

  constructor(options: PageHandlerOptions) {
    this.#options = options;
    for (const page of options.pages) this.#metricsOf.set(page, options.metrics.route('GET', page.path));
  }

  serve(page: WebPage, exchange: Exchange, head: RequestHead): void {
    const corsFields = this.#options.settings.cors?.answerFields(exchange.path, head) ?? '';
    const visit = new PageRequest(this.#options, exchange, head, this.#metricsOf.get(page), corsFields);
    try {
      this.#judgeAndShow(page, exchange, head, visit);
    } catch (error) {
      visit.fail(error);
    }
    if (!exchange.isOver) exchange.onGone(() => visit.gone());
  }

  #judgeAndShow(page: WebPage, exchange: Exchange, head: RequestHead, visit: PageRequest): void {
    const malformed = whyMalformed(head, exchange.path, exchange.query);
    if (malformed !== undefined) {
      visit.mustClose = true;
      visit.text(400, `The request is malformed: ${malformed}.\n`);
      return;
    }
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
      visit.text(405, 'This page takes GET and HEAD.\n', '\r\nAllow: GET, HEAD');
      return;
    }
    const answer = page.handle(this.#inputOf(page, exchange, head, visit.signal));
    if (!(answer instanceof Promise)) {
      visit.show(answer);
      return;
    }
    visit.waitFor(answer);
  }

  #inputOf(page: WebPage, exchange: Exchange, head: RequestHead, signal: AbortSignal): PageInput {
    const { proxies, publicUrl } = this.#options.settings;
    const peer = exchange.remoteAddress();
    const forwarded = proxies.trusts(peer)
      ? { proto: head.forwardedProto, host: head.forwardedHost }
      : undefined;
    return {
      rest: percentDecoded(exchange.path.slice(page.path.length)) ?? '',
      query: exchange.query,
      client: proxies.clientOf(peer, head.forwardedFor),
      baseUrl: baseUrlOf(publicUrl, forwarded, head.host, exchange.isTls),
      signal,
    };
  }
}

/** One request for a page. Answered once; what comes later is dropped. */
class PageRequest {
  mustClose = false;
  readonly #options: PageHandlerOptions;
  readonly #exchange: Exchange;
  readonly #head: RequestHead;
  readonly #metrics: RouteMetrics | undefined;
  readonly #beganAt: number;
  readonly #corsFields: string;
  readonly #controller = new AbortController();
  #cancelTimeLimit: (() => void) | undefined;
  #isSettled = false;

  constructor(
    options: PageHandlerOptions,
    exchange: Exchange,
    head: RequestHead,
    metrics: RouteMetrics | undefined,
    corsFields: string,
  ) {
    this.#options = options;
    this.#exchange = exchange;
    this.#head = head;
    this.#metrics = metrics;
    this.#beganAt = options.world.stopwatchMs();
    this.#corsFields = corsFields;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  waitFor(answer: Promise<PageAnswer>): void {
    const { world, timeLimitMs } = this.#options;
    this.#cancelTimeLimit = world.after(timeLimitMs, () => {
      this.text(503, 'This page could not be made in time.\n', '\r\nRetry-After: 1');
      this.#controller.abort();
    });
    answer.then(
      (done) => this.show(done),
      (error: unknown) => this.fail(error),
    );
  }

  show(answer: PageAnswer): void {
    if (this.#isSettled) return;
    try {
      const fields = fieldLines(answer.headers);
      if (answer.kind === 'content') this.#showContent(answer, fields);
      else this.#answer(answer.status, answer.contentType + fields, answer.body);
    } catch (error) {
      this.fail(error);
    }
  }

  text(status: number, text: string, fields = ''): void {
    this.#answer(status, TEXT + fields, text);
  }

  fail(error: unknown): void {
    if (this.#isSettled) return;
    const requestId = this.#options.nextRequestId();
    this.#options.onDefect(requestId, error);
    this.text(500, `Something is wrong on our side; quote ${requestId} when you report it.\n`);
  }

  gone(): void {
    this.#isSettled = true;
    this.#options.metrics.gone += 1;
    this.#cancelTimeLimit?.();
    this.#controller.abort();
  }

  #showContent({ content }: Extract<PageAnswer, { kind: 'content' }>, headers: string): void {
    const answer = contentAnswer(content, this.#head.range);
    if (answer.kind === 'unsatisfiable') {
      this.text(416, 'The range lies outside the content.\n', `\r\nContent-Range: bytes */${answer.size}`);
      return;
    }
    this.#settle(answer.status);
    const onFault = (error: unknown) => this.#options.onDefect(this.#options.nextRequestId(), error);
    const stream = { size: answer.size, chunks: answer.chunks, onFault };
    const fields = answer.contentType + answer.fields + headers;
    this.#exchange.stream(this.#headOf(answer.status, fields), stream, this.#answerOptions());
  }

  #answer(status: number, fields: string, body: string | Uint8Array): void {
    if (this.#isSettled) return;
    this.#settle(status);
    this.#exchange.answer(this.#headOf(status, fields), body, this.#answerOptions());
  }

  /** @param fields the value of Content-Type, then further fields, each after a CRLF */
  #headOf(status: number, fields: string): string {
    return `${statusLine(status)}\r\nContent-Type: ${fields}${this.#corsFields}`;
  }

  #settle(status: number): void {
    this.#isSettled = true;
    this.#cancelTimeLimit?.();
    this.#metrics?.answered(status);
    this.#metrics?.took(status, this.#options.world.stopwatchMs() - this.#beganAt);
  }

  #answerOptions(): AnswerOptions {
    const isHead = this.#exchange.method === 'HEAD';
    // Whether anybody reads the answers to HEAD cannot be told, and no window bounds these: one a connection.
    if (this.mustClose || isHead) return { isHead, connection: 'close' };
    if (this.#head.hasBody) return { isHead, connection: 'ask_to_close' };
    return { isHead, connection: this.#options.isDraining() ? 'close' : 'keep' };
  }
}
