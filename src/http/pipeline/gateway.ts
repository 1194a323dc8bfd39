/**
 * The pipeline that every API request goes through, in the order of the contract's error table: first match
 * wins. It knows messages, not sockets (`exchange.ts`), so the simulator can drive it.
 *
 * Rules
 *  1. A request counts on exactly one window, before its body is read (`admission.ts`); one that is malformed
 *     counts on that of its client's address.
 *  2. A refused request reads no body and reaches no operation.
 */

import type { KeyRow } from '../../actors/keys/key-table.js';
import type { AddressWindows } from '../../actors/windows/address-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import type { LoadShedder } from '../../overload/load-shedder.js';
import type { World } from '../../time/world.js';
import type { ApiError } from '../errors.js';
import type { Exchange } from '../exchange.js';
import { GatewayMetrics, type RouteMetrics, TimedFirst } from '../monitoring/gateway-metrics.js';
import type { RequestObserver } from '../monitoring/request-observer.js';
import type { GatewayDeps, Operation } from '../operation.js';
import { type WebPage, WebPages } from '../pages/page.js';
import { PageHandler } from '../pages/page-handler.js';
import { HeadReader, whyMalformed } from '../request/request-head.js';
import { RequestIds } from '../request/request-ids.js';
import { CORS_REQUEST_FIELDS, type Cors } from '../response/cors.js';
import { isElsewhere, type Surface } from '../surface.js';
import { Admission } from './admission.js';
import { OperationCalls } from './operation-calls.js';
import { credentialOf, NOT_FOUND, validateTarget } from './refusals.js';
import { RequestContext, type RequestHost } from './request-context.js';
import { Responder } from './responder.js';
import { type Match, type Route, Router, routeOf } from './router.js';
import { type PipelineSettings, SettingsInForce } from './settings.js';

const NOT_TIMED = -1;

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
  readonly metrics: GatewayMetrics;
  /** Refusals that wait to be written. */
  readonly refusalsWaiting: number;
  /**
   * Takes a request. Answers it now, or, once its body is there or its operation done, later. Never throws.
   *
   * @param surface what the listener serves that the request came to; all of it if left out
   */
  handle(exchange: Exchange, surface?: Surface): void;
  /**
   * Puts other settings in force, from the next request on. Throws, and changes nothing, if they are not
   * valid.
   */
  configure(settings: PipelineSettings): void;
}

export function createGateway(options: GatewayOptions): Gateway {
  return new Pipeline(options);
}

class Pipeline implements Gateway {
  readonly metrics = new GatewayMetrics();
  readonly #options: GatewayOptions;
  readonly #world: World;
  readonly #observer: RequestObserver | undefined;
  readonly #inForce: SettingsInForce;
  readonly #requestHost: RequestHost;
  readonly #requestIds: RequestIds;
  readonly #router: Router;
  readonly #unmatched: RouteMetrics;
  readonly #timedUnmatched = new TimedFirst();
  readonly #pages: WebPages;
  readonly #pageHandler: PageHandler;
  readonly #responder: Responder;
  readonly #admission: Admission;
  readonly #calls: OperationCalls;
  #headReader: HeadReader;

  constructor(options: GatewayOptions) {
    const { deps, settings, isDraining, onDefect, observer } = options;
    const { world, keys, windows } = deps;
    const { metrics } = this;
    const inForce = new SettingsInForce(world, settings);
    const responder = new Responder({ windows, keys, metrics, inForce, isDraining, onDefect });
    const { operationTimeLimitMs } = settings;
    this.#options = options;
    this.#world = world;
    this.#observer = observer;
    this.#inForce = inForce;
    this.#requestHost = { world, keys, metrics, observer };
    this.#requestIds = new RequestIds((count) => world.randomBytes(count));
    this.#router = new Router(
      options.operations.map((operation) => ({
        operation,
        metrics: metrics.route(operation.method, operation.path),
        shedAs: operation.shedAs,
      })),
    );
    this.#unmatched = metrics.route('other', 'unmatched');
    this.#responder = responder;
    const { addresses, journal, shedder } = options;
    const { records } = deps.system;
    this.#admission = new Admission({ records, keys, windows, addresses, journal, metrics, inForce });
    this.#calls = new OperationCalls({ deps, shedder, inForce, operationTimeLimitMs, isDraining, responder });
    this.#pages = new WebPages(options.publicPages);
    this.#pageHandler = new PageHandler({
      world,
      metrics,
      pages: options.publicPages,
      settings: inForce,
      timeLimitMs: operationTimeLimitMs,
      nextRequestId: () => this.#requestIds.next().text,
      isDraining,
      onDefect,
      onNoRoom: () => shedder.count('bodies'),
    });
    this.#headReader = headReaderOf(options, inForce.cors);
  }

  get refusalsWaiting(): number {
    return this.#calls.refusalsWaiting;
  }

  configure(settings: PipelineSettings): void {
    this.#inForce.configure(settings);
    this.#headReader = headReaderOf(this.#options, this.#inForce.cors);
  }

  handle(exchange: Exchange, surface: Surface = 'whole'): void {
    const head = this.#headReader.read(exchange);
    const { cors } = this.#inForce;
    if (cors !== undefined && surface !== 'management' && cors.answerPreflight(exchange, head)) return;
    const match = this.#router.match(exchange.path);
    const page = match === undefined ? this.#pages.find(exchange, surface) : undefined;
    if (page !== undefined) {
      this.#pageHandler.serve(page, exchange, head);
      return;
    }
    const id = this.#requestIds.next();
    const context = new RequestContext(this.#requestHost, exchange, head, id, match, this.#unmatched);
    if (this.#observer !== undefined) this.#observer.began(context, head);
    const timed = match === undefined ? this.#timedUnmatched : match.endpoint.timed;
    const beganAt = timed.takes(context.nowMs) ? this.#world.stopwatchMs() : NOT_TIMED;
    try {
      this.#serve(context, match, surface);
    } catch (error) {
      // Every answer shows a window; a defect may come before the request counted on one.
      if (context.window === undefined) this.#admission.countOnAddress(context);
      this.#responder.defect(context, error);
    }
    if (beganAt !== NOT_TIMED) context.tookAtOnce(beganAt);
    if (!exchange.isOver) context.staysOpen();
  }

  #serve(context: RequestContext, match: Match | undefined, surface: Surface): void {
    const { exchange, head } = context;
    const malformed = whyMalformed(head, exchange.path, exchange.query);
    if (malformed !== undefined) {
      this.#admission.countOnAddress(context);
      context.mustClose = true;
      this.#responder.fail(context, {
        code: 'malformed_request',
        message: `The request is malformed: ${malformed}.`,
      });
      return;
    }
    const route = match && routeOf(match.endpoint, exchange.method);
    if (route !== undefined) context.metrics = route.metrics;
    const verdict = this.#admission.admit(context);
    if (typeof verdict !== 'number') this.#responder.fail(context, verdict);
    else {
      const refusal = this.#targetRefusal(context, verdict, route, surface);
      if (refusal !== undefined || route === undefined) this.#responder.fail(context, refusal ?? NOT_FOUND);
      else this.#calls.begin(context, route, verdict);
    }
  }

  #targetRefusal(
    { exchange, match }: RequestContext,
    key: KeyRow,
    route: Route | undefined,
    surface: Surface,
  ): ApiError | undefined {
    if (surface !== 'whole' && isElsewhere(surface, credentialOf(exchange.path, match))) return NOT_FOUND;
    const kind = this.#options.deps.keys.isApiKey(key) ? 'api' : 'management';
    return validateTarget(kind, exchange.path, match, route?.operation);
  }
}

/** Reads what operations and the observer ask for, and CORS only if it is configured. */
function headReaderOf({ operations, observer }: GatewayOptions, cors: Cors | undefined): HeadReader {
  const fields = operations.flatMap(({ headers }) => headers ?? []);
  return new HeadReader([
    ...fields,
    ...(observer?.fields ?? []),
    ...(cors === undefined ? [] : CORS_REQUEST_FIELDS),
  ]);
}
