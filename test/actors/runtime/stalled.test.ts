/**
 * When a watchdog is to end the process: a commit that is overdue by twice the limit, of which nobody was
 * told.
 */
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import { add, Rig, TIME_LIMIT_MS, unavailable } from './rig.js';

/** Its time also passes without a timer that fires. */
class WorldOfBrokenTimers extends VirtualWorld {
  passedMs = 0;

  override steadyMs(): SteadyMs {
    return (super.steadyMs() + this.passedMs) as SteadyMs;
  }
}

async function rigWithCommitUnderWay() {
  const world = new WorldOfBrokenTimers();
  const rig = new Rig({}, world);
  rig.hold();
  const asked = rig.ask('a', add(1));
  await world.settle();
  return { world, rig, asked };
}

describe('the system is stalled', () => {
  it('once a commit takes more than twice as long as it may and nobody was told, and not before', async () => {
    const { world, rig, asked } = await rigWithCommitUnderWay();
    const seen = [0, TIME_LIMIT_MS, 2 * TIME_LIMIT_MS, 2 * TIME_LIMIT_MS + 1].map((passedMs) => {
      world.passedMs = passedMs;
      return rig.system.isStalled;
    });
    expect(seen).toEqual([false, false, false, true]);
    expect(asked.outcomes).toEqual([]);
  });

  it('no more when that commit lands after all', async () => {
    const { world, rig } = await rigWithCommitUnderWay();
    world.passedMs = 60_000;
    expect(rig.system.isStalled).toBe(true);
    rig.release();
    await world.settle();
    expect(rig.system.isStalled).toBe(false);
  });
});

describe('the system is not stalled', () => {
  it('where nothing waits for the disk, however long', async () => {
    const world = new WorldOfBrokenTimers();
    const rig = new Rig({}, world);
    world.passedMs = 3_600_000;
    expect(rig.system.isStalled).toBe(false);
  });

  it('by a disk that hangs for ever: those who waited were refused in time', async () => {
    const { world, rig, asked } = await rigWithCommitUnderWay();
    for (let second = 0; second < 600; second++) {
      await world.advance(1_000);
      expect(rig.system.isStalled).toBe(false);
    }
    expect(asked.outcomes).toEqual([unavailable]);
  });
});
