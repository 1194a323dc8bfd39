import { FRAMES } from '../../../../simulation/rules/watching/frames.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, exchange, type Moment, type Run, sent } from '../told-history.js';

const WATCH = { op: 'watch' } as const;
const WATCHER = 9_001;

/** More than a minute after the clean run. */
const begun = at(72_000, sent(WATCH, { request: WATCHER }), answered(WATCHER, 101, {}));

function frame(ms: number, more: Readonly<Record<string, unknown>> = {}, ...behind: readonly Moment[]) {
  const told = { v: 1, at_ms: ms, clock_ms: ms, watchers: 1, hottest_keys: [], ...more };
  return at(ms, { what: 'frame', request: WATCHER, frame: told, wallMs: ms }, ...behind);
}

function figures(samples: Readonly<Record<string, string>>): Moment {
  return { what: 'scraped', page: '/metrics', status: 200, samples };
}

function watched(more: Run): Run {
  return { begun, first: frame(72_000), ...more };
}

const left = at(73_500, { what: 'watch_over', request: WATCHER, code: 'left' });
const HOT = [{ kind: 'api_key', id: 'key_7', last_minute: 1 }];
const asked = at(71_990, ...exchange({ op: 'credits', key: 7 }, 200, {}, {}, { keyId: 'key_7' }));

checkBreaches(
  FRAMES,
  [
    ['there is no first frame', { begun, late: frame(72_400), left }, /it comes 400 ms after the handshake/],
    [
      'no further frame comes',
      watched({ end: at(73_400, { what: 'stopping' }) }),
      /was sent no frame for 1400 ms/,
    ],
    [
      'it counts another number of watchers',
      watched({ second: frame(73_000, { watchers: 2 }), left }),
      /2 watchers of 1/,
    ],
    [
      'it is sent away while the node runs',
      watched({ away: at(72_500, { what: 'watch_over', request: WATCHER, code: 1_011 }) }),
      /sent away with 1011/,
    ],
    [
      'a frame says other than the figures',
      watched({ second: frame(73_000, {}, figures({ tollgate_turns_committed_total: '3' })), left }),
      /a frame says commits.turns undefined, and the figures say 3/,
    ],
    ['a busy key is left out', watched({ asked, left }), /it does not tell of key_7/],
    [
      'a key asked more often than it did',
      { asked, begun, first: frame(72_000, { hottest_keys: [{ ...HOT[0], last_minute: 2 }] }), left },
      /key_7 asked 2 times, and it was 1 to 1/,
    ],
  ],
  [
    ['a frame comes each second', watched({ second: frame(73_000, {}, figures({})), left })],
    ['it tells of the keys that asked', { asked, begun, first: frame(72_000, { hottest_keys: HOT }), left }],
  ],
);
