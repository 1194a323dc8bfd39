import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OneWindow } from '../../../simulation/models/window/one-window.js';
import { RollingWindows, WINDOW_MS } from '../../../src/actors/windows/rolling-windows.js';
import { repetitions } from '../../test-set.js';

/** The same, as a list of every admission. */
class NaiveWindow {
  #times: number[] = [];

  admit(now: number, limit: number): boolean {
    if (this.counted(now) >= limit) return false;
    this.#times.push(now);
    return true;
  }

  restore(at: number, count: number): void {
    for (let i = 0; i < count; i++) this.#times.push(at);
  }

  counted(now: number): number {
    this.#times = this.#times.filter((time) => time + WINDOW_MS > now);
    return this.#times.length;
  }

  waitMs(now: number, limit: number): number {
    const excess = this.counted(now) - limit;
    return excess < 0 ? 0 : (this.#times[excess] as number) + WINDOW_MS - now;
  }

  resetMs(now: number, limit: number): number {
    const counted = this.counted(now);
    if (counted >= limit) return this.waitMs(now, limit);
    return counted === 0 ? 0 : (this.#times[0] as number) + WINDOW_MS - now;
  }

  runs(fromMs: number, toMs: number): { atMs: number; count: number }[] {
    const counts = new Map<number, number>();
    for (const time of this.#times) {
      if (time >= fromMs && time < toMs) counts.set(time, (counts.get(time) ?? 0) + 1);
    }
    return [...counts].map(([atMs, count]) => ({ atMs, count }));
  }
}

const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, 100 * WINDOW_MS) },
);
const limit = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 200 }));
const steps = fc.array(
  fc.record({
    pause,
    limit: fc.option(limit, { nil: undefined }),
    requests: fc.integer({ min: 0, max: 30 }),
    restored: fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 50 }) },
    ),
  }),
  { maxLength: 60, size: 'max' },
);

describe('a rolling window', () => {
  it('answers as a list of all admissions would, whatever the limit does meanwhile (invariants 1 to 4)', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const window = new OneWindow(new RollingWindows(1), 's');
        const naive = new NaiveWindow();
        let now = 1_000;
        let inForce = 60;
        for (const step of all) {
          now += step.pause;
          inForce = step.limit ?? inForce;
          if (step.restored > 0) {
            window.restore(now, step.restored);
            naive.restore(now, step.restored);
          }
          for (let i = 0; i < step.requests; i++) {
            expect(window.admit(now, inForce)).toBe(naive.admit(now, inForce));
          }
          const counted = naive.counted(now);
          expect(window.counted(now)).toBe(counted);
          expect(window.remaining(now, inForce)).toBe(Math.max(0, inForce - counted));
          expect(window.waitMs(now, inForce)).toBe(naive.waitMs(now, inForce));
          expect(window.resetMs(now, inForce)).toBe(naive.resetMs(now, inForce));
          const from = now - step.pause;
          expect(window.runs(from, now + 1)).toEqual(naive.runs(from, now + 1));
        }
      }),
      { numRuns: repetitions(75, 300) },
    );
  });

  it('admits in no 60,000 ms more than the limit, and refuses only where the 60,000 ms before hold it (1, 2)', () => {
    fc.assert(
      fc.property(fc.array(pause, { maxLength: 150, size: 'max' }), limit, (pauses, fixed) => {
        const window = new OneWindow(new RollingWindows(1), 's');
        const admitted: number[] = [];
        let now = 0;
        for (const ms of pauses) {
          now += ms;
          const before = admitted.filter((time) => time > now - WINDOW_MS).length;
          const isAdmitted = window.admit(now, fixed);
          expect(isAdmitted).toBe(before < fixed);
          if (isAdmitted) admitted.push(now);
        }
      }),
      { numRuns: repetitions(75, 300) },
    );
  });

  it('admits a client that waited exactly as long as it was told, and not a millisecond earlier', () => {
    fc.assert(
      fc.property(
        fc.array(pause, { minLength: 1, maxLength: 60, size: 'max' }),
        limit,
        limit,
        (pauses, first, lowered) => {
          const window = new OneWindow(new RollingWindows(1), 's');
          let now = 5;
          for (const ms of pauses) {
            now += ms;
            window.admit(now, first);
          }
          const wait = window.waitMs(now, lowered);
          if (wait > 0) expect(window.admit(now + wait - 1, lowered)).toBe(false);
          expect(window.admit(now + wait, lowered)).toBe(true);
        },
      ),
      { numRuns: repetitions(75, 300) },
    );
  });

  it('stops counting a request exactly 60,000 ms after it', () => {
    const window = new OneWindow(new RollingWindows(1), 's');
    expect(window.admit(100, 1)).toBe(true);
    expect(window.admit(100 + WINDOW_MS - 1, 1)).toBe(false);
    expect(window.admit(100 + WINDOW_MS, 1)).toBe(true);
  });

  it('lets several leave before the next is admissible after the limit was lowered', () => {
    const window = new OneWindow(new RollingWindows(1), 's');
    for (const at of [0, 10, 20, 30]) window.admit(at, 4);
    expect(window.remaining(30, 2)).toBe(0);
    expect(window.waitMs(30, 2)).toBe(20 + WINDOW_MS - 30);
    expect(window.resetMs(30, 2)).toBe(20 + WINDOW_MS - 30);
  });

  it('counts a million admissions of one millisecond in the room of one', () => {
    const windows = new RollingWindows(1);
    const window = new OneWindow(windows, 's');
    window.restore(7, 999_999);
    expect(window.admit(7, 1_000_000)).toBe(true);
    expect(window.admit(7, 1_000_000)).toBe(false);
    expect(windows.ringCapacity(window.id)).toBe(0);
  });

  it('has room for no more than 65,536 instants however many come, and shrinks with what it holds (5)', () => {
    const windows = new RollingWindows(1);
    const window = new OneWindow(windows, 's');
    for (let now = 0; now < 3 * WINDOW_MS; now++) window.admit(now, 1_000_000);
    expect(window.counted(3 * WINDOW_MS - 1)).toBe(WINDOW_MS);
    expect(windows.ringCapacity(window.id)).toBe(65_536);
    let now = 3 * WINDOW_MS;
    for (; window.counted(now) > 10; now += 7)
      expect(windows.ringCapacity(window.id)).toBeLessThan(4 * Math.max(17, window.counted(now)));
    expect(windows.ringCapacity(window.id)).toBe(64);
    expect(window.counted(now + WINDOW_MS)).toBe(0);
    expect(windows.ringCapacity(window.id)).toBe(0);
  });

  it('says that nothing is ever admissible under a limit of none, in place of looking for it for ever', () => {
    const window = new OneWindow(new RollingWindows(1), 's');
    window.admit(0, 1);
    expect(() => window.waitMs(0, 0)).toThrow(RangeError);
  });
});

describe('many windows', () => {
  const SUBJECTS = ['api_key/a', 'api_key/b', 'address/2001:db8:0:1::/64', 'address/2001:db8:0:2::/64'];
  const move = fc.record({
    pause,
    subject: fc.nat(SUBJECTS.length - 1),
    requests: fc.integer({ min: 0, max: 12 }),
    end: fc.constantFrom('keep', 'keep', 'let go', 'tidy'),
  });

  it('are each as if they were alone, held or let go, from whatever time on (6)', () => {
    const startMs = fc.constantFrom(0, 2 ** 31 - 30_000, 2 ** 32 - 30_000, 2 ** 33 + 5, 1_795_000_000_000);
    fc.assert(
      fc.property(startMs, fc.array(move, { maxLength: 80, size: 'max' }), (start, moves) => {
        const windows = new RollingWindows(1);
        const naive = SUBJECTS.map(() => new NaiveWindow());
        let now = start;
        for (const { pause: ms, subject, requests, end } of moves) {
          now += ms;
          const window = new OneWindow(windows, SUBJECTS[subject] as string);
          const expected = naive[subject] as NaiveWindow;
          for (let i = 0; i < requests; i++) expect(window.admit(now, 20)).toBe(expected.admit(now, 20));
          expect(window.runs(now - WINDOW_MS + 1, now + 1)).toEqual(
            expected.runs(now - WINDOW_MS + 1, now + 1),
          );
          if (end === 'let go') windows.release(window.id, now);
          if (end === 'tidy') windows.tidy(now, 3);
        }
      }),
      { numRuns: repetitions(75, 300) },
    );
  });

  it('remember nothing of long ago, however long nobody asks', () => {
    for (const days of [1, 6, 7, 13, 24, 25, 49, 50, 100, 1_000]) {
      const windows = new RollingWindows(1);
      const one = new OneWindow(windows, 'one');
      const other = new OneWindow(windows, 'other');
      for (let i = 0; i < 100; i++) one.admit(i, 100);
      const later = days * 86_400_000;
      for (let now = 0; now <= later; now += later / 5) other.admit(now, 1_000);
      expect(one.counted(later)).toBe(0);
      expect(one.admit(later, 1)).toBe(true);
      expect(one.resetMs(later, 1)).toBe(WINDOW_MS);
    }
  });

  it('show nothing of long ago where time leaps, also by as much as a row can hold', () => {
    for (const leap of [2 ** 29, 2 ** 30, 2 ** 31, 2 ** 32, 2 ** 32 + 30_000]) {
      const window = new OneWindow(new RollingWindows(1), 's');
      for (let i = 0; i < 100; i++) window.admit(i, 100);
      expect(window.runs(leap - WINDOW_MS, leap + 100)).toEqual([]);
    }
  });

  it('that nobody holds are forgotten once they are empty, and their rows used again', () => {
    const windows = new RollingWindows(1);
    for (let n = 0; n < 1_000; n++) {
      const window = new OneWindow(windows, `s${n}`);
      for (let i = 0; i < 10; i++) window.admit(i, 10);
      windows.release(window.id, 10);
    }
    expect(windows.count).toBe(1_000);
    windows.tidy(9 + WINDOW_MS - 1, 1_000);
    expect(windows.count).toBe(1_000);
    windows.tidy(9 + WINDOW_MS, 1_000);
    expect(windows.count).toBe(0);
    for (let n = 0; n < 1_000; n++) expect(new OneWindow(windows, `t${n}`).counted(70_000)).toBe(0);
    expect(windows.rows).toBe(1_000);
  });

  it('that the journal has on its list stay, for it may have to name them', () => {
    const windows = new RollingWindows(1);
    const window = new OneWindow(windows, 's');
    expect([windows.markUnnoted(window.id), windows.markUnnoted(window.id)]).toEqual([true, false]);
    windows.release(window.id, 0);
    windows.tidy(0, 10);
    expect(windows.subjectOf(window.id)).toBe('s');
    windows.beginNote(window.id);
    windows.tidy(0, 10);
    expect(windows.subjectOf(window.id)).toBe('s');
    windows.endNote(window.id);
    windows.tidy(0, 10);
    expect(windows.count).toBe(0);
    expect(() => windows.subjectOf(window.id)).toThrow();
  });
});
