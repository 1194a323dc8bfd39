import { describe, expect, it } from 'vitest';
import type { PacedResult } from '../../../../bench/load/paced-load.js';
import { isReached } from '../../../../bench/report/report.js';
import { type Minute, reportOf } from '../../../../bench/sections/soak/soak-report.js';

const RESULT: PacedResult = {
  requests: 100,
  requestsPerSecond: 100,
  cpuUsPerRequest: 10,
  loadSeconds: 1,
  elsewhere: 0,
  p50Us: 100,
  p99Us: 200,
  p999Us: 300,
  maxUs: 400,
  refused: 0,
  failed: 0,
};

type Uncollected = Omit<Minute, 'fullCollections'>;

function minuteWith(anonymousMb: number, p99Us = 200, refused = 0): Uncollected {
  const loads = new Map([
    ['reads', { ...RESULT, p99Us, refused }],
    ['submits', RESULT],
  ] as const);
  return {
    loads,
    elsewhere: 0,
    anonymousMb,
    ofFilesMb: 50,
    heapMb: 20,
    loopDelayMaxMs: 1,
    gcPauseMaxMs: 1,
  };
}

/** Each with a full collection. */
function hour(minute: (n: number) => Uncollected): readonly Minute[] {
  return Array.from({ length: 60 }, (_, n) => ({ ...minute(n), fullCollections: n + 1 }));
}

/** An hour with full collections in these minutes alone. */
function hourCollectedAt(collections: ReadonlyMap<number, number>): readonly Minute[] {
  let fullCollections = 0;
  let heapMb = 0;
  return hour(() => minuteWith(100)).map((minute, n) => {
    const after = collections.get(n);
    if (after !== undefined) {
      fullCollections += 1;
      heapMb = after;
    }
    return { ...minute, fullCollections, heapMb };
  });
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

  describe('whose heap is collected more rarely than each minute', () => {
    const MINUTES = [9, 18, 22, 31, 40, 45, 55];
    const heapVerdicts = (heapsMb: readonly number[]) =>
      reportOf(hourCollectedAt(new Map(MINUTES.map((n, at) => [n, heapsMb[at] ?? 0]))), settings)
        .verdicts.filter(({ what }) => what.startsWith('heap'))
        .map((verdict) => ({ value: verdict.value, isReached: isReached(verdict) }));

    it('calls a heap flat that scatters by 0.4 MB around 60', () => {
      // Taken minute by minute, these plateaus may drift by up to 24 %.
      const [thirds, drift] = heapVerdicts([60.4, 60.3, 60.4, 59.6, 59.6, 60.3, 60.2]);
      expect(thirds).toEqual({ value: 60.3 / 60.4, isReached: true });
      expect(drift?.isReached).toBe(true);
    });

    it('checks no collection of the first quarter, though the minutes after it repeat what it left', () => {
      const [thirds, drift] = heapVerdicts([10, 60, 60, 60, 60, 60, 60]);
      expect(thirds).toEqual({ value: 1, isReached: true });
      expect(drift).toEqual({ value: 0, isReached: true });
    });

    it('finds a heap that grows by 1 MB from each collection to the next', () => {
      const [thirds, drift] = heapVerdicts([59, 60, 61, 62, 63, 64, 65]);
      expect(thirds?.value).toBeCloseTo(65 / 61, 9);
      expect(drift?.value).toBeCloseTo(5 / 62.5, 9);
      expect([thirds?.isReached, drift?.isReached]).toEqual([false, false]);
    });
  });

  it('says of a soak of two minutes that they are too few to tell anything, and checks nothing', () => {
    const { verdicts, notes } = reportOf(hour(() => minuteWith(1)).slice(0, 2), settings);
    expect(verdicts).toEqual([]);
    for (const what of ['RssAnon', 'heap after a collection', 'p99 of reads', 'p99 of submits'])
      expect(notes).toContain(`${what}: too few minutes to tell (2 with a value, 3 make a trend).`);
  });

  it('says of a heap that was collected twice that it cannot tell, and checks the rest', () => {
    const minutes = hourCollectedAt(
      new Map([
        [20, 60],
        [50, 61],
      ]),
    );
    expect(figureOf(minutes, 'heap')).toBeUndefined();
    expect(reportOf(minutes, settings).verdicts).toHaveLength(6);
    const unsure = reportOf(minutes, settings).notes.filter((note) => note.includes('too few'));
    expect(unsure).toEqual([
      'heap after a collection: too few minutes to tell (2 with a value, 3 make a trend).',
    ]);
  });

  it('tells of a machine that was shared, the first quarter left out', () => {
    const told = (elsewhere: (n: number) => number) =>
      reportOf(
        hour((n) => ({ ...minuteWith(100), elsewhere: elsewhere(n) })),
        settings,
      ).notes.filter((note) => note.includes('shared'));
    expect(told(() => 0.2)).toEqual([expect.stringContaining('neither server nor load had 20.00 % of it')]);
    expect(told((n) => (n < 15 ? 0.2 : 0))).toEqual([]);
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
