import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommitFault, MemoryStore, type StoreFaults } from '../../../src/store/memory/memory-store.js';
import type { Write } from '../../../src/store/store.js';

const put = (key: string, value: string): Write => ({ table: 'jobs', key, value });
const remove = (key: string): Write => ({ table: 'jobs', key, value: undefined });

/** The faults of the commits to come, in order; afterwards none. */
function script(...faults: CommitFault[]): StoreFaults {
  return { next: (commitNumber) => faults[commitNumber - 1] ?? 'none' };
}

/** Completions wait in a list until `runAll`. */
function steppedStore(faults: StoreFaults = script()) {
  const tasks: (() => void)[] = [];
  const store = new MemoryStore({ faults, schedule: (task) => tasks.push(task) });
  const runAll = () => {
    for (const task of tasks.splice(0)) task();
  };
  return { store, tasks, runAll };
}

/** How a promise stands once all microtasks at hand have run. */
async function standing(promise: Promise<void>): Promise<'resolved' | 'rejected' | 'pending'> {
  let state: 'resolved' | 'rejected' | 'pending' = 'pending';
  promise.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  return state;
}

describe('a memory store that schedules its completions', () => {
  it('shows nothing of a commit, and settles nothing, before the scheduled task runs', async () => {
    const { store, tasks, runAll } = steppedStore();
    const commit = store.commit([put('a', '1')]);
    expect(await standing(commit)).toBe('pending');
    expect([tasks.length, store.get('jobs', 'a')]).toEqual([1, undefined]);
    runAll();
    expect(store.get('jobs', 'a')).toBe('1');
    expect(await standing(commit)).toBe('resolved');
  });
});

describe('a fault on demand', () => {
  interface Case {
    readonly fault: CommitFault;
    readonly visible: string;
    readonly promise: 'resolved' | 'rejected' | 'pending';
    readonly visibleReleased: string;
    readonly promiseReleased: 'resolved' | 'rejected';
    readonly keptWhenLost: string;
    readonly keptWhenKept: string;
  }
  const done = {
    visible: 'new',
    promise: 'resolved',
    visibleReleased: 'new',
    promiseReleased: 'resolved',
  } as const;
  const cases: readonly Case[] = [
    { fault: 'none', ...done, keptWhenLost: 'new', keptWhenKept: 'new' },
    {
      fault: 'reject',
      visible: 'old',
      promise: 'rejected',
      visibleReleased: 'old',
      promiseReleased: 'rejected',
      keptWhenLost: 'old',
      keptWhenKept: 'old',
    },
    {
      fault: 'reject_yet_visible',
      visible: 'new',
      promise: 'rejected',
      visibleReleased: 'new',
      promiseReleased: 'rejected',
      keptWhenLost: 'old',
      keptWhenKept: 'new',
    },
    {
      fault: 'hang',
      visible: 'old',
      promise: 'pending',
      visibleReleased: 'old',
      promiseReleased: 'rejected',
      keptWhenLost: 'old',
      keptWhenKept: 'old',
    },
    {
      fault: 'hang_then_commit',
      visible: 'old',
      promise: 'pending',
      visibleReleased: 'new',
      promiseReleased: 'resolved',
      keptWhenLost: 'old',
      keptWhenKept: 'new',
    },
    {
      fault: 'commit_then_hang',
      visible: 'new',
      promise: 'pending',
      visibleReleased: 'new',
      promiseReleased: 'resolved',
      keptWhenLost: 'new',
      keptWhenKept: 'new',
    },
  ];

  async function storeWithFaultyCommit(fault: CommitFault) {
    const store = new MemoryStore({ faults: script('none', fault) });
    await store.commit([put('a', 'old')]);
    const commit = store.commit([put('a', 'new')]);
    const promise = await standing(commit);
    return { store, commit, promise };
  }

  it.each(cases)('$fault: is seen, settled and released as it says', async (expected) => {
    const { store, commit, promise } = await storeWithFaultyCommit(expected.fault);
    expect([promise, store.get('jobs', 'a')]).toEqual([expected.promise, expected.visible]);
    expect(store.releaseHung()).toBe(expected.promise === 'pending');
    expect([await standing(commit), store.get('jobs', 'a')]).toEqual([
      expected.promiseReleased,
      expected.visibleReleased,
    ]);
    expect(store.releaseHung()).toBe(false);
  });

  it.each(cases)('$fault: survives a crash or not, as it says', async (expected) => {
    for (const undecided of ['lost', 'kept'] as const) {
      const { store } = await storeWithFaultyCommit(expected.fault);
      const kept = undecided === 'lost' ? expected.keptWhenLost : expected.keptWhenKept;
      expect(store.crash(undecided).get('jobs', 'a')).toBe(kept);
    }
  });

  it.each(cases)('$fault: lets the next commit through, once settled', async ({ fault }) => {
    const { store, commit } = await storeWithFaultyCommit(fault);
    store.releaseHung();
    await standing(commit);
    await store.commit([put('b', '1')]);
    expect(store.get('jobs', 'b')).toBe('1');
  });

  it('that hangs keeps a second commit out, and `close` waiting, until released', async () => {
    const store = new MemoryStore({ faults: script('hang_then_commit') });
    const commit = store.commit([put('a', '1')]);
    await standing(commit);
    expect(() => store.commit([])).toThrow('under way');
    const closed = store.close();
    expect(await standing(closed)).toBe('pending');
    store.releaseHung();
    expect(await standing(closed)).toBe('resolved');
  });
});

describe('a crash', () => {
  it('keeps a visible, undecided commit that a durable one has built upon', async () => {
    const store = new MemoryStore({ faults: script('reject_yet_visible') });
    await store.commit([put('a', '1')]).catch(() => undefined);
    await store.commit([put('b', '2')]);
    const restarted = store.crash('lost');
    expect([restarted.get('jobs', 'a'), restarted.get('jobs', 'b')]).toEqual(['1', '2']);
  });

  it('takes back several undecided commits, their replacements and removals, to the last durable one', async () => {
    const store = new MemoryStore({ faults: script('none', 'reject_yet_visible', 'reject_yet_visible') });
    await store.commit([put('a', '1'), put('b', '1')]);
    await store.commit([put('a', '2'), remove('b'), put('c', '2')]).catch(() => undefined);
    await store.commit([remove('a'), put('b', '3'), put('c', '3')]).catch(() => undefined);
    expect([...store.range('jobs', {})]).toEqual([
      { key: 'b', value: '3' },
      { key: 'c', value: '3' },
    ]);
    expect([...store.crash('lost').range('jobs', {})]).toEqual([
      { key: 'a', value: '1' },
      { key: 'b', value: '1' },
    ]);
  });

  it('loses or keeps the commit whose completion was still to come, and never settles it', async () => {
    for (const [undecided, left] of [
      ['lost', undefined],
      ['kept', '1'],
    ] as const) {
      const { store, runAll } = steppedStore();
      const commit = store.commit([put('a', '1')]);
      const restarted = store.crash(undecided);
      runAll();
      expect(await standing(commit)).toBe('pending');
      expect(restarted.get('jobs', 'a')).toBe(left);
    }
  });

  it('leaves a dead store behind that answers nothing and touches its successor no more', async () => {
    const store = new MemoryStore({ faults: script('none', 'hang_then_commit') });
    await store.commit([put('a', '1')]);
    const hung = store.commit([put('a', '2')]);
    await standing(hung);
    const restarted = store.crash();
    expect(() => store.get('jobs', 'a')).toThrow('crashed');
    expect(() => store.commit([])).toThrow('crashed');
    expect(store.releaseHung()).toBe(false);
    expect(await standing(hung)).toBe('pending');
    expect(restarted.get('jobs', 'a')).toBe('1');
  });

  it('goes on with the numbering of commits', async () => {
    const numbers: number[] = [];
    const faults: StoreFaults = {
      next: (commitNumber) => {
        numbers.push(commitNumber);
        return 'none';
      },
    };
    const store = new MemoryStore({ faults });
    await store.commit([]);
    const restarted = store.crash();
    await restarted.commit([]);
    expect(numbers).toEqual([1, 2]);
  });

  it('keeps every acknowledged commit, whole, and invents none, whatever the faults', async () => {
    const fault = fc.constantFrom<CommitFault>(
      'none',
      'none',
      'reject',
      'reject_yet_visible',
      'hang',
      'hang_then_commit',
      'commit_then_hang',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 15 }),
        fc.constantFrom('lost', 'kept'),
        async (faults, undecided) => {
          const store = new MemoryStore({ faults: script(...faults) });
          const acknowledged: number[] = [];
          for (let number = 1; number <= faults.length; number += 1) {
            const commit = store.commit([put(`a${number}`, ''), put(`b${number}`, '')]);
            let state = await standing(commit);
            // The last one stays hung: the crash finds it so.
            if (state === 'pending' && number < faults.length) {
              store.releaseHung();
              state = await standing(commit);
            }
            if (state === 'resolved') acknowledged.push(number);
          }
          const restarted = store.crash(undecided);
          for (let number = 1; number <= faults.length; number += 1) {
            const halves = [restarted.get('jobs', `a${number}`), restarted.get('jobs', `b${number}`)];
            expect(halves[0]).toBe(halves[1]);
            if (acknowledged.includes(number)) expect(halves[0]).toBe('');
            if (faults[number - 1] === 'reject') expect(halves[0]).toBeUndefined();
          }
          expect(restarted.get('jobs', `a${faults.length + 1}`)).toBeUndefined();
        },
      ),
      { numRuns: 100 },
    );
  });
});
