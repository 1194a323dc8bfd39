import { describe, expect, it } from 'vitest';
import { add, type Handler, RECOVERY_MS, rigWithTen } from './rig.js';

describe('the undoing of a commit that failed', () => {
  it('is tried again, ever more slowly, until it succeeds (invariant 2)', async () => {
    const rig = await rigWithTen();
    rig.faults.push(...new Array(1_000).fill('reject'));
    await rig.told('a', add(1));
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
    const { length } = rig.ballast.reduce((all, { value }) => all + value, '');
    expect(length).toBeGreaterThan(1_000_000);
    expect(length).toBeLessThan(1_200_000);
    rig.store.releaseHung();
    await rig.world.advance(RECOVERY_MS);
    expect(rig.ballast).toEqual([]);
  });

  it('is gone in the end though the commit that was to remove it failed too', async () => {
    for (const second of ['reject', 'reject_yet_visible'] as const) {
      const rig = await rigWithTen();
      rig.faults.push('reject', 'none', second);
      await rig.told('a', fat);
      await rig.world.advance(RECOVERY_MS);
      expect([rig.storageStates, rig.ballast]).toEqual([['refusing', 'taking', 'refusing', 'taking'], []]);
    }
  });
});

describe('ballast that a killed process left', () => {
  it('is taken away at the next start', async () => {
    const rig = await rigWithTen();
    rig.faults.push('reject', 'commit_then_hang');
    await rig.told('a', add(1));
    expect(rig.ballast).not.toEqual([]);
    rig.crash('kept');
    await rig.world.settle();
    expect([rig.ballast, rig.view('a')]).toEqual([[], 10]);
  });
});
