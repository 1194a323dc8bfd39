import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HottestWindows } from '../../../src/actors/windows/hottest-windows.js';
import { RollingWindows, WINDOW_MS, type WindowId } from '../../../src/actors/windows/rolling-windows.js';

const NOW = 1_000_000;
const LIMIT = 1_000_000;

class CountedLooks extends RollingWindows {
  looks = 0;

  override counted(window: WindowId, nowMs: number): number {
    this.looks += 1;
    return super.counted(window, nowMs);
  }
}

function windowsWith(counts: readonly number[]): { windows: CountedLooks; ids: WindowId[] } {
  const windows = new CountedLooks(1);
  const ids = counts.map((count, at) => {
    const id = windows.hold(`api_key/${at}`, LIMIT);
    windows.restore(id, NOW, count);
    return id;
  });
  return { windows, ids };
}

function all(windows: RollingWindows): HottestWindows {
  return new HottestWindows(windows, () => true);
}

describe('the hottest windows', () => {
  it('are those that count most, most first, whatever the order in which they were seen', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 400 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 40 }), (all_, max) => {
        const { windows, ids } = windowsWith(all_);
        const hottest = all(windows);
        hottest.saw(ids, NOW);
        const told = hottest.top(NOW, max);
        expect(told.map(({ counted }) => counted)).toEqual([...all_].sort((a, b) => b - a).slice(0, max));
        expect(new Set(told.map(({ subject }) => subject)).size).toBe(told.length);
      }),
      { numRuns: 100 },
    );
  });

  it('are found among very many with a bounded number of looks for each note', () => {
    const { windows, ids } = windowsWith(Array.from({ length: 50_000 }, (_, at) => (at === 77 ? 9_000 : 1)));
    const hottest = all(windows);
    windows.looks = 0;
    hottest.saw(ids, NOW);
    expect(windows.looks).toBeLessThanOrEqual(4_096);
    expect(hottest.top(NOW, 3)).toHaveLength(3);
    expect(hottest.top(NOW, 1)).toEqual([{ subject: 'api_key/77', counted: 9_000, limit: LIMIT }]);
  });

  it('are told at the beginning, too, of what was busy before, with a bounded number of looks', () => {
    const { windows } = windowsWith([5, 9, 7]);
    windows.release(windows.hold('api_key/gone', LIMIT), NOW);
    const hottest = all(windows);
    hottest.begin(NOW);
    expect(hottest.top(NOW, 9).map(({ counted }) => counted)).toEqual([9, 7, 5]);
    const many = windowsWith(new Array<number>(10_000).fill(1)).windows;
    many.looks = 0;
    all(many).begin(NOW);
    expect(many.looks).toBeLessThanOrEqual(4_096);
  });

  it('leave when their minute is over, and give way to warmer ones', () => {
    const { windows, ids } = windowsWith(Array.from({ length: 200 }, (_, at) => at + 1));
    const hottest = all(windows);
    hottest.saw(ids, NOW);
    expect(hottest.top(NOW, 1)[0]?.counted).toBe(200);
    const later = NOW + WINDOW_MS;
    expect(hottest.top(later, 40)).toEqual([]);
    const [first] = ids;
    if (first === undefined) throw new Error('there is none');
    windows.restore(first, later, 3);
    hottest.saw([first], later);
    expect(hottest.top(later, 40)).toEqual([{ subject: 'api_key/0', counted: 3, limit: LIMIT }]);
  });

  it('are not told of where they are none of the concern, nor once forgotten', () => {
    const { windows, ids } = windowsWith([5, 6]);
    const hottest = new HottestWindows(windows, (subject) => subject.endsWith('/0'));
    hottest.saw(ids, NOW);
    expect(hottest.top(NOW, 9).map(({ subject }) => subject)).toEqual(['api_key/0']);
    hottest.forget();
    expect(hottest.top(NOW, 9)).toEqual([]);
  });

  it('are told under the subject they had, where a row has become the window of another', () => {
    const windows = new RollingWindows(1);
    const hottest = all(windows);
    const before = windows.hold('api_key/before', LIMIT);
    windows.restore(before, NOW, 5);
    hottest.saw([before], NOW);
    const later = NOW + WINDOW_MS;
    windows.release(before, later);
    const after = windows.hold('api_key/after', LIMIT);
    expect(after).toBe(before);
    windows.restore(after, later, 7);
    expect(hottest.top(later, 9)).toEqual([]);
  });
});
