/** What the gateway counts. Plain numbers, read by the metrics page; none is kept per key or per address. */
import type { ErrorCode } from './errors.js';

/** Answers of one route. */
export interface RouteFigure {
  /** `other` where the method is none of the route's. */
  readonly method: string;
  /** As in OpenAPI; `unmatched` for paths that are none of ours. */
  readonly path: string;
  readonly byStatus: Map<number, number>;
}

export class GatewayFigures {
  readonly routes: RouteFigure[] = [];
  readonly refusals = new Map<ErrorCode, number>();
  /** Requests whose client went away, or was cut off, before the answer was out. */
  gone = 0;

  route(method: string, path: string): RouteFigure {
    const figure = { method, path, byStatus: new Map<number, number>() };
    this.routes.push(figure);
    return figure;
  }

  refused(code: ErrorCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

export function countAnswer(figure: RouteFigure, status: number): void {
  figure.byStatus.set(status, (figure.byStatus.get(status) ?? 0) + 1);
}
