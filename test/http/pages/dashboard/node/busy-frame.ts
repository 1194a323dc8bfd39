/** A frame of a node with something to see in each part of its page. */
import type { LiveFrame, LiveProvider } from '../../../../../src/http/live/frame-shape.js';
import { histogram, madeUpFrame, madeUpProvider } from '../../../../cli/top/made-up-frame.js';

export const HOT_KEY = 'key_01kaj2vznq0h8c5d6e7f8g9hst';

function route(parts: Partial<LiveProvider>): LiveProvider {
  const call_ms = histogram(10, 80, 10, 0);
  const busy = { provider: 'sim', in_flight: 2, watched: 12, answered: 4_120, failed: 3, call_ms };
  return madeUpProvider({ ...busy, ...parts });
}

export function busyFrame(parts: Partial<LiveFrame> = {}): LiveFrame {
  const key = {
    kind: 'api_key',
    id: HOT_KEY,
    name: 'Video editor',
    last_minute: 1_234,
    limit_rpm: 6_000,
  } as const;
  return madeUpFrame({
    requests: {
      answered: { '2xx': 41_250, '4xx': 312, '5xx': 1 },
      aborted: 4,
      errors: { rate_limited: 290, internal_error: 1 },
      duration_ms: histogram(900, 95, 5, 0),
    },
    limits: {
      api_key: { admitted: 41_250, refused: 290 },
      management_key: { admitted: 20, refused: 0 },
      address: { admitted: 12, refused: 0 },
    },
    hottest_keys: [
      key,
      { ...key, id: `${HOT_KEY.slice(0, -1)}v`, name: null, last_minute: 60, limit_rpm: 60 },
      { ...key, kind: 'management_key', id: 'mkey_01kaj2vznq0h8c5d6e7f8g9hst', name: null, last_minute: 3 },
    ],
    providers: [
      route({}),
      route({ model: 'sim/video-slow', waiting: 7 }),
      route({ provider: 'a-provider-with-a-name', model: 'veo-3.0-fast-generate-preview', breaker: 'open' }),
      route({ provider: 'fal', model: 'kling-video', breaker: 'half_open' }),
    ],
    commits: { committed_ms: histogram(990, 9, 1, 0), rejected: 0, late: 2, turns: 5_000 },
    actors: { resident: { job: 30, key: 12 }, messages_waiting: 4, reminders: 31, keys: 12, windows: 40 },
    ...parts,
  });
}
