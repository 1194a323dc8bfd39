/** What the gateway counts. Plain numbers, read by the metrics page; none is kept per key or per address. */
import { ERRORS, type ErrorCode } from './errors.js';

const STATUS_MAX = 599;

/** Answers of one route. */
export class RouteFigure {
  /** `other` where the method is none of the route's. */
  readonly method: string;
  /** As in OpenAPI; `unmatched` for paths that are none of ours. */
  readonly path: string;
  readonly #byStatus = new Float64Array(STATUS_MAX + 1);

  constructor(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  answered(status: number): void {
    this.#byStatus[status] = (this.#byStatus[status] as number) + 1;
  }

  /** The statuses that were answered, and how often each. */
  get byStatus(): ReadonlyMap<number, number> {
    return new Map([...this.#byStatus.entries()].filter(([, count]) => count > 0));
  }
}

export class GatewayFigures {
  readonly routes: RouteFigure[] = [];
  /** Requests whose client went away, or was cut off, before the answer was out. */
  gone = 0;
  readonly #refusals: Record<string, number> = Object.fromEntries(
    Object.keys(ERRORS).map((code) => [code, 0]),
  );

  route(method: string, path: string): RouteFigure {
    const figure = new RouteFigure(method, path);
    this.routes.push(figure);
    return figure;
  }

  refused(code: ErrorCode): void {
    this.#refusals[code] = (this.#refusals[code] ?? 0) + 1;
  }

  /** The errors that were answered, and how often each. */
  get refusals(): ReadonlyMap<ErrorCode, number> {
    return new Map(Object.entries(this.#refusals).filter(([, count]) => count > 0) as [ErrorCode, number][]);
  }
}
