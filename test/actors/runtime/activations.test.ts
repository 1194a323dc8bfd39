import { describe, expect, it } from 'vitest';
import { add, ok, Rig, read, refused, set } from './rig.js';

describe('an actor in memory', () => {
  it('is passivated when it has not been used for the set time, and comes back as it was', async () => {
    const rig = new Rig({ passivateAfterMs: 1_000 });
    await rig.told('a', add(5));
    await rig.world.advance(700);
    expect(rig.system.residentCount).toBe(1);
    await rig.world.advance(600);
    expect([rig.system.residentCount, rig.system.metrics.passivations]).toEqual([0, 1]);
    expect(await rig.told('a', read)).toEqual(ok(5));
  });

  it('stays as long as it is looked at', async () => {
    const rig = new Rig({ passivateAfterMs: 1_000 });
    await rig.told('a', add(5));
    for (let i = 0; i < 10; i++) {
      await rig.world.advance(500);
      rig.view('a');
    }
    expect(rig.system.metrics.passivations).toBe(0);
    await rig.world.advance(2_000);
    expect(rig.system.metrics.passivations).toBe(1);
  });

  it('stays while it has something uncommitted, whatever becomes of it', async () => {
    for (const fault of ['hang_then_commit', 'hang'] as const) {
      const rig = new Rig({ passivateAfterMs: 40, gateTimeLimitMs: 60_000 });
      await rig.told('a', add(5));
      rig.faults.push(fault);
      const asked = rig.ask('a', add(1));
      await rig.world.advance(1_000);
      expect(rig.system.residentCount).toBe(1);
      rig.store.releaseHung();
      await rig.world.advance(10_000);
      expect(asked.outcomes).toEqual([fault === 'hang' ? refused('storage_unavailable') : ok(6)]);
      expect(await rig.told('a', read)).toEqual(ok(fault === 'hang' ? 5 : 6));
    }
  });

  it('goes early where there are too many, unless it was used since the sweep before', async () => {
    const rig = new Rig({ passivateAfterMs: 4_000, residentMax: 10 });
    for (let i = 0; i < 20; i++) rig.ask(`a${i}`, add(1));
    await rig.world.advance(1_500);
    for (let i = 0; i < 5; i++) rig.ask(`a${i}`, read);
    await rig.world.advance(1_000);
    expect(rig.system.residentCount).toBe(5);
    expect(rig.view('a19')).toBe(1);
  });

  it('comes back from the committed records, not from what a failed commit shows', async () => {
    const rig = new Rig({ passivateAfterMs: 40 });
    await rig.told('a', add(5));
    rig.faults.push('reject_yet_visible', ...new Array(1_000).fill('reject'));
    await rig.told('a', add(1));
    await rig.world.advance(1_000);
    expect([rig.system.residentCount, rig.onDisk('a'), rig.view('a')]).toEqual([0, 6, 5]);
    expect(rig.ask('a', read).outcomes).toEqual([ok(5)]);
  });

  it('that does not exist leaves nothing behind, asked, viewed, called or refused', async () => {
    const rig = new Rig();
    expect(rig.view('x')).toBe(undefined);
    expect(await rig.told('x', read)).toEqual(ok(undefined));
    await rig.told('x', (turn) => turn.call(rig.purse, 'y', read));
    await rig.told('x', () => {
      throw new Error('boom');
    });
    rig.faults.push('reject');
    await rig.told('x', add(1));
    await rig.world.advance(10_000);
    expect(rig.system.residentCount).toBe(0);
  });

  it('that is made, ended and made again in one batch exists', async () => {
    const rig = new Rig();
    rig.ask('a', add(1));
    rig.ask('a', (turn) => set(turn, undefined));
    const asked = rig.ask('a', add(2));
    await rig.world.settle();
    expect([asked.outcomes, rig.view('a'), rig.onDisk('a'), rig.system.residentCount]).toEqual([
      [ok(2)],
      2,
      2,
      1,
    ]);
  });

  it('that ends is gone when that is on disk', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    rig.hold();
    rig.ask('a', (turn) => set(turn, undefined));
    const during = rig.ask('a', read);
    await rig.world.settle();
    expect([rig.system.residentCount, rig.view('a'), during.outcomes]).toEqual([1, 1, []]);
    rig.release();
    await rig.world.settle();
    expect([rig.view('a'), during.outcomes]).toEqual([undefined, [ok(undefined)]]);
    expect(rig.system.residentCount).toBe(0);
  });

  it('whose end fails lives on', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    rig.faults.push('reject');
    await rig.told('a', (turn) => set(turn, undefined));
    await rig.world.advance(10_000);
    expect([rig.system.metrics.activations, rig.view('a'), await rig.told('a', add(1))]).toEqual([
      1,
      1,
      ok(2),
    ]);
  });

  it('whose making fails leaves no activation, also if others were asked of it meanwhile', async () => {
    const rig = new Rig();
    rig.hold();
    rig.faults.push('reject');
    const made = rig.ask('a', add(1));
    await rig.world.settle();
    const changed = rig.ask('a', add(1));
    const seen = rig.ask('b', (turn) => turn.call(rig.purse, 'a', read));
    rig.release();
    await rig.world.settle();
    for (const { outcomes } of [made, changed, seen])
      expect(outcomes).toEqual([refused('storage_unavailable')]);
    expect(rig.system.residentCount).toBe(0);
  });
});
