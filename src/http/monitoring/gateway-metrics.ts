/**
 * The counts of the gateway. Plain numbers, read by the metrics page; none is kept per key or per address.
 *
 * How long answers take is told for all of them, and not all are timed: reading a clock for each would be a
 * good part of a hot read. An answer that is given later than in the call in which its request came in is
 * timed by itself. Of those given within that call, one in a millisecond is timed for each path, and stands
 * for those of its route and class of status since the one timed before.
 */
import { ANSWER_BOUNDS_MS, Histogram, type HistogramNumbers } from '../../metrics/histogram.js';
import { ERRORS, type ErrorCode } from '../errors.js';

const STATUS_MAX = 599;
const CLASSES = 6;

/** Answers of one route. */
export class RouteMetrics {
  /** `other` if the method is none of the route's. */
  readonly method: string;
  /** As in OpenAPI; `unmatched` for paths that are none of ours. */
  readonly path: string;
  readonly #byStatus = new Float64Array(STATUS_MAX + 1);
  /** Those that were answered: few of the hundreds there could be. */
  readonly #statuses: number[] = [];
  readonly #durations: (Histogram | undefined)[] = new Array<Histogram | undefined>(CLASSES).fill(undefined);

  constructor(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  answered(status: number): void {
    const before = this.#byStatus[status] as number;
    if (before === 0) this.#statuses.push(status);
    this.#byStatus[status] = before + 1;
  }

  /** To be called after `answered`, of an answer that was timed by itself. */
  took(status: number, ms: number): void {
    this.#durationsOf(classOf(status)).observe(ms);
  }

  /** To be called after `answered`, of one that was timed for all since the one before. */
  tookAtOnce(status: number, ms: number): void {
    const ofClass = classOf(status);
    const durations = this.#durationsOf(ofClass);
    durations.observe(ms, this.#answeredOf(ofClass) - durations.count);
  }

  /** The statuses that were answered, and how often each. */
  get byStatus(): ReadonlyMap<number, number> {
    const inOrder = this.#statuses.toSorted((one, other) => one - other);
    return new Map(inOrder.map((status) => [status, this.#byStatus[status] as number]));
  }

  /** How long answers took, by the first digit of their status. */
  get durations(): ReadonlyMap<number, HistogramNumbers> {
    const known = this.#durations.flatMap((durations, ofClass) =>
      durations === undefined ? [] : [[ofClass, durations.numbers()] as const],
    );
    return new Map(known);
  }

  #durationsOf(ofClass: number): Histogram {
    const known = this.#durations[ofClass];
    if (known !== undefined) return known;
    const made = new Histogram(ANSWER_BOUNDS_MS);
    this.#durations[ofClass] = made;
    return made;
  }

  #answeredOf(ofClass: number): number {
    let sum = 0;
    for (const status of this.#statuses) {
      if (classOf(status) === ofClass) sum += this.#byStatus[status] as number;
    }
    return sum;
  }
}

function classOf(status: number): number {
  return Math.trunc(status / 100);
}

/** Tells which answers of a path are timed: the first of each millisecond. */
export class TimedFirst {
  #timedInMs = Number.NaN;

  /** @param nowMs when the request came in */
  takes(nowMs: number): boolean {
    const isFirst = nowMs !== this.#timedInMs;
    this.#timedInMs = nowMs;
    return isFirst;
  }
}

/** Whose window a request counts on. */
export const WINDOW_KINDS = ['api_key', 'management_key', 'address'] as const;
export type WindowKind = (typeof WINDOW_KINDS)[number];

export interface Verdicts {
  readonly admitted: number;
  readonly refused: number;
}

export class GatewayMetrics {
  readonly routes: RouteMetrics[] = [];
  /** Requests whose client went away, or was cut off, before the answer was out. */
  gone = 0;
  readonly #refusals: Record<string, number> = Object.fromEntries(
    Object.keys(ERRORS).map((code) => [code, 0]),
  );
  /** For each kind of window. */
  readonly #admitted = new Float64Array(WINDOW_KINDS.length);
  readonly #refused = new Float64Array(WINDOW_KINDS.length);

  route(method: string, path: string): RouteMetrics {
    const known = this.routes.find((route) => route.method === method && route.path === path);
    if (known !== undefined) return known;
    const metrics = new RouteMetrics(method, path);
    this.routes.push(metrics);
    return metrics;
  }

  refused(code: ErrorCode): void {
    this.#refusals[code] = (this.#refusals[code] ?? 0) + 1;
  }

  /** @param kind index in `WINDOW_KINDS` */
  counted(kind: number, isAdmitted: boolean): void {
    const verdicts = isAdmitted ? this.#admitted : this.#refused;
    verdicts[kind] = (verdicts[kind] as number) + 1;
  }

  /** The verdicts of the windows of a kind. */
  verdictsOf(kind: WindowKind): Verdicts {
    const at = WINDOW_KINDS.indexOf(kind);
    return { admitted: this.#admitted[at] ?? 0, refused: this.#refused[at] ?? 0 };
  }

  /** The errors that were answered, and how often each. */
  get refusals(): ReadonlyMap<ErrorCode, number> {
    return new Map(Object.entries(this.#refusals).filter(([, count]) => count > 0) as [ErrorCode, number][]);
  }
}
