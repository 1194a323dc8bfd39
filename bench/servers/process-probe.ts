/**
 * Preloaded into a Node process that is measured (`--import`), with `--expose-gc`: tells of its memory and
 * its pauses to whoever connects to the socket that BENCH_PROBE_SOCKET names. It does not keep the process
 * alive.
 *
 * A connection sends one word: `collect` collects garbage first, `glance` does not, `reset` forgets pauses
 * seen so far. The answer is a `ProbeReport` as JSON.
 */
import { createServer } from 'node:net';
import {
  constants,
  monitorEventLoopDelay,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';

export interface ProbeReport {
  /** Of the JavaScript heap, in use. */
  readonly heapBytes: number;
  /** Beside the heap: buffers and what native objects report. */
  readonly externalBytes: number;
  /** Of the heap, in use right after the last collection of all of it; 0 before the first. */
  readonly heapAfterCollectionBytes: number;
  /** Collections of all of the heap so far, those that `collect` forced among them. */
  readonly fullCollections: number;
  /** Longest time in which the event loop did not come round, since the last `reset`. */
  readonly loopDelayMaxMs: number;
  readonly loopDelayP99Ms: number;
  /** Longest pause for garbage, and all of them together, since the last `reset`. */
  readonly gcPauseMaxMs: number;
  readonly gcPauseSumMs: number;
}

/** Node measures the delay by a timer of this interval, which is part of what it tells. */
const RESOLUTION_MS = 10;

const collect = (globalThis as { gc?: () => void }).gc;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let heapAfterCollectionBytes = 0;
let fullCollections = 0;
let gcPauseMaxMs = 0;
let gcPauseSumMs = 0;

new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as readonly (PerformanceEntry & { detail?: { kind?: number } })[]) {
    gcPauseMaxMs = Math.max(gcPauseMaxMs, entry.duration);
    gcPauseSumMs += entry.duration;
    if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) {
      heapAfterCollectionBytes = process.memoryUsage().heapUsed;
      fullCollections += 1;
    }
  }
}).observe({ entryTypes: ['gc'] });

createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (data) => {
    const word = String(data);
    if (word === 'collect') {
      // The second one takes what the first one's finalizers let go.
      collect?.();
      collect?.();
    }
    if (word === 'reset') {
      delays.reset();
      gcPauseMaxMs = 0;
      gcPauseSumMs = 0;
    }
    socket.end(JSON.stringify(report()));
  });
})
  .listen(process.env.BENCH_PROBE_SOCKET)
  .unref();

function report(): ProbeReport {
  const { heapUsed, external } = process.memoryUsage();
  return {
    heapBytes: heapUsed,
    externalBytes: external,
    heapAfterCollectionBytes,
    fullCollections,
    loopDelayMaxMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS),
    loopDelayP99Ms: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS),
    gcPauseMaxMs,
    gcPauseSumMs,
  };
}
