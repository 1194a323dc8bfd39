import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { AnchorKeeper } from '../../../src/node/clock/anchor-keeper.js';

const DAY_MS = 86_400_000;

async function keeperIn(world: VirtualWorld) {
  const steps: number[] = [];
  let writes = 0;
  const keeper = new AnchorKeeper({
    world,
    anchoredLeadMs: world.wallMs() - world.steadyMs(),
    onStep: (byMs) => steps.push(byMs),
    write: async () => {
      writes += 1;
      return true;
    },
  });
  keeper.start();
  await world.advance(1_000);
  return { steps, writes: () => writes, keeper };
}

describe('the keeper of the anchor', () => {
  it('tells of a step of the wall clock by a day, once, and writes the anchor anew', async () => {
    const world = new VirtualWorld();
    const { steps, writes } = await keeperIn(world);
    world.stepWall(-DAY_MS);
    await world.advance(5_000);
    expect([steps, writes()]).toEqual([[-DAY_MS], 1]);
    world.stepWall(DAY_MS);
    await world.advance(5_000);
    expect([steps, writes()]).toEqual([[-DAY_MS, DAY_MS], 2]);
  });

  it('takes a clock that is slewed for none that was stepped', async () => {
    const world = new VirtualWorld();
    const { steps, writes, keeper } = await keeperIn(world);
    for (let n = 0; n < 100; n++) {
      world.stepWall(60);
      await world.advance(250);
    }
    expect(steps).toEqual([]);
    expect(writes()).toBeGreaterThan(20);
    keeper.stop();
    expect(world.armedTimers).toBe(0);
  });
});
