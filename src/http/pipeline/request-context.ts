/**
 * One request to the API under way: what the steps of the pipeline have found out about it, and what is to
 * happen when it is over.
 *
 * Invariants
 *  1. A request is settled once: it was answered, or its client went away. Later answers are dropped, such as
 *     that of an operation which its time limit has overtaken.
 *  2. The row of the caller's key stays until the request is settled.
 */
import type { KeyRow, KeyTable } from '../../actors/keys/key-table.js';
import type { WindowId } from '../../actors/windows/rolling-windows.js';
import type { SteadyMs, WallMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { Exchange } from '../exchange.js';
import type { GatewayMetrics, RouteMetrics } from '../monitoring/gateway-metrics.js';
import type { ObservedRequest, RequestObserver } from '../monitoring/request-observer.js';
import type { RequestHead } from '../request/request-head.js';
import type { RequestId } from '../request/request-ids.js';
import type { Match } from './router.js';

/** The parts that the requests of a gateway share. */
export interface RequestHost {
  readonly world: World;
  readonly keys: KeyTable;
  readonly metrics: GatewayMetrics;
  readonly observer: RequestObserver | undefined;
}

// In the place of a status.
const NONE_YET = 0;
const CLIENT_GONE = -1;

export class RequestContext implements ObservedRequest {
  readonly exchange: Exchange;
  readonly head: RequestHead;
  readonly requestId: RequestId;
  /** Undefined if the path is unknown. */
  readonly match: Match | undefined;
  /** Of its route; until that is known, of requests that match none. */
  metrics: RouteMetrics;
  /** Undefined until the caller is known, and of a caller without a valid key. */
  key: KeyRow | undefined;
  /** The window that it counts on: every answer shows one. */
  window: WindowId | undefined;
  /** True if what follows on the connection cannot be trusted to be a request, or will not come. */
  mustClose = false;
  isBodyRead = false;
  /** Both clocks when the request came in, until its call is over; then when they were read last. */
  nowMs: SteadyMs;
  wallMs: WallMs;
  readonly #host: RequestHost;
  /** By the stopwatch: when the call ended that the request came in with. */
  #lateSinceMs: number | undefined;
  #status = NONE_YET;
  #cleanUps: (() => void)[] | undefined;
  #over: (() => void) | undefined;

  constructor(
    host: RequestHost,
    exchange: Exchange,
    head: RequestHead,
    requestId: RequestId,
    match: Match | undefined,
    metrics: RouteMetrics,
  ) {
    this.#host = host;
    this.exchange = exchange;
    this.head = head;
    this.requestId = requestId;
    this.match = match;
    this.metrics = metrics;
    this.nowMs = host.world.steadyMs();
    this.wallMs = host.world.wallMsAt(this.nowMs);
  }

  get method(): string {
    return this.exchange.method;
  }

  get route(): string {
    return this.metrics.path;
  }

  get keyId(): string | undefined {
    return this.key === undefined ? undefined : this.#host.keys.idOf(this.key);
  }

  get isSettled(): boolean {
    return this.#status !== NONE_YET;
  }

  /**
   * Brings the clocks up to date. Reading one is no small part of a hot answer, so one reading serves for a
   * whole call. Both are read together: were the process to wait between the two, a time that is told would
   * be late by as much.
   */
  readClocks(): void {
    if (this.#lateSinceMs === undefined) return;
    const { world } = this.#host;
    this.nowMs = world.steadyMs();
    this.wallMs = world.wallMsAt(this.nowMs);
  }

  /** To be called before the answer is handed over. */
  settle(status: number): void {
    this.#host.observer?.answered(this, status);
    this.#status = status;
    this.#end();
    this.metrics.answered(status);
    if (this.#lateSinceMs === undefined) return;
    this.metrics.took(status, this.#host.world.stopwatchMs() - this.#lateSinceMs);
  }

  /** The client went away. */
  gone(): void {
    if (!this.isSettled) {
      this.#host.observer?.abandoned(this);
      this.#status = CLIENT_GONE;
      this.#end();
    }
    this.#host.metrics.gone += 1;
    for (const cleanUp of this.#cleanUps ?? []) cleanUp();
  }

  /** Has a task done once the request is answered, or its client gone. */
  whenOver(over: () => void): void {
    this.#over = over;
  }

  /** Has a task done if the client goes away before the answer is out. */
  whenGone(cleanUp: () => void): void {
    this.#cleanUps ??= [];
    this.#cleanUps.push(cleanUp);
  }

  /** The call that the request came in with is over, and its exchange is not. */
  staysOpen(): void {
    this.exchange.onGone(() => this.gone());
    if (this.isSettled) return;
    this.#lateSinceMs = this.#host.world.stopwatchMs();
    if (this.key !== undefined) this.#host.keys.pins.pin(this.key);
  }

  /**
   * To be called at the end of the call that the request came in with, if its answer is timed for others like
   * it.
   *
   * @param beganAtMs by the stopwatch
   */
  tookAtOnce(beganAtMs: number): void {
    if (this.isSettled) this.metrics.tookAtOnce(this.#status, this.#host.world.stopwatchMs() - beganAtMs);
  }

  #end(): void {
    this.#over?.();
    if (this.#lateSinceMs !== undefined && this.key !== undefined) this.#host.keys.pins.unpin(this.key);
  }
}
