import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { painted } from '../../../src/cli/top/lines.js';
import { type TopView, topScreen } from '../../../src/cli/top/screen.js';
import type { LiveFrame, LiveKey, LiveProvider } from '../../../src/http/live/frame-shape.js';
import { histogram, madeUpFrame, madeUpProvider } from './made-up-frame.js';

const URL = 'http://127.0.0.1:8080';

function viewOf(frame: LiveFrame, before?: LiveFrame): TopView {
  return { url: URL, interval: { frame, before }, lost: undefined };
}

function shown(view: TopView, columns = 100, rows = 40, isColoured = false): string {
  return topScreen(view, { columns, rows })
    .map((line) => painted(line, columns, isColoured))
    .join('\n');
}

function key(parts: Partial<LiveKey> = {}): LiveKey {
  return {
    kind: 'api_key',
    id: 'key_01kaj2vznq0h8c5d6e7f8g9hjk',
    name: 'web',
    last_minute: 90,
    limit_rpm: 100,
    ...parts,
  };
}

function provider(parts: Partial<LiveProvider> = {}): LiveProvider {
  return madeUpProvider({ in_flight: 2, watched: 5, ...parts });
}

const BUSY = madeUpFrame({
  clock_ms: 2_000,
  requests: {
    answered: { '2xx': 200_300, '4xx': 7_000, '5xx': 1 },
    aborted: 0,
    errors: { rate_limit_exceeded: 7_000, internal_error: 1 },
    duration_ms: histogram(95, 4, 1, 1),
  },
  limits: {
    api_key: { admitted: 200_300, refused: 7_000 },
    management_key: { admitted: 0, refused: 0 },
    address: { admitted: 0, refused: 0 },
  },
  jobs: {
    pending: 1,
    in_progress: 2,
    completed: 3_000,
    failed: 4,
    accepted_total: 3_007,
    completed_total: 3_000,
    failed_total: 4,
  },
});

describe('the screen of top', () => {
  it('makes rates of the difference of two frames, by the time between them', () => {
    const before = madeUpFrame({
      requests: { answered: { '2xx': 300 }, aborted: 0, errors: {}, duration_ms: histogram(0, 0, 0, 0) },
    });
    const text = shown(viewOf(BUSY, before));
    expect(text).toMatch(/^REQUESTS {2}103,501\/s {2}2xx 100,000\/s {2}4xx 3,500\/s {2}5xx 0\.5\/s/m);
    expect(text).toMatch(/^REFUSED {3}3,500\/s {2}keys 3,500\/s .* total 7,000$/m);
    expect(text).toMatch(/^ERRORS {4}rate_limit_exceeded 3,500\/s {2}internal_error 0\.5\/s$/m);
    expect(text).toMatch(
      /^JOBS {6}new 1,504\/s {2}pending 1 {2}in progress 2 {2}failed 4 {2}completed 3,000$/m,
    );
  });

  it('tells times by the bound they lie within, of what was observed between the frames', () => {
    const before = madeUpFrame({
      requests: { answered: {}, aborted: 0, errors: {}, duration_ms: histogram(0, 0, 0, 1) },
    });
    const of = (frame: LiveFrame) => /^LATENCY .*$/m.exec(shown(viewOf(BUSY, frame)))?.[0];
    expect(of(before)).toMatch(/p50 ≤1 {2}p90 ≤1 {2}p99 ≤5 {2}p99\.9 ≤10 /);
    expect(of(madeUpFrame())).toMatch(/p50 ≤1 {2}p90 ≤1 {2}p99 ≤10 {2}p99\.9 >max /);
    expect(of(BUSY)).toMatch(/p50 – {2}p90 – {2}p99 – {2}p99\.9 – {2}mean –/);
  });

  it('knows no rate of one frame', () => {
    expect(shown(viewOf(BUSY))).toMatch(/^REQUESTS {2}–\/s {2}2xx –\/s/m);
  });

  it('shows the hottest keys with what they used of their limit, and what is bad in colour', () => {
    const frame = madeUpFrame({
      hottest_keys: [
        key({ last_minute: 100 }),
        key({ id: 'key_b', name: null, last_minute: 12_345, limit_rpm: 60_000 }),
      ],
    });
    const text = shown(viewOf(frame), 130);
    expect(text).toMatch(/^key_01kaj2vznq0h8c5d6e7f8g9hjk +web +100 +100 +100 % +#{20}$/m);
    expect(text).toMatch(/^key_b +12,345 +60,000 +20 % +####$/m);
    const coloured = shown(viewOf(frame), 80, 40, true);
    expect(coloured).toContain('\u001b[1;31m100 %\u001b[0m');
    expect(shown(viewOf(frame), 80)).not.toContain('\u001b');
  });

  it('shows routes in trouble first, then those with work that waits, then those that are called most', () => {
    const frame = madeUpFrame({
      clock_ms: 1_000,
      providers: [
        provider({ in_flight: 90 }),
        provider({ model: 'sim/video-called', answered: 12 }),
        provider({ model: 'sim/video-full', waiting: 1 }),
        provider({ model: 'sim/video-down', breaker: 'open', failed: 7 }),
      ],
    });
    const before = madeUpFrame({
      providers: [
        provider(),
        provider({ model: 'sim/video-called', answered: 12 }),
        provider({ model: 'sim/video-down', failed: 3 }),
      ],
    });
    const rows = /^ROUTE .*\n((?:.+\n)+)/m
      .exec(shown(viewOf(frame, before)))?.[1]
      ?.trim()
      .split('\n');
    expect(rows).toEqual([
      expect.stringMatching(/^simulated sim\/video-down +open +5 +2 +0 +0 +4\.0 +–$/),
      expect.stringMatching(/^simulated sim\/video-full +closed +5 +2 +1 +0 +0 +–$/),
      expect.stringMatching(/^simulated sim\/video-called +closed +5 +2 +0 +0 +0 +–$/),
      expect.stringMatching(/^simulated sim\/video +closed +5 +90 +0 +0 +0 +–$/),
    ]);
  });

  it('says of how many routes it has room for some', () => {
    const providers = Array.from({ length: 30 }, (_, n) => provider({ model: `sim/video-${n}` }));
    expect(shown(viewOf(madeUpFrame({ providers })), 80, 24)).toMatch(/^ROUTE \(\d+ of 30\) /m);
    expect(shown(viewOf(madeUpFrame({ providers: [provider()] })), 80, 24)).toMatch(/^ROUTE +BREAKER/m);
  });

  it('keeps the most important lines if there is little room, and then has no line of keys', () => {
    const frame = madeUpFrame({ hottest_keys: [key()] });
    expect(shown(viewOf(frame), 60, 14)).not.toMatch(/key_|no key asked/);
    expect(shown(viewOf(madeUpFrame()))).toContain('no key made a request in the last minute');
  });

  it('leaves out columns of tables, and cuts none off, on a terminal of 60 columns', () => {
    const frame = madeUpFrame({
      hottest_keys: [key({ last_minute: 1_000_000, limit_rpm: 1_000_000 })],
      providers: [provider({ model: 'sim/video-instant' })],
    });
    const text = shown(viewOf(frame), 60);
    expect(text).toMatch(/^simulated sim\/video-\S+ +closed +5 +– +–$/m);
    expect(text).toMatch(/^key_01kaj2vznq0h8c5d6e7f8g9hjk +1,000,000 +1,000,000 +100 %$/m);
  });

  it('shows the errors of now, or if there are none those since the start', () => {
    const before = madeUpFrame({
      requests: {
        ...BUSY.requests,
        errors: { rate_limit_exceeded: 7_000, internal_error: 0 },
      },
    });
    const of = (view: TopView) => /^ERRORS .*$/m.exec(shown(view))?.[0];
    expect(of(viewOf(BUSY, before))).toBe('ERRORS    internal_error 0.5/s');
    expect(of(viewOf(BUSY, BUSY))).toBe(
      'ERRORS    none now  total  rate_limit_exceeded 7,000  internal_error 1',
    );
    expect(of(viewOf(madeUpFrame(), madeUpFrame()))).toBe('ERRORS    none now');
  });

  it('says that a node is not reachable, since when, and why, beside the last frame', () => {
    const text = shown({ ...viewOf(BUSY), lost: 'nothing listens there' });
    expect(text).toMatch(/^tollgate 1\.2\.3 {2}not reachable since 14:02:11 UTC {2}at http:\S+$/m);
    expect(text).toContain('\nnothing listens there; trying again every second\n');
    expect(text).toContain('completed 3,000');
  });

  it('says whether the node is ready, and why it turns work away', () => {
    expect(shown(viewOf(madeUpFrame()))).toMatch(
      /^tollgate 1\.2\.3 {2}ready {2}up 1 min 1 s {2}at http:\S+ +14:02:11 UTC$/m,
    );
    expect(shown(viewOf(madeUpFrame()), 60)).toMatch(
      /^tollgate 1\.2\.3 {2}ready {2}up 1 min 1 s {2}at http:\S+$/m,
    );
    expect(shown(viewOf(madeUpFrame({ not_ready: 'draining' })))).toContain('not ready: draining');
    expect(shown(viewOf(madeUpFrame({ shedding: ['queue'] })))).toContain('shedding: queue');
  });

  it('lets no text from outside move the cursor', () => {
    const frame = madeUpFrame({ hottest_keys: [key({ name: '\u001b[2Jx\u0007' })] });
    expect(shown(viewOf(frame), 130)).toContain('\\x1b[2Jx\\x07');
    expect(shown({ ...viewOf(frame), lost: '\u001b[2J' }, 130)).not.toContain('\u001b');
  });

  it('fits every size, whatever the frame', () => {
    const names = fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }));
    const frames = fc.record({
      clock_ms: fc.integer({ min: 1, max: 5_000 }),
      hottest_keys: fc.array(
        fc.record({ name: names, last_minute: fc.nat(), limit_rpm: fc.nat() }).map((parts) => key(parts)),
        { maxLength: 40 },
      ),
      providers: fc.array(
        fc.record({ model: fc.string(), waiting: fc.nat() }).map((parts) => provider(parts)),
        {
          maxLength: 20,
        },
      ),
    });
    const sizes = fc.record({
      columns: fc.integer({ min: 1, max: 220 }),
      rows: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(frames, sizes, (parts, { columns, rows }) => {
        const lines = topScreen(viewOf(madeUpFrame(parts), madeUpFrame()), { columns, rows });
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const line of lines) {
          expect(stringWidth(painted(line, columns, true))).toBeLessThanOrEqual(columns);
          expect(painted(line, columns, false)).not.toMatch(/[\n\r]/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
