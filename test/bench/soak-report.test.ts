import { describe, expect, it } from 'vitest';
import type { PacedResult } from '../../bench/paced-load.js';
import { type Minute, reportOf } from '../../bench/soak-report.js';

const RESULT: PacedResult = {
  requests: 100,
  requestsPerSecond: 100,
  cpuUsPerRequest: 10,
  elsewhere: 0,
  p50Us: 100,
  p99Us: 200,
  p999Us: 300,
  maxUs: 400,
  refused: 0,
  failed: 0,
};

function minuteWith(anonymousMb: number, p99Us = 200, refused = 0): Minute {
  const loads = new Map([
    ['reads', { ...RESULT, p99Us, refused }],
    ['submits', RESULT],
  ] as const);
  return { loads, anonymousMb, ofFilesMb: 50, heapMb: 20, loopDelayMaxMs: 1, gcPauseMaxMs: 1 };
}

function hour(minute: (n: number) => Minute): readonly Minute[] {
  return Array.from({ length: 60 }, (_, n) => minute(n));
}

describe('the report of a soak', () => {
  const settings = { minuteSeconds: 60, capacity: 10_000 };
  const figureOf = (minutes: readonly Minute[], what: string) =>
    reportOf(minutes, settings).verdicts.find((verdict) => verdict.what.startsWith(what))?.value;

  it('finds memory flat that rose in the first quarter alone', () => {
    const minutes = hour((n) => minuteWith(n < 15 ? 50 + n : 65));
    expect(figureOf(minutes, 'RssAnon')).toBe(1);
    expect(reportOf(minutes, settings).notes).toContain(
      'After the first quarter RssAnon changed by 0.00 MB an hour (least squares).',
    );
  });

  it('finds memory that grows by a MB a minute, and says how fast', () => {
    const minutes = hour((n) => minuteWith(100 + n));
    expect(figureOf(minutes, 'RssAnon')).toBeCloseTo(152 / 122, 9);
    expect(reportOf(minutes, settings).notes).toContain(
      'After the first quarter RssAnon changed by 60.00 MB an hour (least squares).',
    );
  });

  it('finds a p99 that doubles in the end', () => {
    expect(
      figureOf(
        hour((n) => minuteWith(100, n < 45 ? 200 : 400)),
        'p99 of reads',
      ),
    ).toBe(2);
  });

  it('tells of reads that were refused', () => {
    const { notes } = reportOf(
      hour(() => minuteWith(100, 200, 1)),
      settings,
    );
    expect(notes).toContain('reads: 60 requests were refused and 0 failed.');
  });

  it('tells an hour in twelve rows, and four minutes in four', () => {
    const names = (minutes: readonly Minute[]) => reportOf(minutes, settings).rows.map(({ name }) => name);
    expect(names(hour(() => minuteWith(1)))).toHaveLength(12);
    expect(names(hour(() => minuteWith(1)))[0]).toBe('minutes 1 to 5');
    expect(names(hour(() => minuteWith(1)).slice(0, 4))).toEqual([
      'minute 1',
      'minute 2',
      'minute 3',
      'minute 4',
    ]);
  });
});
