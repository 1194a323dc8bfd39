import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { Reminders, reminderKey } from '../../../src/actors/runtime/reminders.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { type StoreReader, UnreadableRecord } from '../../../src/store/store.js';
import { later } from '../../../src/time/clock.js';
import { add, type Handler, Rig, remind, TIME_LIMIT_MS } from './rig.js';

/** A rig that notes when reminders came, from the start of the test. */
function remindedRig(onReminder: Handler = () => undefined): { rig: Rig; came: number[] } {
  const came: number[] = [];
  const rig: Rig = new Rig({
    onReminder: (turn, sum) => {
      const reply = onReminder(turn, sum);
      came.push(turn.now - start);
      return reply;
    },
  });
  const start = rig.world.steadyMs();
  return { rig, came };
}

describe('a reminder', () => {
  it('comes at its time, once, and its record goes with it', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', 500));
    await rig.world.advance(499);
    expect(came).toEqual([]);
    await rig.world.advance(60_000);
    expect([came, [...rig.store.range('reminders', {})]]).toEqual([[500], []]);
  });

  it('that is overdue comes at once', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', -500));
    await rig.world.advance(1);
    expect(came).toEqual([0]);
  });

  it('that is said to be the first of its name comes as any other does, and is gone where its commit failed', async () => {
    const { rig, came } = remindedRig();
    const first: Handler = (turn) => turn.remindFirstAt('r', later(turn.now, 5_000));
    rig.faults.push('reject_yet_visible');
    await rig.told('a', first);
    await rig.world.advance(4_000);
    expect([...rig.store.range('reminders', {})]).toEqual([]);
    await rig.told('a', first);
    await rig.world.advance(60_000);
    expect([came, [...rig.store.range('reminders', {})]]).toEqual([[9_000], []]);
  });

  it('that was moved comes at its last time only', async () => {
    for (const [first, second] of [
      [500, 900],
      [900, 500],
      [500, 500],
    ] as const) {
      const { rig, came } = remindedRig();
      await rig.told('a', remind('r', first));
      await rig.told('a', remind('r', second));
      await rig.world.advance(5_000);
      expect(came).toEqual([second]);
    }
  });

  it('that was forgotten does not come, also where it was set and forgotten in one turn', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', 500));
    await rig.told('a', (turn) => turn.forget('r'));
    await rig.told('a', (turn) => {
      turn.remindAt('s', later(turn.now, 100));
      turn.forget('s');
    });
    await rig.world.advance(5_000);
    expect(came).toEqual([]);
  });

  it('that was forgotten and set again in one turn comes', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', (turn) => {
      turn.remindAt('r', later(turn.now, 100));
      turn.forget('r');
      turn.remindAt('r', later(turn.now, 200));
    });
    await rig.world.advance(5_000);
    expect(came).toEqual([200]);
  });

  it('whose turn throws is tried again until one succeeds', async () => {
    let failures = 2;
    const { rig, came } = remindedRig((turn) => {
      turn.effect('e');
      if (failures-- > 0) throw new Error('boom');
    });
    await rig.told('a', remind('r', 500));
    await rig.world.advance(10_000);
    expect([came, rig.effects]).toEqual([[2_500], ['e']]);
  });

  it('whose commit fails comes again', async () => {
    const { rig, came } = remindedRig((turn, sum) => add(1)(turn, sum));
    await rig.told('a', remind('r', 500));
    rig.faults.push('reject');
    await rig.world.advance(10_000);
    expect([came, rig.onDisk('a')]).toEqual([[500, 1_500], 1]);
  });

  it('that comes due while the disk takes no writes waits until it does', async () => {
    const { rig, came } = remindedRig((turn, sum) => add(1)(turn, sum));
    await rig.told('a', remind('r', 2 * TIME_LIMIT_MS));
    rig.faults.push('hang');
    rig.ask('b', add(1));
    await rig.world.advance(20_000);
    expect(came).toEqual([]);
    rig.store.releaseHung();
    await rig.world.advance(2_000);
    expect([came.length, rig.onDisk('a')]).toEqual([1, 1]);
  });

  it('is not fired while the disk takes no writes, however many are due and however long that takes', async () => {
    const { rig, came } = remindedRig((turn, sum) => add(1)(turn, sum));
    for (let n = 0; n < 300; n++) rig.ask(`a${n}`, remind('r', 2 * TIME_LIMIT_MS));
    await rig.world.advance(100);
    rig.faults.push('hang');
    rig.ask('b', add(1));
    await rig.world.advance(3_600_000);
    expect(rig.system.metrics.remindersFired).toBe(0);
    rig.store.releaseHung();
    await rig.world.advance(2_000);
    expect([came.length, rig.onDisk('a0'), rig.onDisk('a299')]).toEqual([300, 1, 1]);
  });

  it('survives a restart, and comes at once where its time passed meanwhile', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', 500));
    rig.crash();
    await rig.world.advance(500);
    expect(came).toEqual([500]);
    await rig.told('a', remind('r', 100));
    await rig.system.close();
    await rig.world.advance(1_000);
    rig.crash();
    await rig.world.advance(1);
    expect(came).toEqual([500, 1_500]);
  });

  it('is one of thousands that a restart finds: each comes once, as it stands when it is taken up', async () => {
    const { rig, came } = remindedRig((turn, sum) => add(1)(turn, sum));
    const name = (n: number) => `a${String(n).padStart(4, '0')}`;
    for (let n = 0; n < 3_000; n++) rig.ask(name(n), remind('r', 500));
    await rig.world.advance(100);
    rig.crash();
    // The walk over the records has not come that far.
    rig.ask(name(2_998), (turn) => turn.forget('r'));
    rig.ask(name(2_999), remind('r', 2_000));
    await rig.world.advance(1_000);
    expect([came.length, rig.onDisk(name(0)), rig.onDisk(name(2_997))]).toEqual([2_998, 1, 1]);
    await rig.world.advance(10_000);
    expect([came.length, came.at(-1), rig.onDisk(name(2_999))]).toEqual([2_999, 2_100, 1]);
  });

  it('whose actor is not in memory wakes it', async () => {
    const sums: unknown[] = [];
    const rig = new Rig({ passivateAfterMs: 40, onReminder: (_, sum) => sums.push(sum) });
    await rig.told('a', (turn, sum) => {
      add(7)(turn, sum);
      turn.remindAt('r', later(turn.now, 1_000));
    });
    await rig.world.advance(500);
    expect(rig.system.residentCount).toBe(0);
    await rig.world.advance(600);
    expect(sums).toEqual([7]);
  });

  it('that comes due while the turn that moved it is not on disk yet is moved all the same', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', 500));
    await rig.world.advance(400);
    rig.hold();
    rig.ask('a', remind('r', 3_000));
    await rig.world.advance(200);
    rig.release();
    await rig.world.advance(10_000);
    expect(came).toEqual([3_400]);
  });

  it('that comes due while the turn that moved it is not on disk yet comes soon where that turn fails', async () => {
    for (const change of [remind('r', 3_000), ((turn) => turn.forget('r')) satisfies Handler]) {
      const { rig, came } = remindedRig();
      await rig.told('a', remind('r', 500));
      await rig.world.advance(400);
      rig.hold();
      rig.faults.push('reject');
      rig.ask('a', change);
      await rig.world.advance(200);
      rig.release();
      await rig.world.advance(10_000);
      expect(came).toHaveLength(1);
      expect(came[0]).toBeLessThan(2_600);
    }
  });

  it('that comes due again while the turn that handled it is not on disk yet is handled once', async () => {
    const { rig, came } = remindedRig();
    await rig.told('a', remind('r', 500));
    await rig.told('b', remind('r', 100));
    // The same time twice: two entries of the heap stand for one record.
    await rig.told('a', (turn) => turn.remindAt('r', later(turn.now, 500)));
    rig.hold();
    await rig.world.advance(600);
    rig.release();
    await rig.world.advance(10_000);
    expect(came).toEqual([100, 500]);
  });

  it('is one of thousands that come due at once, and each comes once', async () => {
    const { rig, came } = remindedRig((turn, sum) => add(1)(turn, sum));
    for (let i = 0; i < 3_000; i++) rig.ask(`a${i}`, remind('r', 500));
    await rig.world.advance(10_000);
    expect([came.length, rig.onDisk('a0'), rig.onDisk('a2999')]).toEqual([3_000, 1, 1]);
  });

  it('for a kind of actor that nobody knows is reported, and the others come', async () => {
    const { rig, came } = remindedRig();
    await rig.store.commit([
      { table: 'reminders', key: 'other/x/r', value: String(rig.world.steadyMs() + 1) },
    ]);
    rig.crash();
    rig.ask('a', remind('r', 500));
    await rig.world.advance(1_000);
    expect([came, rig.defects.length]).toEqual([[500], 1]);
  });
});

describe('reminders of which one is damaged', () => {
  it('all come: that one at once, for nobody knows when it was due', async () => {
    const world = new VirtualWorld();
    const store = new MemoryStore();
    const key = (name: string) => reminderKey('sum', name, 'r');
    for (const [n, name] of ['a', 'b', 'c'].entries()) {
      const due = later(world.steadyMs(), 1_000 * (n + 1));
      await store.commit([{ table: 'reminders', key: key(name), value: String(due) }]);
    }
    const refuse = (): never => {
      throw new UnreadableRecord('reminders', key('b'), new Error('damaged'));
    };
    const damaged: StoreReader = {
      get: (table, name) => (name === key('b') ? refuse() : store.get(table, name)),
      *range(table, options) {
        for (const entry of store.range(table, options)) {
          yield entry.key === key('b')
            ? {
                key: entry.key,
                get value() {
                  return refuse();
                },
              }
            : entry;
        }
      },
    };
    const came: string[] = [];
    const reminders = new Reminders(
      world,
      { reader: damaged, takesWrites: true },
      ({ id }) => void came.push(id),
    );
    reminders.load();
    await world.advance(500);
    expect(came).toEqual(['b']);
    await world.advance(5_000);
    expect(came).toEqual(['b', 'a', 'c']);
    reminders.stop();
  });
});
