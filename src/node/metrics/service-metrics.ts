/** Requests to services of others, by provider: they carry the calls to its models and the results. */
import type { TrafficNumbers } from '../../outward/traffic.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const SERVICE_METRICS = {
  requests: counter(
    'tollgate_service_requests_total',
    'Requests to services that ended, by kind (api, file, events) and outcome: ok, busy (429, 503), client_error, server_error, no_connection, forbidden (a URL that may not be called), broken (no whole answer), given_up.',
    ['provider', 'kind', 'outcome'],
  ),
  connections: gauge('tollgate_service_connections', 'Open connections to services.', ['provider']),
  bytes: counter(
    'tollgate_service_bytes_total',
    'Bytes on connections to services, by direction: sent, received.',
    ['provider', 'direction'],
  ),
};

export function addServiceMetrics(page: MetricsPage, services: readonly TrafficNumbers[]): void {
  for (const { provider, calls, connections, bytesSent, bytesReceived } of services) {
    for (const [kind, byOutcome] of Object.entries(calls)) {
      for (const [outcome, count] of Object.entries(byOutcome)) {
        page.add(SERVICE_METRICS.requests, count, { provider, kind, outcome });
      }
    }
    page.add(SERVICE_METRICS.connections, connections, { provider });
    page.add(SERVICE_METRICS.bytes, bytesSent, { provider, direction: 'sent' });
    page.add(SERVICE_METRICS.bytes, bytesReceived, { provider, direction: 'received' });
  }
}
