import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkPace } from '../../src/overload/work-pace.js';
import type { SteadyMs } from '../../src/time/clock.js';

const TICK_MS = 50;

/** Ticks for so many seconds, with work that begins and ends `perSecond` times in each. */
function work(pace: WorkPace, fromMs: number, seconds: number, perSecond: number, busyShare: number): number {
  let now = fromMs;
  for (let n = 0; n < (seconds * 1_000) / TICK_MS; n++) {
    for (let one = 0; one < (perSecond * TICK_MS) / 1_000; one++) {
      pace.began();
      pace.finished();
    }
    now += TICK_MS;
    pace.tick(now as SteadyMs, busyShare);
  }
  return now;
}

describe('the pace of work', () => {
  it('comes to what is done in a second, whatever it was before', () => {
    const paces = fc.integer({ min: 1, max: 500 }).map((n) => n * 20);
    fc.assert(
      fc.property(paces, paces, (before, after) => {
        const pace = new WorkPace();
        const now = work(pace, 0, 20, before, 1);
        expect(pace.perSecond / before).toBeCloseTo(1, 1);
        work(pace, now, 20, after, 1);
        expect(pace.perSecond / after).toBeCloseTo(1, 1);
      }),
      { numRuns: 20 },
    );
  });

  it('is ten a second at least (invariant 1)', () => {
    const pace = new WorkPace();
    work(pace, 0, 20, 0, 1);
    expect(pace.perSecond).toBe(10);
  });

  it('tells how long what is under way will take, by Little’s law', () => {
    const pace = new WorkPace();
    work(pace, 0, 10, 1_000, 1);
    for (let n = 0; n < 100; n++) pace.began();
    expect(pace.waitMs).toBeCloseTo(100, 0);
    for (let n = 0; n < 50; n++) pace.finished();
    expect(pace.waitMs).toBeCloseTo(50, 0);
  });

  it('tells of no long wait after a pause, as soon as work goes on', () => {
    const pace = new WorkPace();
    let now = work(pace, 0, 10, 1_000, 1);
    now = work(pace, now, 3, 0, 1);
    now = work(pace, now, 1, 1_000, 1);
    for (let n = 0; n < 100; n++) pace.began();
    expect(pace.waitMs).toBeLessThan(115);
  });

  it('tells of no wait if the loop has time to spare: it is not the processor that work waits for', () => {
    const pace = new WorkPace();
    const now = work(pace, 0, 10, 1_000, 1);
    for (let n = 0; n < 10_000; n++) pace.began();
    pace.tick((now + TICK_MS) as SteadyMs, 0.79);
    expect(pace.waitMs).toBe(0);
    pace.tick((now + 2 * TICK_MS) as SteadyMs, 0.8);
    expect(pace.waitMs).toBeGreaterThan(5_000);
  });
});
