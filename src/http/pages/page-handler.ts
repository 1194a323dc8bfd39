/**
 * Serves pages: finds the method that a request is for, reads its form, and has the page answer.
 *
 * Forms of a page that may be crowded are taken, or refused, a few in a turn of the event loop: if a thousand
 * people sign in at the same moment, requests to the API do not wait for all of them.
 */
import { RetrySlots } from '../../overload/retry-slots.js';
import { SharedTurns } from '../../overload/shared-turns.js';
import type { World } from '../../time/world.js';
import type { ApiError } from '../errors.js';
import type { Exchange } from '../exchange.js';
import type { GatewayMetrics, RouteMetrics } from '../monitoring/gateway-metrics.js';
import { baseUrlOf } from '../request/base-url.js';
import type { TrustedProxies } from '../request/client-address.js';
import { readCookies } from '../request/cookies.js';
import { announcesForm, readForm } from '../request/form.js';
import { percentDecoded } from '../request/percent.js';
import { type BodyLimits, type BodyOutcome, bodyRefusal, collectBody } from '../request/request-body.js';
import { HeadReader, type RequestHead, whyMalformed } from '../request/request-head.js';
import type { Cors } from '../response/cors.js';
import type { PageAnswer, PageInput, WebPage } from './page.js';
import { PageRequest } from './page-request.js';

export interface PageHandlerOptions {
  readonly world: World;
  readonly metrics: GatewayMetrics;
  readonly pages: readonly WebPage[];
  readonly settings: PageSettings;
  readonly timeLimitMs: number;
  readonly nextRequestId: () => string;
  readonly isDraining: () => boolean;
  readonly onDefect: (requestId: string, error: unknown) => void;
  /** Told of a form that found no room beside the bodies under way. */
  readonly onNoRoom: () => void;
}

/** The settings in force, which may change while requests are under way. */
export interface PageSettings {
  readonly proxies: TrustedProxies;
  readonly publicUrl: string | undefined;
  readonly cors: Cors | undefined;
  readonly bodyLimits: BodyLimits;
}

const NO_FORM: ApiError = {
  code: 'unsupported_media_type',
  message: 'Send the form as application/x-www-form-urlencoded, and leave out Content-Encoding.',
};
const SHUTTING_DOWN: ApiError = {
  code: 'shutting_down',
  message: 'The node is stopping and has not taken the form; send it again.',
};
const BROKEN_FORM: ApiError = {
  code: 'malformed_request',
  message: 'The form is not percent-encoded UTF-8.',
};

export class PageHandler {
  readonly #options: PageHandlerOptions;
  readonly #gets = new Map<WebPage, RouteMetrics>();
  readonly #posts = new Map<WebPage, RouteMetrics>();
  readonly #headReaders = new Map<WebPage, HeadReader>();
  /** Complete forms that are not answered yet, of pages that bound them. */
  readonly #forms = new Map<WebPage, number>();
  readonly #comingBack = new RetrySlots();
  readonly #turns: SharedTurns;

  constructor(options: PageHandlerOptions) {
    this.#options = options;
    this.#turns = new SharedTurns(options.world);
    const { metrics, pages } = options;
    for (const page of pages) {
      if (page.headers !== undefined) this.#headReaders.set(page, new HeadReader(page.headers));
      this.#gets.set(page, metrics.route('GET', page.path));
      if (page.post !== undefined || page.postBytes !== undefined)
        this.#posts.set(page, metrics.route('POST', page.path));
    }
  }

  serve(page: WebPage, exchange: Exchange, head: RequestHead): void {
    const routes = exchange.method === 'POST' && this.#posts.has(page) ? this.#posts : this.#gets;
    const corsFields = this.#options.settings.cors?.answerFields(exchange.path, head) ?? '';
    const request = new PageRequest(this.#options, exchange, head, routes.get(page), corsFields);
    try {
      this.#serve(page, exchange, head, request);
    } catch (error) {
      request.defect(error);
    }
    if (!exchange.isOver) exchange.onGone(() => request.gone());
  }

  #serve(page: WebPage, exchange: Exchange, head: RequestHead, request: PageRequest): void {
    const malformed = whyMalformed(head, exchange.path, exchange.query);
    if (malformed !== undefined) {
      request.mustClose = true;
      request.text(400, `The request is malformed: ${malformed}.\n`);
      return;
    }
    const { toAll, get, post, postBytes, crowd } = page;
    const { method } = exchange;
    if (toAll !== undefined) request.answer(toAll, page);
    else if (get !== undefined && (method === 'GET' || method === 'HEAD')) {
      request.answer(get(this.#inputOf(page, exchange, head, request.signal)), page);
    } else if (method === 'POST' && crowd !== undefined && (this.#forms.get(page) ?? 0) >= crowd.formsMax()) {
      this.#takeBody(exchange, head, request, () => {
        this.#answerInTurn(page, request, () => {
          const now = this.#options.world.steadyMs();
          return crowd.answer(this.#comingBack.waitMs(now, crowd.formsPerSecond));
        });
      });
    } else if (post !== undefined && method === 'POST') {
      const input = this.#inputOf(page, exchange, head, request.signal);
      this.#takeForm(page, exchange, head, request, (form) => post(input, form));
    } else if (postBytes !== undefined && method === 'POST') {
      const input = this.#inputOf(page, exchange, head, request.signal);
      this.#takeBody(exchange, head, request, (bytes) => request.answer(postBytes(input, bytes), page));
    } else {
      const posts = post !== undefined || postBytes !== undefined;
      const allow = [...(get === undefined ? [] : ['GET', 'HEAD']), ...(posts ? ['POST'] : [])];
      request.text(405, `This page takes ${allow.join(' and ')}.\n`, `\r\nAllow: ${allow.join(', ')}`);
    }
  }

  /** @param take is given the form once it is complete */
  #takeForm(
    page: WebPage,
    exchange: Exchange,
    head: RequestHead,
    request: PageRequest,
    take: (form: URLSearchParams) => PageAnswer | Promise<PageAnswer>,
  ): void {
    if (!this.#options.isDraining() && head.hasBody && !announcesForm(head)) {
      request.fail(NO_FORM);
      return;
    }
    this.#takeBody(exchange, head, request, (bytes) => {
      const form = readForm(bytes);
      if (form === undefined) request.answer({ kind: 'error', error: BROKEN_FORM }, page);
      else if (page.crowd === undefined) request.answer(take(form), page);
      else {
        this.#countForm(page, 1);
        request.onOver = () => this.#countForm(page, -1);
        this.#answerInTurn(page, request, () => take(form));
      }
    });
  }

  #answerInTurn(page: WebPage, request: PageRequest, answer: () => PageAnswer | Promise<PageAnswer>): void {
    this.#turns.run(() => {
      if (request.isSettled) return;
      try {
        request.answer(answer(), page);
      } catch (error) {
        request.defect(error);
      }
    });
  }

  #countForm(page: WebPage, by: number): void {
    this.#forms.set(page, (this.#forms.get(page) ?? 0) + by);
  }

  /** @param take is given the body once it is complete */
  #takeBody(
    exchange: Exchange,
    head: RequestHead,
    request: PageRequest,
    take: (bytes: Uint8Array) => void,
  ): void {
    const limits = this.#options.settings.bodyLimits;
    const refusal = this.#bodyRefusal(head, limits);
    if (refusal !== undefined) {
      request.fail(refusal);
      return;
    }
    const cancel = collectBody(exchange, limits, (outcome) => {
      try {
        if (outcome.kind === 'whole') {
          request.isBodyRead = true;
          take(outcome.bytes);
        } else this.#failBody(outcome.kind, request, limits);
      } catch (error) {
        request.defect(error);
      }
    });
    request.cancelBody = cancel;
  }

  #bodyRefusal(head: RequestHead, limits: BodyLimits): ApiError | undefined {
    if (this.#options.isDraining()) return SHUTTING_DOWN;
    return (head.bodyBytes ?? 0) > limits.bytesMax ? bodyRefusal('too_large', limits) : undefined;
  }

  #failBody(kind: Exclude<BodyOutcome['kind'], 'whole'>, request: PageRequest, limits: BodyLimits): void {
    request.mustClose = kind === 'late';
    if (kind === 'no_room') this.#options.onNoRoom();
    request.fail(bodyRefusal(kind, limits));
  }

  #inputOf(page: WebPage, exchange: Exchange, head: RequestHead, signal: AbortSignal): PageInput {
    const { proxies, publicUrl } = this.#options.settings;
    const forwarded = proxies.forwarded(exchange, head);
    // Read a second time, for pages only: requests to the API are spared the fields that these ask for.
    const fields = this.#headReaders.get(page)?.read(exchange);
    return {
      rest: percentDecoded(exchange.path.slice(page.path.length)) ?? '',
      query: exchange.query,
      client: proxies.clientOf(exchange.remoteAddress(), head.forwardedFor),
      baseUrl: baseUrlOf(publicUrl, forwarded, head.host, exchange.isTls),
      requested: baseUrlOf(undefined, forwarded, head.host, exchange.isTls),
      signal,
      newRequestId: this.#options.nextRequestId,
      get cookies() {
        return readCookies(fields?.other('cookie') ?? '');
      },
      header: (name) => fields?.other(name),
    };
  }
}
