/**
 * The pipeline that every API request goes through, in the order of the contract's error table: first match
 * wins. It knows messages, not sockets (`exchange.ts`), so the simulator can drive it.
 *
 * Rules
 *  1. A request counts on exactly one window, before its body is read: that of its key, or, without a valid
 *     key or where it is malformed, that of its client address.
 *  2. A refused request reads no body and reaches no operation.
 *  3. A read whose answer is at hand is answered within the call: no promise, no timer, no schema, no log.
 *  4. Every request is answered in bounded time: a body has its time limit, an operation has its own.
 *  5. What is shed is shed when all is known that its head tells, before its body is read.
 */

import type { KeyRow } from '../../actors/keys/key-table.js';
import type { AddressWindows } from '../../actors/windows/address-windows.js';
import type { WindowId } from '../../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import type { LoadShedder, ShedClass, ShedReason } from '../../overload/load-shedder.js';
import { PacedRefusals } from '../../overload/paced-refusals.js';
import { DeadlineQueue } from '../../time/deadline-queue.js';
import type { World } from '../../time/world.js';
import type { Exchange } from '../exchange.js';
import {
  GatewayMetrics,
  type RouteMetrics,
  TimedFirst,
  WINDOW_KINDS,
} from '../monitoring/gateway-metrics.js';
import type { RequestObserver } from '../monitoring/request-observer.js';
import type { GatewayDeps, Operation } from '../operation.js';
import { type WebPage, WebPages } from '../pages/page.js';
import { PageHandler } from '../pages/page-handler.js';
import type { Forwarded } from '../request/base-url.js';
import { readBodyObject, validateMedia } from '../request/body-media.js';
import { TrustedProxies, windowNetworkOf } from '../request/client-address.js';
import { BodyBudget, type BodyLimits, type BodyOutcome, collectBody } from '../request/request-body.js';
import { HeadReader, type RequestHead, whyMalformed } from '../request/request-head.js';
import { RequestIds } from '../request/request-ids.js';
import { AnswerHeads } from '../response/answer-heads.js';
import { CORS_REQUEST_FIELDS, Cors } from '../response/cors.js';
import { ErrorBodies } from '../response/error-answer.js';
import { isElsewhere, type Surface } from '../surface.js';
import { CallInput } from './call-input.js';
import { callerOf, Identifier, INVALID, MISSING } from './identify.js';
import {
  bodyRefusal,
  credentialOf,
  NOT_FOUND,
  SHUTTING_DOWN,
  shedRefusal,
  TOOK_TOO_LONG,
  UNKNOWN_CALLER,
  validateTarget,
} from './refusals.js';
import { Reply, type ReplyHost } from './reply.js';
import { type Match, type Route, Router, routeOf } from './router.js';

const API_KEY = WINDOW_KINDS.indexOf('api_key');
const MANAGEMENT_KEY = WINDOW_KINDS.indexOf('management_key');
const ADDRESS = WINDOW_KINDS.indexOf('address');

const NOT_TIMED = -1;

export interface PipelineSettings {
  readonly bodyMaxBytes: number;
  readonly bodyTimeoutMs: number;
  /** Memory for all bodies that are not complete yet. */
  readonly bodiesMaxBytes: number;
  /** How long an operation may take; above twice the gate's limit, which is what a turn may wait for. */
  readonly operationTimeLimitMs: number;
  /** Base of absolute links, without a trailing slash; undefined where links follow the request. */
  readonly publicUrl: string | undefined;
  /** Networks, `address/bits`, of proxies whose X-Forwarded fields are believed; `unix` for those on the Unix socket. */
  readonly trustedProxies: readonly string[];
  /** Origins of pages whose scripts may call the API; `*` for all, none for no CORS at all. */
  readonly corsOrigins: readonly string[];
}

export interface GatewayOptions {
  readonly deps: GatewayDeps;
  readonly operations: readonly Operation[];
  readonly publicPages: readonly WebPage[];
  readonly settings: PipelineSettings;
  readonly journal: WindowJournal;
  readonly addresses: AddressWindows;
  readonly shedder: LoadShedder;
  /** True from the moment the node is told to stop. */
  readonly isDraining: () => boolean;
  /** Told of every defect that a client saw as 500, or as content cut short. */
  readonly onDefect: (requestId: string, error: unknown) => void;
  readonly observer?: RequestObserver | undefined;
}

export interface Gateway {
  readonly figures: GatewayMetrics;
  /** Refusals that wait to be written. */
  readonly refusalsWaiting: number;
  /**
   * Takes a request. Answers it now, or, once its body is there or its operation done, later. Never throws.
   *
   * @param surface what the listener serves that the request came to; all of it where it is left out
   */
  handle(exchange: Exchange, surface?: Surface): void;
  /** Puts other settings in force, from the next request on. Throws, and changes nothing, where they cannot be. */
  configure(settings: PipelineSettings): void;
}

export function createGateway(options: GatewayOptions): Gateway {
  return new Pipeline(options);
}

class Pipeline implements Gateway {
  readonly figures = new GatewayMetrics();
  readonly #options: GatewayOptions;
  readonly #world: World;
  readonly #observer: RequestObserver | undefined;
  #settings: PipelineSettings;
  #headReader: HeadReader;
  readonly #identifier: Identifier;
  readonly #router: Router;
  readonly #requestIds: RequestIds;
  #proxies: TrustedProxies;
  #cors: Cors | undefined;
  readonly #pages: WebPages;
  readonly #publicDesk: PageHandler;
  readonly #replyHost: ReplyHost;
  readonly #unmatched: RouteMetrics;
  readonly #timedUnmatched = new TimedFirst();
  #bodyLimits: BodyLimits;
  readonly #operationTimeLimits: DeadlineQueue;
  /** To what is shed for the queue: many come at once then. */
  readonly #refusals: PacedRefusals<Reply>;
  readonly #finished = () => this.#options.shedder.finished();

  constructor(options: GatewayOptions) {
    const { deps, operations, settings, isDraining, onDefect, observer } = options;
    this.#options = options;
    this.#world = deps.world;
    this.#observer = observer;
    this.#settings = settings;
    this.#bodyLimits = {
      bytesMax: settings.bodyMaxBytes,
      timeLimits: new DeadlineQueue(deps.world, settings.bodyTimeoutMs),
      budget: new BodyBudget(settings.bodiesMaxBytes),
    };
    this.#cors = corsOf(settings);
    this.#operationTimeLimits = new DeadlineQueue(deps.world, settings.operationTimeLimitMs);
    this.#refusals = new PacedRefusals(deps.world, (reply) => this.#refuseShed(reply, 'queue'));
    this.#headReader = headReaderOf(options, this.#cors);
    this.#identifier = new Identifier({ records: deps.system.records, keys: deps.keys });
    this.#requestIds = new RequestIds((count) => deps.world.randomBytes(count));
    this.#proxies = new TrustedProxies(settings.trustedProxies);
    this.#pages = new WebPages(options.publicPages);
    const [heads, errorBodies] = [new AnswerHeads(), new ErrorBodies()];
    const { figures } = this;
    this.#replyHost = {
      world: deps.world,
      deps,
      figures,
      heads,
      errorBodies,
      cors: this.#cors,
      isDraining,
      onDefect,
      observer,
    };
    this.#router = new Router(
      operations.map((operation) => ({
        operation,
        figure: figures.route(operation.method, operation.path),
        shedAs: operation.shedAs,
      })),
    );
    this.#unmatched = this.figures.route('other', 'unmatched');
    const { publicUrl, operationTimeLimitMs: timeLimitMs } = settings;
    this.#publicDesk = new PageHandler(
      {
        world: deps.world,
        figures: this.figures,
        pages: options.publicPages,
        timeLimitMs,
        nextRequestId: () => this.#requestIds.next().text,
        isDraining,
        onDefect,
      },
      { proxies: this.#proxies, publicUrl, cors: this.#cors },
    );
  }

  get refusalsWaiting(): number {
    return this.#refusals.count;
  }

  configure(settings: PipelineSettings): void {
    const { deps } = this.#options;
    const [proxies, cors] = [new TrustedProxies(settings.trustedProxies), corsOf(settings)];
    const isTimeAsBefore = settings.bodyTimeoutMs === this.#settings.bodyTimeoutMs;
    this.#bodyLimits = {
      bytesMax: settings.bodyMaxBytes,
      // Bodies under way keep the limit that they began with.
      timeLimits: isTimeAsBefore
        ? this.#bodyLimits.timeLimits
        : new DeadlineQueue(deps.world, settings.bodyTimeoutMs),
      budget: this.#bodyLimits.budget,
    };
    this.#bodyLimits.budget.setMax(settings.bodiesMaxBytes);
    this.#settings = settings;
    this.#proxies = proxies;
    this.#cors = cors;
    this.#replyHost.cors = cors;
    this.#headReader = headReaderOf(this.#options, cors);
    this.#publicDesk.configure({ proxies, publicUrl: settings.publicUrl, cors });
  }

  handle(exchange: Exchange, surface: Surface = 'whole'): void {
    const head = this.#headReader.read(exchange);
    if (this.#cors?.answerPreflight(exchange, head)) return;
    const match = this.#router.match(exchange.path);
    const page = match === undefined ? this.#pages.find(exchange.path, surface) : undefined;
    if (page !== undefined) {
      this.#publicDesk.serve(page, exchange, head);
      return;
    }
    const reply = new Reply(this.#replyHost, exchange, head, this.#requestIds.next(), this.#unmatched);
    if (this.#observer !== undefined) this.#observer.began(reply, head);
    const timed = match === undefined ? this.#timedUnmatched : match.endpoint.timed;
    const beganAt = timed.takes(reply.arrivedMs) ? this.#world.stopwatchMs() : NOT_TIMED;
    try {
      this.#serve(exchange, head, reply, match, surface);
    } catch (error) {
      this.#countOnAddressIfNowhere(exchange, head, reply);
      reply.defect(error);
    }
    if (beganAt !== NOT_TIMED) reply.tookAtOnce(beganAt);
    if (exchange.isOver) return;
    reply.staysOpen();
    exchange.onGone(() => reply.gone());
  }

  #serve(
    exchange: Exchange,
    head: RequestHead,
    reply: Reply,
    match: Match | undefined,
    surface: Surface,
  ): void {
    const malformed = whyMalformed(head, exchange.path, exchange.query);
    if (malformed !== undefined) {
      this.#countOnAddress(exchange, head, reply);
      reply.mustClose = true;
      reply.fail({ code: 'malformed_request', message: `The request is malformed: ${malformed}.` });
      return;
    }
    const route = match && routeOf(match.endpoint, exchange.method);
    if (route !== undefined) reply.figure = route.figure;

    const key = this.#identifier.identify(head.authorization);
    if (key === MISSING || key === INVALID) {
      if (!this.#countOnAddress(exchange, head, reply)) reply.refuseRate();
      else reply.fail(key === MISSING ? UNKNOWN_CALLER.missing : UNKNOWN_CALLER.invalid);
      return;
    }
    reply.key = key;
    const isApiKey = this.#options.deps.keys.isApiKey(key);
    if (!this.#count(key, isApiKey ? API_KEY : MANAGEMENT_KEY, reply)) {
      reply.refuseRate();
      return;
    }
    if (surface !== 'whole' && isElsewhere(surface, credentialOf(exchange.path, match))) {
      reply.fail(NOT_FOUND);
      return;
    }
    const kind = isApiKey ? 'api' : 'management';
    const refusal = validateTarget(kind, exchange.path, match, route?.operation);
    if (refusal !== undefined || match === undefined || route === undefined) {
      reply.fail(refusal ?? NOT_FOUND);
      return;
    }
    this.#call(exchange, head, reply, key, match, route);
  }

  #call(
    exchange: Exchange,
    head: RequestHead,
    reply: Reply,
    key: KeyRow,
    match: Match,
    { operation, shedAs }: Route,
  ): void {
    if (!operation.isRead && this.#options.isDraining()) {
      reply.fail(SHUTTING_DOWN);
      return;
    }
    const { publicUrl } = this.#settings;
    const forwarded = this.#forwarded(exchange, head);
    const input = new CallInput(
      callerOf(this.#options.deps.keys, key),
      reply.requestId,
      match.id,
      head,
      exchange,
      publicUrl,
      forwarded,
    );
    if (operation.body !== 'none') this.#readBodyThenRun(exchange, head, reply, operation, input);
    else if (shedAs === undefined || !this.#sheds(shedAs, reply)) this.#run(operation, input, reply);
  }

  /** True where the node has no room for the request: it is answered so, now or later. */
  #sheds(kind: ShedClass, reply: Reply): boolean {
    const { deps, shedder } = this.#options;
    const reason = shedder.admit(kind, deps.world.steadyMs());
    if (reason === undefined) {
      if (kind === 'billable') reply.whenOver(this.#finished);
      return false;
    }
    if (reason === 'queue' && reply.isPatient) this.#refusals.add(reply);
    else this.#refuseShed(reply, reason);
    return true;
  }

  #refuseShed(reply: Reply, reason: ShedReason): void {
    if (reply.isSettled) return;
    const { deps, shedder } = this.#options;
    reply.fail(shedRefusal(reason, shedder.waitMs(reason, deps.world.steadyMs())));
  }

  #readBodyThenRun(
    exchange: Exchange,
    head: RequestHead,
    reply: Reply,
    operation: Operation,
    input: CallInput,
  ): void {
    const { bodyMaxBytes } = this.#settings;
    const { deps } = this.#options;
    const refusal =
      operation.validateRights?.(input, deps) ??
      validateMedia(operation, head) ??
      ((head.bodyBytes ?? 0) > bodyMaxBytes ? bodyRefusal('too_large', this.#settings) : undefined);
    if (refusal !== undefined) {
      reply.fail(refusal);
      return;
    }
    if (operation.shedAs !== undefined && this.#sheds(operation.shedAs, reply)) return;
    const cancel = collectBody(exchange, this.#bodyLimits, (outcome) => {
      try {
        this.#takeBody(outcome, head, reply, operation, input);
      } catch (error) {
        reply.defect(error);
      }
    });
    reply.whenGone(cancel);
  }

  #takeBody(
    outcome: BodyOutcome,
    head: RequestHead,
    reply: Reply,
    operation: Operation,
    input: CallInput,
  ): void {
    if (outcome.kind !== 'whole') {
      // A client too slow for its body has nothing under way that a closed connection could cost it.
      reply.mustClose = outcome.kind === 'late';
      if (outcome.kind === 'no_room') this.#options.shedder.count('bodies');
      reply.fail(bodyRefusal(outcome.kind, this.#settings));
      return;
    }
    reply.isBodyRead = true;
    const reading = readBodyObject(operation, head, outcome.bytes);
    if (!reading.ok) {
      reply.fail(reading.error);
      return;
    }
    input.body = reading.value;
    const refusal = operation.validateRights?.(input, this.#options.deps);
    if (refusal === undefined) this.#run(operation, input, reply);
    else reply.fail(refusal);
  }

  #run(operation: Operation, input: CallInput, reply: Reply): void {
    const answer = operation.handle(input, this.#options.deps);
    if (!(answer instanceof Promise)) {
      // Content goes on to read under the signal after the call.
      if (answer.kind === 'content') reply.whenGone(() => input.abort());
      reply.send(answer);
      return;
    }
    reply.whenGone(() => input.abort());
    const timeLimit = this.#operationTimeLimits.add(() => {
      reply.fail(TOOK_TOO_LONG);
      input.abort();
    });
    reply.whenGone(() => timeLimit.cancel());
    answer.then(
      (done) => {
        timeLimit.cancel();
        reply.send(done);
      },
      (error: unknown) => {
        timeLimit.cancel();
        if (!reply.isSettled) reply.defect(error);
      },
    );
  }

  #countOnAddress(exchange: Exchange, head: RequestHead, reply: Reply): boolean {
    const client = this.#proxies.clientOf(exchange.remoteAddress(), head.forwardedFor);
    return this.#count(this.#options.addresses.windowOf(windowNetworkOf(client)), ADDRESS, reply);
  }

  /** @param kind place in `WINDOW_KINDS` */
  #count(window: WindowId, kind: number, reply: Reply): boolean {
    const isAdmitted = reply.admit(window);
    this.figures.judged(kind, isAdmitted);
    if (isAdmitted) this.#options.journal.admitted(window);
    return isAdmitted;
  }

  /** Every answer shows a window; a defect may come before the request counted on one. */
  #countOnAddressIfNowhere(exchange: Exchange, head: RequestHead, reply: Reply): void {
    if (!reply.isCounted) this.#countOnAddress(exchange, head, reply);
  }

  /** What a trusted proxy says of the request's scheme and host. */
  #forwarded(exchange: Exchange, head: RequestHead): Forwarded | undefined {
    const { forwardedProto: proto, forwardedHost: host } = head;
    if (!this.#proxies.isAny || (proto === '' && host === '')) return undefined;
    return this.#proxies.trusts(exchange.remoteAddress()) ? { proto, host } : undefined;
  }
}

function corsOf({ corsOrigins }: PipelineSettings): Cors | undefined {
  return corsOrigins.length === 0 ? undefined : new Cors(corsOrigins);
}

/** Reads what operations and the observer ask for, and CORS only where there is any. */
function headReaderOf({ operations, observer }: GatewayOptions, cors: Cors | undefined): HeadReader {
  const fields = operations.flatMap(({ headers }) => headers ?? []);
  return new HeadReader([
    ...fields,
    ...(observer?.fields ?? []),
    ...(cors === undefined ? [] : CORS_REQUEST_FIELDS),
  ]);
}
