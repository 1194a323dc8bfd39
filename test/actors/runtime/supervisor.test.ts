import { describe, expect, it } from 'vitest';
import { add, type Handler, ok, Rig, read, refused, set } from './rig.js';

const boom: Handler = () => {
  throw new Error('boom');
};

async function failThrice(rig: Rig, id = 'a'): Promise<void> {
  for (let i = 0; i < 3; i++) expect(await rig.told(id, boom)).toEqual(refused('defect'));
}

describe('an actor that fails again and again', () => {
  it('is quarantined after the third failure in a row, for a second, then for twice as long each time, up to a minute (invariant 1)', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    await failThrice(rig);
    expect(await rig.told('a', read)).toEqual(refused('quarantined'));
    for (let i = 0; i < 8; i++) {
      const restMs = rig.quarantines.at(-1) ?? 0;
      await rig.world.advance(restMs - 1);
      expect(await rig.told('a', boom)).toEqual(refused('quarantined'));
      await rig.world.advance(1);
      expect(await rig.told('a', boom)).toEqual(refused('defect'));
    }
    expect(rig.quarantines).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('is served again after its rest, and forgiven by one success (2)', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    await failThrice(rig);
    await rig.world.advance(1_000);
    expect(await rig.told('a', add(1))).toEqual(ok(2));
    await rig.told('a', boom);
    await rig.told('a', boom);
    expect(await rig.told('a', read)).toEqual(ok(2));
    await rig.told('a', boom);
    await rig.told('a', boom);
    expect(await rig.told('a', read)).toEqual(ok(2));
  });

  it('is seen by readers as it was, and harms nobody else', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    await failThrice(rig);
    expect([rig.view('a'), await rig.told('b', add(1))]).toEqual([1, ok(1)]);
  });

  it('is the one that is quarantined if it fails within the turn of another', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    await rig.told('b', add(1));
    const calls: Handler = (turn) => turn.call(rig.purse, 'b', boom);
    for (let i = 0; i < 3; i++) expect(await rig.told('a', calls)).toEqual(refused('defect'));
    expect([await rig.told('a', read), await rig.told('b', read)]).toEqual([ok(1), refused('quarantined')]);
  });

  it('that is quarantined is not called either: the turn that would is refused, which is no failure', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    await rig.told('b', add(1));
    await failThrice(rig, 'b');
    const calls: Handler = (turn) => [set(turn, 7), turn.call(rig.purse, 'b', read)];
    for (let i = 0; i < 5; i++) expect(await rig.told('a', calls)).toEqual(refused('quarantined'));
    expect([rig.defects.length, rig.view('a'), await rig.told('a', read)]).toEqual([3, 1, ok(1)]);
  });

  it('within the turn of another is forgiven when it succeeds within one', async () => {
    const rig = new Rig();
    const calls =
      (handle: Handler): Handler =>
      (turn) =>
        turn.call(rig.purse, 'b', handle);
    await rig.told('b', add(1));
    for (let i = 0; i < 10; i++) {
      await rig.told('a', calls(boom));
      await rig.told('a', calls(add(1)));
    }
    expect([await rig.told('b', read), rig.quarantines]).toEqual([ok(11), []]);
  });

  it('is not counted as failing while the disk takes no writes', async () => {
    const rig = new Rig();
    rig.faults.push(...new Array(100).fill('reject'));
    for (let i = 0; i < 10; i++) expect(await rig.told('a', add(1))).toEqual(refused('storage_unavailable'));
    expect(rig.quarantines).toEqual([]);
  });

  it('rests in memory until its rest is over', async () => {
    const rig = new Rig({ passivateAfterMs: 40 });
    await rig.told('a', add(1));
    for (let i = 0; i < 3; i++) await rig.told('a', boom);
    await rig.world.advance(500);
    expect(await rig.told('a', read)).toEqual(refused('quarantined'));
    await rig.world.advance(1_000);
    expect(rig.system.residentCount).toBe(0);
  });
});

describe('an actor whose records are broken', () => {
  async function rigWithBroken(reminders: string[] = []): Promise<Rig> {
    const rig = new Rig({ onReminder: (turn) => reminders.push(turn.id) });
    await rig.store.commit([
      { table: 'accounts', key: 'x', value: 'broken' },
      { table: 'reminders', key: 'purse/x/r', value: '1000100' },
    ]);
    rig.crash();
    return rig;
  }

  it('is refused, reported, and harms nobody else', async () => {
    const rig = await rigWithBroken();
    expect(await rig.told('x', read)).toEqual(refused('defect'));
    expect(() => rig.view('x')).toThrow('broken');
    expect(await rig.told('a', (turn) => turn.call(rig.purse, 'x', read))).toEqual(refused('defect'));
    expect([await rig.told('a', add(1)), rig.defects.length]).toEqual([ok(1), 2]);
  });

  it('is reminded again and again, slowly, until its records are mended', async () => {
    const reminders: string[] = [];
    const rig = await rigWithBroken(reminders);
    await rig.world.advance(10 * 60_000);
    expect(reminders).toEqual([]);
    expect(rig.defects.length).toBeGreaterThan(5);
    expect(rig.defects.length).toBeLessThan(15);
    void rig.system.commitAside([{ table: 'accounts', key: 'x', value: '1' }]);
    await rig.world.advance(2 * 60_000);
    expect(reminders).toEqual(['x']);
  });
});
