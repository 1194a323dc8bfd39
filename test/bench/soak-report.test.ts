import { describe, expect, it } from 'vitest';
import type { PacedResult } from '../../bench/paced-load.js';
import { isReached } from '../../bench/report.js';
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
    expect(figureOf(minutes, 'RssAnon, last third')).toBe(1);
    expect(figureOf(minutes, 'RssAnon, drift')).toBeCloseTo(0, 9);
    expect(reportOf(minutes, settings).notes).toContain(
      'RssAnon changed by 0.00 MB an hour, give or take 0.00 (least squares, 95 %).',
    );
  });

  it('finds memory that grows by a MB a minute, and says how fast', () => {
    const minutes = hour((n) => minuteWith(100 + n));
    expect(figureOf(minutes, 'RssAnon, last third')).toBeCloseTo(152 / 122, 9);
    expect(figureOf(minutes, 'RssAnon, drift')).toBeCloseTo(44 / 137, 9);
    expect(reportOf(minutes, settings).notes).toContain(
      'RssAnon changed by 60.00 MB an hour, give or take 0.00 (least squares, 95 %).',
    );
  });

  it('finds a p99 that doubles in the end', () => {
    const minutes = hour((n) => minuteWith(100, n < 45 ? 200 : 400));
    expect(figureOf(minutes, 'p99 of reads, last third')).toBe(2);
    expect(figureOf(minutes, 'p99 of reads, drift')).toBeGreaterThan(0.2);
  });

  it('calls nothing flat that is too noisy to tell', () => {
    const minutes = hour((n) => minuteWith(100, n % 2 === 0 ? 100 : 900)).slice(0, 12);
    const drift = reportOf(minutes, settings).verdicts.find(({ what }) =>
      what.startsWith('p99 of reads, drift'),
    );
    expect(drift?.spread?.least).toBeLessThan(0);
    expect(drift && isReached(drift)).toBe(false);
  });

  it('calls flat what scatters by a few per cent over an hour', () => {
    const minutes = hour((n) => minuteWith(100 + (n % 5), 200 + 4 * ((n * 7) % 11)));
    expect(reportOf(minutes, settings).verdicts.map(isReached)).toEqual(Array(8).fill(true));
  });

  it('leaves out what a soak of two minutes cannot tell, and a heap that was never collected', () => {
    expect(reportOf(hour(() => minuteWith(1)).slice(0, 2), settings).verdicts).toEqual([]);
    const never = hour((n) => ({ ...minuteWith(100 + n), heapMb: 0 }));
    expect(figureOf(never, 'heap')).toBeUndefined();
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
