import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../src/simulation/virtual-world.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { type RangeOptions, type Store, type Write, withPrefix } from '../../../src/store/store.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import { add, type Handler, ok, Rig, read, refused, set, TIME_LIMIT_MS } from './rig.js';

const unavailable = refused('storage_unavailable');
const RECOVERY_MS = 10_000;

/** What the gate wrote to see whether there is room again. */
const ballast = (rig: Rig) => [...rig.store.range('meta', withPrefix('room_probe/'))];

/** A purse with 10 on disk. */
async function rigWithTen(): Promise<Rig> {
  const rig = new Rig();
  await rig.told('a', add(10));
  return rig;
}

const addWithEffect =
  (amount: number): Handler =>
  (turn, sum = 0) => {
    turn.effect(`${sum + amount}`);
    set(turn, sum + amount);
    return sum + amount;
  };

describe('the gate', () => {
  it('commits together what the turns of one instant wrote', async () => {
    const rig = new Rig();
    for (let i = 0; i < 50; i++) rig.ask(`a${i}`, add(1));
    await rig.world.settle();
    expect([rig.system.figures.turns, rig.system.figures.commits]).toEqual([50, 1]);
  });

  it('fills the next batch while one flies, and never has two under way (invariant 1)', async () => {
    const rig = new Rig();
    rig.hold();
    const asked = [rig.ask('a', add(1))];
    await rig.world.settle();
    asked.push(rig.ask('a', add(1)), rig.ask('b', add(1)));
    await rig.world.settle();
    expect(rig.system.figures.commits).toBe(0);
    rig.letGo();
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual([[ok(1)], [ok(2)], [ok(1)]]);
    expect(rig.system.figures.commits).toBe(2);
  });

  it('shows the committed state while a batch flies, and the new one when it has landed (5)', async () => {
    const rig = await rigWithTen();
    rig.hold();
    rig.ask('a', add(1));
    await rig.world.settle();
    expect([rig.view('a'), rig.system.records.get('accounts', 'a')]).toEqual([10, '10']);
    rig.letGo();
    await rig.world.settle();
    expect([rig.view('a'), rig.system.records.get('accounts', 'a')]).toEqual([11, '11']);
  });

  it('keeps an actor waiting for the second batch that holds it when the first has landed', async () => {
    const rig = await rigWithTen();
    rig.hold();
    rig.faults.push('none', 'hang_then_commit');
    rig.ask('a', add(1));
    await rig.world.settle();
    rig.ask('a', add(1));
    rig.letGo();
    await rig.world.settle();
    const asked = rig.ask('a', read);
    expect([rig.view('a'), asked.outcomes]).toEqual([11, []]);
    rig.store.releaseHung();
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(12)]);
  });

  it('writes nothing for turns that changed nothing', async () => {
    const rig = await rigWithTen();
    for (let i = 0; i < 10; i++) await rig.told('a', read);
    expect(rig.system.figures.commits).toBe(1);
  });
});

describe('a commit that the disk rejects', () => {
  it('refuses all who waited, releases no effect, takes every state back, and the gate opens again (2, 3, 4)', async () => {
    const rig = await rigWithTen();
    rig.faults.push('reject');
    const asked = [rig.ask('a', addWithEffect(1)), rig.ask('a', read), rig.ask('b', addWithEffect(5))];
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual([[unavailable], [unavailable], [unavailable]]);
    await rig.world.advance(RECOVERY_MS);
    expect([rig.view('a'), rig.view('b'), rig.onDisk('a'), rig.onDisk('b')]).toEqual([
      10,
      undefined,
      10,
      undefined,
    ]);
    expect([rig.effects, rig.storageStates, ballast(rig)]).toEqual([[], ['refusing', 'taking'], []]);
    expect(await rig.told('a', add(1))).toEqual(ok(11));
  });

  it('takes with it the batch that was filled meanwhile, which built on it', async () => {
    const rig = await rigWithTen();
    rig.hold();
    rig.faults.push('reject');
    const first = rig.ask('a', addWithEffect(1));
    await rig.world.settle();
    const second = rig.ask('a', addWithEffect(2));
    const third = rig.ask('c', addWithEffect(3));
    rig.letGo();
    await rig.world.settle();
    expect([first.outcomes, second.outcomes, third.outcomes]).toEqual([
      [unavailable],
      [unavailable],
      [unavailable],
    ]);
    await rig.world.advance(RECOVERY_MS);
    expect([rig.onDisk('a'), rig.onDisk('c'), rig.effects]).toEqual([10, undefined, []]);
    expect(await rig.told('a', add(1))).toEqual(ok(11));
  });

  it('leaves in force what the batch before it committed, though the same actor is in both', async () => {
    const rig = await rigWithTen();
    rig.hold();
    rig.faults.push('none', 'reject');
    const first = rig.ask('a', add(1));
    await rig.world.settle();
    const second = rig.ask('a', add(2));
    rig.letGo();
    await rig.world.settle();
    expect([first.outcomes, second.outcomes]).toEqual([[ok(11)], [unavailable]]);
    expect(rig.view('a')).toBe(11);
    await rig.world.advance(RECOVERY_MS);
    expect(await rig.told('a', add(1))).toEqual(ok(12));
  });

  it('but shows is hidden from every reader, and is undone (4, 5)', async () => {
    const rig = await rigWithTen();
    rig.faults.push('reject_yet_visible', 'reject', 'reject_yet_visible', 'reject');
    const asked = rig.ask('a', add(1));
    rig.ask('b', add(1));
    await rig.world.settle();
    expect(asked.outcomes).toEqual([unavailable]);
    expect([rig.onDisk('a'), rig.onDisk('b')]).toEqual([11, 1]);
    expect([rig.view('a'), rig.view('b')]).toEqual([10, undefined]);
    expect([...rig.system.records.range('accounts', {})]).toEqual([{ key: 'a', value: '10' }]);
    await rig.world.advance(RECOVERY_MS);
    expect([rig.onDisk('a'), rig.onDisk('b'), rig.system.takesWrites]).toEqual([10, undefined, true]);
  });

  it('may be in force after a crash before it was undone, and then whole', async () => {
    for (const [undecided, expected] of [
      ['kept', [11, 1]],
      ['lost', [10, undefined]],
    ] as const) {
      const rig = await rigWithTen();
      rig.faults.push('reject_yet_visible', 'reject');
      rig.ask('a', add(1));
      rig.ask('b', add(1));
      await rig.world.settle();
      rig.crash(undecided);
      expect([rig.view('a'), rig.view('b')]).toEqual(expected);
    }
  });
});

describe('while the disk takes no writes', () => {
  async function refusingRig(): Promise<Rig> {
    const rig = await rigWithTen();
    rig.faults.push(...new Array(1_000).fill('reject'));
    await rig.told('a', add(1));
    return rig;
  }

  it('reads go on, and whatever would change anything is refused at once', async () => {
    const rig = await refusingRig();
    expect(rig.ask('a', read).outcomes).toEqual([ok(10)]);
    const changes: Handler[] = [
      add(1),
      (turn) => turn.effect('e'),
      (turn) => turn.become({ sum: 1 }),
      (turn) => turn.remindAt('r', turn.now),
      (turn) => turn.remindFirstAt('r', turn.now),
      (turn) => turn.remove('meta', 'm'),
    ];
    for (const change of changes) expect(rig.ask('a', change).outcomes).toEqual([unavailable]);
    expect([rig.view('a'), rig.system.takesWrites, rig.defects, rig.setAsides]).toEqual([10, false, [], []]);
  });

  it('turns read the records as they were before the batch that failed', async () => {
    const rig = await refusingRig();
    const looks: Handler = (turn) => [turn.get('accounts', 'a'), turn.isUncommitted('accounts', 'a')];
    expect(rig.ask('b', looks).outcomes).toEqual([ok(['10', false])]);
  });

  it('a commit aside is told so at once', async () => {
    const rig = await refusingRig();
    expect(await rig.system.commitAside([{ table: 'meta', key: 'm', value: 'x' }])).toBe(false);
  });

  it('the undoing is tried again, ever more slowly, until it succeeds', async () => {
    const rig = await refusingRig();
    await rig.world.advance(20_000);
    const tried = 1_000 - rig.faults.length;
    expect(tried).toBeGreaterThan(10);
    expect(tried).toBeLessThan(20);
    rig.faults.length = 0;
    await rig.world.advance(2_100);
    expect([rig.system.takesWrites, rig.storageStates]).toEqual([true, ['refusing', 'taking']]);
  });
});

describe('the ballast', () => {
  const fat: Handler = (turn) => turn.put('jobs', 'fat', 'x'.repeat(500_000));

  it('is about twice what failed, and is gone when there is room', async () => {
    const rig = await rigWithTen();
    rig.faults.push('reject', 'commit_then_hang');
    await rig.told('a', fat);
    const { length } = ballast(rig).reduce((all, { value }) => all + value, '');
    expect(length).toBeGreaterThan(1_000_000);
    expect(length).toBeLessThan(1_200_000);
    rig.store.releaseHung();
    await rig.world.advance(RECOVERY_MS);
    expect(ballast(rig)).toEqual([]);
  });

  it('is gone in the end though the commit that was to remove it failed too', async () => {
    for (const second of ['reject', 'reject_yet_visible'] as const) {
      const rig = await rigWithTen();
      rig.faults.push('reject', 'none', second);
      await rig.told('a', fat);
      await rig.world.advance(RECOVERY_MS);
      expect([rig.storageStates, ballast(rig)]).toEqual([['refusing', 'taking', 'refusing', 'taking'], []]);
    }
  });
});

describe('ballast that a killed process left', () => {
  it('is taken away at the next start', async () => {
    const rig = await rigWithTen();
    rig.faults.push('reject', 'commit_then_hang');
    await rig.told('a', add(1));
    expect(ballast(rig)).not.toEqual([]);
    rig.crash('kept');
    await rig.world.settle();
    expect([ballast(rig), rig.view('a')]).toEqual([[], 10]);
  });
});

describe('a commit that takes longer than the time limit', () => {
  it('is refused at the limit, not before, and undone when it lands late', async () => {
    const rig = await rigWithTen();
    rig.faults.push('hang_then_commit');
    const asked = rig.ask('a', addWithEffect(1));
    await rig.world.advance(TIME_LIMIT_MS - 1);
    expect(asked.outcomes).toEqual([]);
    await rig.world.advance(1);
    expect([asked.outcomes, rig.view('a'), rig.system.takesWrites]).toEqual([[unavailable], 10, false]);
    await rig.world.advance(60_000);
    expect(rig.system.takesWrites).toBe(false);
    rig.store.releaseHung();
    expect([rig.onDisk('a'), rig.view('a')]).toEqual([11, 10]);
    await rig.world.advance(RECOVERY_MS);
    expect([rig.onDisk('a'), rig.system.takesWrites, rig.effects, asked.outcomes.length]).toEqual([
      10,
      true,
      [],
      1,
    ]);
    expect(await rig.told('a', add(1))).toEqual(ok(11));
  });

  it('and is on disk, only never said so, is hidden from readers', async () => {
    const rig = await rigWithTen();
    rig.faults.push('commit_then_hang');
    rig.ask('a', add(1));
    await rig.world.advance(TIME_LIMIT_MS);
    expect([rig.onDisk('a'), rig.view('a'), rig.system.records.get('accounts', 'a')]).toEqual([11, 10, '10']);
    rig.store.releaseHung();
    await rig.world.advance(RECOVERY_MS);
    expect(rig.onDisk('a')).toBe(10);
  });

  it('and is rejected in the end is undone no less', async () => {
    const rig = await rigWithTen();
    rig.faults.push('hang');
    rig.ask('a', add(1));
    await rig.world.advance(TIME_LIMIT_MS);
    rig.store.releaseHung();
    await rig.world.advance(RECOVERY_MS);
    expect([rig.onDisk('a'), rig.system.takesWrites]).toEqual([10, true]);
  });

  it('and never ends leaves the readers served and the writers refused for ever', async () => {
    const rig = await rigWithTen();
    rig.faults.push('hang');
    rig.ask('a', add(1));
    await rig.world.advance(3_600_000);
    expect(rig.ask('a', read).outcomes).toEqual([ok(10)]);
    expect(rig.ask('a', add(1)).outcomes).toEqual([unavailable]);
  });

  it('counts the waiting of the next batch from its own start', async () => {
    const rig = await rigWithTen();
    rig.hold();
    const first = rig.ask('a', add(1));
    await rig.world.advance(TIME_LIMIT_MS - 10);
    const second = rig.ask('b', add(1));
    rig.letGo();
    await rig.world.settle();
    expect([first.outcomes, second.outcomes]).toEqual([[ok(11)], [ok(1)]]);
    await rig.world.advance(60_000);
    expect(rig.storageStates).toEqual([]);
  });

  it('lands or is late, never both, when both come in the same millisecond', async () => {
    const landsFirst = await rigWithTen();
    landsFirst.hold();
    // Set before the time limit's own timer, so that it fires first.
    landsFirst.world.after(TIME_LIMIT_MS, () => landsFirst.letGo());
    const inTime = landsFirst.ask('a', add(1));
    await landsFirst.world.advance(2 * TIME_LIMIT_MS);
    expect([inTime.outcomes, landsFirst.onDisk('a'), landsFirst.storageStates]).toEqual([[ok(11)], 11, []]);

    const lateFirst = await rigWithTen();
    lateFirst.hold();
    const late = lateFirst.ask('a', add(1));
    await lateFirst.world.settle();
    lateFirst.world.after(TIME_LIMIT_MS, () => lateFirst.letGo());
    await lateFirst.world.advance(RECOVERY_MS);
    expect([late.outcomes, lateFirst.onDisk('a')]).toEqual([[unavailable], 10]);
    expect(lateFirst.storageStates).toEqual(['refusing', 'taking']);
  });
});

describe('records that one batch inserts and the next removes', () => {
  const insert: Handler = (turn) => turn.insert('meta', 'm', 'x');
  const remove: Handler = (turn) => turn.remove('meta', 'm');

  it('are as the last commit left them, whichever fails', async () => {
    for (const [faults, expected] of [
      [['none', 'none'], undefined],
      [['none', 'reject_yet_visible'], 'x'],
      [['reject_yet_visible'], undefined],
    ] as const) {
      const rig = new Rig();
      rig.hold();
      rig.faults.push(...faults);
      rig.ask('a', insert);
      await rig.world.settle();
      rig.ask('a', remove);
      rig.letGo();
      await rig.world.advance(RECOVERY_MS);
      expect(rig.store.get('meta', 'm')).toBe(expected);
    }
  });

  it('and are inserted, removed, and inserted in one that fails are as before', async () => {
    for (const before of [undefined, 'old']) {
      for (const turns of [
        [insert, remove],
        [remove, insert],
        [insert, remove, insert],
        [remove, insert, remove],
      ]) {
        // Inserting what stands there already would be a defect of the caller.
        if ((before === undefined) !== (turns[0] === insert)) continue;
        const rig = new Rig();
        void rig.system.commitAside([{ table: 'meta', key: 'm', value: before }]);
        await rig.world.settle();
        rig.faults.push('reject_yet_visible');
        for (const turn of turns) rig.ask('a', turn);
        await rig.world.advance(RECOVERY_MS);
        expect(rig.store.get('meta', 'm')).toBe(before);
      }
    }
  });
});

describe('the reader of the gate', () => {
  const key = fc.integer({ min: 0, max: 12 }).map((n) => `k${String(n).padStart(2, '0')}`);
  const bound = fc.option(key, { nil: undefined });
  const write = fc.record({ key, value: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }) });
  const options = fc.record({
    from: bound,
    to: bound,
    reverse: fc.boolean(),
    limit: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  });

  function rangeOptions({
    from,
    to,
    reverse,
    limit,
  }: typeof options extends fc.Arbitrary<infer T> ? T : never): RangeOptions {
    return {
      reverse,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(limit === undefined ? {} : { limit }),
    };
  }

  it('answers ranges and look-ups during a flying, a failed and an undone commit as before it (5)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 15 }),
        fc.array(write, { minLength: 1, maxLength: 15 }),
        fc.array(write, { maxLength: 5 }),
        options,
        fc.constantFrom('hang', 'commit_then_hang', 'reject_yet_visible', 'reject'),
        async (before, flying, open, asked, fault) => {
          const rig = new Rig();
          const put =
            (writes: readonly { key: string; value: string | undefined }[]): Handler =>
            (turn) => {
              for (const { key, value } of writes) {
                if (value === undefined) turn.remove('jobs', key);
                else turn.put('jobs', key, value);
              }
            };
          await rig.told('a', put(before));
          const range = rangeOptions(asked);
          const all = () => [
            [...rig.system.records.range('jobs', range)],
            flying.map(({ key }) => rig.system.records.get('jobs', key)),
          ];
          const expected = all();
          expect([...rig.store.range('jobs', range)]).toEqual(expected[0]);
          rig.faults.push(fault, 'reject', 'reject_yet_visible');
          rig.ask('a', put(flying));
          await rig.world.settle();
          rig.ask('a', put(open));
          expect(all()).toEqual(expected);
          await rig.world.advance(TIME_LIMIT_MS);
          expect(all()).toEqual(expected);
          rig.store.releaseHung();
          for (let i = 0; i < 10; i++) {
            await rig.world.advance(100);
            expect(all()).toEqual(expected);
          }
          expect(rig.system.takesWrites).toBe(true);
          expect([...rig.store.range('jobs', range)]).toEqual(expected[0]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes the instant of a walk at its beginning, not where the range was named', async () => {
    const rig = new Rig();
    const early = rig.system.records.range('accounts', {});
    rig.faults.push('commit_then_hang');
    rig.ask('a', add(1));
    await rig.world.settle();
    expect([...early]).toEqual([]);
    const during = rig.system.records.range('accounts', {});
    rig.store.releaseHung();
    await rig.world.settle();
    expect([...during]).toEqual([{ key: 'a', value: '1' }]);
  });

  it('gives up a walk that its caller gives up', async () => {
    const ended: string[] = [];
    const plain = new MemoryStore();
    const store: Store = {
      get: (table, at) => plain.get(table, at),
      commit: (writes) => plain.commit(writes),
      close: () => plain.close(),
      range: (table, range) => ({
        *[Symbol.iterator]() {
          try {
            yield* plain.range(table, range);
          } finally {
            ended.push(table);
          }
        },
      }),
    };
    const rig = new Rig({ store });
    await rig.told('a', add(1));
    await rig.told('b', add(1));
    rig.ask('a', add(1));
    for (const _ of rig.system.records.range('accounts', {})) break;
    await rig.world.settle();
    for (const _ of rig.system.records.range('accounts', {})) break;
    expect(ended.filter((table) => table === 'accounts')).toHaveLength(2);
  });
});

describe('a store that throws at once', () => {
  class Brittle implements Store {
    readonly #store = new MemoryStore();
    breaks: 'nothing' | 'commits' | 'everything' = 'nothing';

    get(table: Parameters<Store['get']>[0], key: string) {
      if (this.breaks === 'everything') throw new Error('out of order');
      return this.#store.get(table, key);
    }

    range(table: Parameters<Store['get']>[0], options: RangeOptions) {
      if (this.breaks === 'everything') throw new Error('out of order');
      return this.#store.range(table, options);
    }

    commit(writes: readonly Write[]): Promise<void> {
      if (this.breaks !== 'nothing') throw new Error('out of order');
      return this.#store.commit(writes);
    }

    close(): Promise<void> {
      return this.#store.close();
    }
  }

  it('counts as one that rejects, and the gate opens again when it no longer does', async () => {
    for (const breaks of ['commits', 'everything'] as const) {
      const store = new Brittle();
      const rig = new Rig({ store });
      await rig.told('a', add(1));
      store.breaks = breaks;
      expect(await rig.told('a', add(1))).toEqual(unavailable);
      await rig.world.advance(RECOVERY_MS);
      expect([rig.view('a'), rig.system.takesWrites]).toEqual([1, false]);
      store.breaks = 'nothing';
      await rig.world.advance(RECOVERY_MS);
      expect(await rig.told('a', add(1))).toEqual(ok(2));
    }
  });

  it('loses no reminder that comes due while it refuses reads', async () => {
    const store = new Brittle();
    const seen: number[] = [];
    const rig: Rig = new Rig({ store, onReminder: () => seen.push(rig.world.steadyMs()) });
    await rig.told('a', (turn) => turn.remindAt('r', (turn.now + 500) as typeof turn.now));
    store.breaks = 'everything';
    await rig.world.advance(5_000);
    expect(seen).toEqual([]);
    store.breaks = 'nothing';
    await rig.world.advance(5_000);
    expect(seen).toHaveLength(1);
  });
});

describe('a commit aside', () => {
  it('shares the commit of the turns of its instant, and tells when it is on disk', async () => {
    const rig = new Rig();
    const asked = rig.ask('a', add(1));
    const aside = rig.system.commitAside([{ table: 'meta', key: 'm', value: 'x' }]);
    await rig.world.settle();
    expect([await aside, asked.outcomes, rig.system.figures.commits]).toEqual([true, [ok(1)], 1]);
    expect(rig.store.get('meta', 'm')).toBe('x');
  });

  it('fails with them', async () => {
    const rig = new Rig();
    rig.faults.push('reject');
    rig.ask('a', add(1));
    const aside = rig.system.commitAside([{ table: 'meta', key: 'm', value: 'x' }]);
    await rig.world.settle();
    expect(await aside).toBe(false);
  });

  it('of nothing is done at once, and one of what no store takes is a defect of the caller alone', async () => {
    const rig = new Rig();
    expect(await rig.system.commitAside([])).toBe(true);
    const asked = rig.ask('a', add(1));
    expect(() => rig.system.commitAside([{ table: 'meta', key: '', value: 'x' }])).toThrow(RangeError);
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(1)]);
  });
});

describe('a process that stood still for longer than a commit may take', () => {
  /** Time that passes without anything happening in it. */
  class HaltingWorld extends VirtualWorld {
    haltedMs = 0;
    /** What happens between the timers and what they have run soon. */
    event: (() => void) | undefined;

    override steadyMs(): SteadyMs {
      return (super.steadyMs() + this.haltedMs) as SteadyMs;
    }

    override soon(task: () => void): void {
      this.event?.();
      this.event = undefined;
      super.soon(task);
    }
  }

  it('refuses nothing that is on disk by then', async () => {
    const world = new HaltingWorld();
    const rig = new Rig({}, world);
    rig.hold();
    const asked = rig.ask('a', add(1));
    await world.advance(TIME_LIMIT_MS - 1);
    world.haltedMs += 60_000;
    world.event = () => rig.letGo();
    await world.advance(1);
    expect(asked.outcomes).toEqual([ok(1)]);
    expect([rig.storageStates, rig.onDisk('a')]).toEqual([[], 1]);
  });

  it('refuses what is not, as ever', async () => {
    const world = new HaltingWorld();
    const rig = new Rig({}, world);
    rig.hold();
    const asked = rig.ask('a', add(1));
    await world.advance(TIME_LIMIT_MS - 1);
    world.haltedMs += 60_000;
    await world.advance(1);
    expect(asked.outcomes).toEqual([unavailable]);
    expect(rig.storageStates).toEqual(['refusing']);
  });
});
