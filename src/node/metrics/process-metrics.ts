/** The process: under the names that every exporter uses for them. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { MemoryReading } from '../../overload/memory-control.js';
import { VERSION } from '../../packaged/version.js';
import type { EngineWatch } from '../machine/engine-watch.js';
import { residentBytes } from '../machine/resident-memory.js';
import { counter, gauge, histogram } from './definition.js';
import type { MetricsPage } from './page.js';

export const PROCESS_METRICS = {
  build: gauge('tollgate_build_info', 'The version that runs, and the Node.js it runs on.', [
    'version',
    'node_version',
  ]),
  start: gauge('process_start_time_seconds', 'Unix time of the start.'),
  cpu: counter('process_cpu_seconds_total', 'CPU time of all threads, user and system.'),
  resident: gauge(
    'process_resident_memory_bytes',
    'Resident memory, pages of the database that are mapped included.',
  ),
  memory: gauge('tollgate_memory_bytes', 'Memory of the process, without mapped files.'),
  memoryMax: gauge(
    'tollgate_memory_max_bytes',
    'Memory at whose 85 % new work is shed; absent if nothing bounds it.',
  ),
  heapUsed: gauge('nodejs_heap_size_used_bytes', "V8's heap, in use."),
  heapTotal: gauge('nodejs_heap_size_total_bytes', "V8's heap, taken from the system."),
  heapLimit: gauge(
    'nodejs_heap_size_limit_bytes',
    "Size to which V8's heap may grow before the process ends.",
  ),
  external: gauge(
    'nodejs_external_memory_bytes',
    "Memory outside of V8's heap that its objects hold, arrays of windows included.",
  ),
  gc: histogram(
    'nodejs_gc_duration_seconds',
    'Collections of garbage, by kind (minor, major, incremental, weakcb).',
    ['kind'],
  ),
  loopDelay: histogram(
    'tollgate_event_loop_delay_seconds',
    'How late a timer ran that is set for every 20 ms: all else waits as long for the event loop.',
  ),
  loopActive: counter(
    'tollgate_event_loop_active_seconds_total',
    'Time in which the event loop had something to do.',
  ),
};

/** @param memory the process's own, without mapped files */
export function addProcessMetrics(page: MetricsPage, engine: EngineWatch, memory: MemoryReading): void {
  const { user, system } = process.cpuUsage();
  const heap = getHeapStatistics();
  const resident = residentBytes();
  page.add(PROCESS_METRICS.build, 1, { version: VERSION, node_version: process.versions.node });
  page.add(PROCESS_METRICS.start, Math.floor(performance.timeOrigin / 1000));
  page.add(PROCESS_METRICS.cpu, (user + system) / 1e6);
  if (resident !== undefined) page.add(PROCESS_METRICS.resident, resident);
  page.add(PROCESS_METRICS.memory, memory.usedBytes);
  if (memory.boundBytes !== undefined) page.add(PROCESS_METRICS.memoryMax, memory.boundBytes);
  page.add(PROCESS_METRICS.heapUsed, heap.used_heap_size);
  page.add(PROCESS_METRICS.heapTotal, heap.total_heap_size);
  page.add(PROCESS_METRICS.heapLimit, heap.heap_size_limit);
  page.add(PROCESS_METRICS.external, heap.external_memory);
  for (const [kind, durations] of engine.collections)
    page.addHistogram(PROCESS_METRICS.gc, durations, { kind });
  page.addHistogram(PROCESS_METRICS.loopDelay, engine.loopDelays);
  page.add(PROCESS_METRICS.loopActive, performance.eventLoopUtilization().active / 1000);
}
