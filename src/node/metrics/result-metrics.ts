/** The reading of results, and the store of those that are kept. */
import type { ResultReader } from '../../results/reading/result-reader.js';
import type { ClipStore } from '../../results/store/clip-store.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const RESULT_METRICS = {
  readings: counter(
    'tollgate_result_readings_total',
    'Tries at reading the result of a job, by outcome: read; unreadable, after which the job fails; retried.',
    ['outcome'],
  ),
  reading: gauge('tollgate_results_reading', 'Jobs whose result is being read, or waits to be.'),
  bytesRead: counter(
    'tollgate_result_read_bytes_total',
    'Bytes that came from providers to read results and to keep them.',
  ),
  keptBytes: gauge('tollgate_results_kept_bytes', 'Bytes of kept results.'),
  keptFiles: gauge('tollgate_results_kept_files', 'Results that are kept.'),
  evictions: counter('tollgate_results_evicted_total', 'Kept results that had to make room for others.'),
};

export interface ResultMetrics {
  readonly reader: ResultReader | undefined;
  readonly store: ClipStore | undefined;
  readonly cameBytes: number;
}

export function addResultMetrics(page: MetricsPage, { reader, store, cameBytes }: ResultMetrics): void {
  if (reader === undefined || store === undefined) return;
  for (const [outcome, count] of Object.entries(reader.metrics)) {
    page.add(RESULT_METRICS.readings, count, { outcome });
  }
  page.add(RESULT_METRICS.reading, reader.open);
  page.add(RESULT_METRICS.bytesRead, cameBytes);
  page.add(RESULT_METRICS.keptBytes, store.bytes);
  page.add(RESULT_METRICS.keptFiles, store.files);
  page.add(RESULT_METRICS.evictions, store.metrics.evictions);
}
