/** Requests: how many, how they were answered, how long that took; and what limits decided. */
import { ERRORS, type ErrorCode } from '../../http/errors.js';
import { type GatewayMetrics, WINDOW_KINDS } from '../../http/monitoring/gateway-metrics.js';
import { counter, histogram } from './definition.js';
import type { MetricsPage } from './page.js';

/** All of them, so that the first of each shows as an increase. */
const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export const HTTP_METRICS = {
  requests: counter('tollgate_http_requests_total', 'Requests answered, by route and status.', [
    'method',
    'route',
    'status',
  ]),
  durations: histogram(
    'tollgate_http_request_duration_seconds',
    'Time to an answer, by route and class of status (2xx). An answer that waits for a body, a commit or a provider is timed by itself, from the end of the call in which its head came in. Of answers given at once, one in a millisecond is timed for each path, and stands for those of its route and class since the one before.',
    ['method', 'route', 'class'],
  ),
  errors: counter('tollgate_http_errors_total', 'Error answers, by code.', ['code']),
  aborted: counter(
    'tollgate_http_requests_aborted_total',
    'Requests whose client went away, or was cut off, before the answer was out.',
  ),
  admitted: counter(
    'tollgate_limiter_admitted_total',
    'Requests that a rolling window admitted, by whose window it is (api_key, management_key, address).',
    ['window'],
  ),
  refused: counter(
    'tollgate_limiter_refused_total',
    'Requests that a full rolling window refused with 429.',
    ['window'],
  ),
};

export function addHttpMetrics(page: MetricsPage, figures: GatewayMetrics): void {
  for (const { method, path: route, byStatus, durations } of figures.routes) {
    for (const [status, count] of byStatus) {
      page.add(HTTP_METRICS.requests, count, { method, route, status: String(status) });
    }
    for (const [ofClass, numbers] of durations) {
      page.addHistogram(HTTP_METRICS.durations, numbers, { method, route, class: `${ofClass}xx` });
    }
  }
  const { refusals } = figures;
  for (const code of ERROR_CODES) page.add(HTTP_METRICS.errors, refusals.get(code) ?? 0, { code });
  page.add(HTTP_METRICS.aborted, figures.gone);
  for (const window of WINDOW_KINDS) {
    const { admitted, refused } = figures.verdictsOf(window);
    page.add(HTTP_METRICS.admitted, admitted, { window });
    page.add(HTTP_METRICS.refused, refused, { window });
  }
}
