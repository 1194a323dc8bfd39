/** Every metric there is, in the order of the page. */
import { ACTOR_METRICS } from './actor-metrics.js';
import { CONFIG_METRICS } from './config-metrics.js';
import type { Definition } from './definition.js';
import { HTTP_METRICS } from './http-metrics.js';
import { MACHINE_METRICS } from './machine-metrics.js';
import { MAIL_METRICS } from './mail-metrics.js';
import { MEMORY_METRICS } from './memory-metrics.js';
import { LEDGER_METRICS } from './money/ledger-metrics.js';
import { ORDER_METRICS } from './money/order-metrics.js';
import { TEXT_METRICS } from './money/text-metrics.js';
import { OVERLOAD_METRICS } from './overload-metrics.js';
import { PROCESS_METRICS } from './process-metrics.js';
import { PROVIDER_METRICS } from './provider-metrics.js';
import { RESULT_METRICS } from './result-metrics.js';
import { SERVICE_METRICS } from './service-metrics.js';
import { TRACE_METRICS } from './trace-metrics.js';

export interface Chapter {
  readonly title: string;
  readonly metrics: readonly Definition[];
}

export const METRICS_CATALOGUE: readonly Chapter[] = [
  { title: 'Requests and limits', metrics: Object.values(HTTP_METRICS) },
  { title: 'Jobs, keys and money', metrics: Object.values(LEDGER_METRICS) },
  { title: 'Texts', metrics: Object.values(TEXT_METRICS) },
  { title: 'Orders and payments', metrics: Object.values(ORDER_METRICS) },
  { title: 'Keys and windows in memory', metrics: Object.values(MEMORY_METRICS) },
  { title: 'Actors and commits', metrics: Object.values(ACTOR_METRICS) },
  { title: 'Providers', metrics: Object.values(PROVIDER_METRICS) },
  { title: 'Requests to services of others', metrics: Object.values(SERVICE_METRICS) },
  { title: 'Results', metrics: Object.values(RESULT_METRICS) },
  { title: 'Mail', metrics: Object.values(MAIL_METRICS) },
  { title: 'Overload', metrics: Object.values(OVERLOAD_METRICS) },
  { title: 'Connections, disk and descriptors', metrics: Object.values(MACHINE_METRICS) },
  { title: 'Configuration', metrics: Object.values(CONFIG_METRICS) },
  { title: 'Process', metrics: Object.values(PROCESS_METRICS) },
  { title: 'Traces', metrics: Object.values(TRACE_METRICS) },
];
