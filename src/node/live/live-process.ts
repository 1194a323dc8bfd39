/** The process of a node, as its watchers are told of it. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { LiveProcess } from '../../http/live/frame-shape.js';
import type { HttpServer } from '../../http/uws/server.js';
import { VERSION } from '../../packaged/version.js';
import type { EngineWatch } from '../machine/engine-watch.js';
import { residentBytes } from '../machine/resident-memory.js';
import { histogramOf } from './live-frame.js';

/** @param server undefined before it listens */
export function liveProcess(engine: EngineWatch, server: HttpServer | undefined): LiveProcess {
  const { user, system } = process.cpuUsage();
  const heap = getHeapStatistics();
  return {
    version: VERSION,
    uptime_ms: performance.now(),
    cpu_ms: (user + system) / 1_000,
    loop_active_ms: performance.eventLoopUtilization().active,
    loop_delay_ms: histogramOf(engine.loopDelays),
    rss_bytes: residentBytes() ?? null,
    heap_used_bytes: heap.used_heap_size,
    heap_total_bytes: heap.total_heap_size,
    external_bytes: heap.external_memory,
    connections: server?.connections ?? 0,
    open_requests: server?.open ?? 0,
  };
}
