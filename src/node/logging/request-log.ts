/**
 * The request log: a line for each request to the API that was picked, with what an operator asks of one, and
 * nothing that is secret: no key, no body, no query, no path with ids in it.
 */
import type { ObservedRequest, RequestObserver } from '../../http/monitoring/request-observer.js';
import type { Log } from './log.js';

/** Request ids are numbers in disguise: evenly spread over so many. */
const NUMBERS = 2 ** 32;
/** Another method is what a client made up, of any length. */
const KNOWN_METHOD = /^[A-Z]{3,7}$/;

export class RequestLog implements RequestObserver {
  readonly fields = [];
  readonly #log: Pick<Log, 'info'>;
  readonly #belowNumber: number;
  readonly #nowMs: () => number;
  readonly #beganAt = new WeakMap<ObservedRequest, number>();

  /** @param share of the requests that are logged, 0 to 1 */
  constructor(log: Pick<Log, 'info'>, share: number, nowMs = () => performance.now()) {
    this.#log = log;
    this.#belowNumber = share * NUMBERS;
    this.#nowMs = nowMs;
  }

  began(request: ObservedRequest): void {
    if (request.requestId.number >>> 0 < this.#belowNumber) this.#beganAt.set(request, this.#nowMs());
  }

  answered(request: ObservedRequest, status: number): void {
    this.#write(request, { status });
  }

  abandoned(request: ObservedRequest): void {
    this.#write(request, { aborted: true });
  }

  #write(request: ObservedRequest, outcome: { readonly status: number } | { readonly aborted: true }): void {
    const beganAt = this.#beganAt.get(request);
    if (beganAt === undefined) return;
    const { requestId, route, keyId } = request;
    const method = KNOWN_METHOD.test(request.method) ? request.method : 'other';
    const ms = Math.round((this.#nowMs() - beganAt) * 1_000) / 1_000;
    this.#log.info({ requestId: requestId.text, method, route, ...outcome, ms, keyId }, 'request');
  }
}
