import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { RangeOptions, Store, Write } from '../../../src/store/store.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import {
  add,
  type Handler,
  ok,
  RECOVERY_MS,
  Rig,
  read,
  rigWithTen,
  set,
  TIME_LIMIT_MS,
  unavailable,
} from './rig.js';

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
    expect([rig.system.metrics.turns, rig.system.metrics.commits]).toEqual([50, 1]);
  });

  it('fills the next batch while one flies, and never has two under way (invariant 1)', async () => {
    const rig = new Rig();
    rig.hold();
    const asked = [rig.ask('a', add(1))];
    await rig.world.settle();
    asked.push(rig.ask('a', add(1)), rig.ask('b', add(1)));
    await rig.world.settle();
    expect(rig.system.metrics.commits).toBe(0);
    rig.release();
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual([[ok(1)], [ok(2)], [ok(1)]]);
    expect(rig.system.metrics.commits).toBe(2);
  });

  it('shows the committed state while a batch flies, and the new one when it has landed (5)', async () => {
    const rig = await rigWithTen();
    rig.hold();
    rig.ask('a', add(1));
    await rig.world.settle();
    expect([rig.view('a'), rig.system.records.get('accounts', 'a')]).toEqual([10, '10']);
    rig.release();
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
    rig.release();
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
    expect(rig.system.metrics.commits).toBe(1);
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
    expect([rig.effects, rig.storageStates, rig.ballast]).toEqual([[], ['refusing', 'taking'], []]);
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
    rig.release();
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
    rig.release();
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
    expect([rig.view('a'), rig.system.takesWrites, rig.defects, rig.quarantines]).toEqual([
      10,
      false,
      [],
      [],
    ]);
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
    rig.release();
    await rig.world.settle();
    expect([first.outcomes, second.outcomes]).toEqual([[ok(11)], [ok(1)]]);
    await rig.world.advance(60_000);
    expect(rig.storageStates).toEqual([]);
  });

  it('lands or is late, never both, when both come in the same millisecond', async () => {
    const landsFirst = await rigWithTen();
    landsFirst.hold();
    // Set before the time limit's own timer, so that it fires first.
    landsFirst.world.after(TIME_LIMIT_MS, () => landsFirst.release());
    const inTime = landsFirst.ask('a', add(1));
    await landsFirst.world.advance(2 * TIME_LIMIT_MS);
    expect([inTime.outcomes, landsFirst.onDisk('a'), landsFirst.storageStates]).toEqual([[ok(11)], 11, []]);

    const lateFirst = await rigWithTen();
    lateFirst.hold();
    const late = lateFirst.ask('a', add(1));
    await lateFirst.world.settle();
    lateFirst.world.after(TIME_LIMIT_MS, () => lateFirst.release());
    await lateFirst.world.advance(RECOVERY_MS);
    expect([late.outcomes, lateFirst.onDisk('a')]).toEqual([[unavailable], 10]);
    expect(lateFirst.storageStates).toEqual(['refusing', 'taking']);
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
    expect([await aside, asked.outcomes, rig.system.metrics.commits]).toEqual([true, [ok(1)], 1]);
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

    override steadyMs(): SteadyMs {
      return (super.steadyMs() + this.haltedMs) as SteadyMs;
    }
  }

  /** A minute gone by in an instant, a millisecond before the time limit of the commit under way. */
  async function haltedInACommit() {
    const world = new HaltingWorld();
    const rig = new Rig({}, world);
    rig.hold();
    const asked = rig.ask('a', add(1));
    await world.advance(TIME_LIMIT_MS - 1);
    world.haltedMs += 60_000;
    await world.advance(1);
    return { world, rig, asked };
  }

  it('gives the commit its time once more', async () => {
    const { world, rig, asked } = await haltedInACommit();
    await world.advance(TIME_LIMIT_MS - 1);
    rig.release();
    await world.settle();
    expect(asked.outcomes).toEqual([ok(1)]);
    expect([rig.storageStates, rig.onDisk('a')]).toEqual([[], 1]);
  });

  it('refuses what is not on disk then, however late it is again', async () => {
    const { world, rig, asked } = await haltedInACommit();
    await world.advance(TIME_LIMIT_MS - 1);
    expect(asked.outcomes).toEqual([]);
    world.haltedMs += 60_000;
    await world.advance(1);
    expect(asked.outcomes).toEqual([unavailable]);
    expect(rig.storageStates).toEqual(['refusing']);
  });
});
