import type { LiveFrame, LiveHistogram, LiveProvider } from '../../../src/http/live/frame-shape.js';

/** Observations of each bucket, the last one beyond 10 ms. */
export function histogram(...buckets: readonly [number, number, number, number]): LiveHistogram {
  return { bounds_ms: [1, 5, 10], buckets, sum_ms: buckets.reduce((sum, one) => sum + one, 0) };
}

/** A provider that nobody has called, but for what is given. */
export function madeUpProvider(parts: Partial<LiveProvider> = {}): LiveProvider {
  return {
    provider: 'simulated',
    model: 'sim/video',
    breaker: 'closed',
    breaker_opened: 0,
    in_flight: 0,
    waiting: 0,
    watched: 0,
    answered: 0,
    failed: 0,
    call_ms: histogram(0, 0, 0, 0),
    ...parts,
  };
}

/** A frame of a node that has done nothing, but for what is given. */
export function madeUpFrame(parts: Partial<LiveFrame> = {}): LiveFrame {
  const none = histogram(0, 0, 0, 0);
  const idle = { admitted: 0, refused: 0 };
  return {
    v: 1,
    at_ms: Date.UTC(2026, 10, 21, 14, 2, 11),
    clock_ms: 0,
    not_ready: null,
    shedding: [],
    watchers: 1,
    requests: { answered: {}, aborted: 0, errors: {}, duration_ms: none },
    limits: { api_key: idle, management_key: idle, address: idle },
    hottest_keys: [],
    jobs: {
      pending: 0,
      in_progress: 0,
      completed: 0,
      failed: 0,
      accepted_total: 0,
      completed_total: 0,
      failed_total: 0,
    },
    commits: { committed_ms: none, rejected: 0, late: 0, turns: 0 },
    actors: { resident: {}, messages_waiting: 0, reminders: 0, keys: 0, windows: 0 },
    providers: [],
    process: {
      version: '1.2.3',
      uptime_ms: 61_000,
      cpu_ms: 0,
      loop_active_ms: 0,
      loop_delay_ms: none,
      rss_bytes: 104_857_600,
      heap_used_bytes: 0,
      heap_total_bytes: 0,
      external_bytes: 0,
      connections: 3,
      open_requests: 1,
    },
    ...parts,
  };
}
