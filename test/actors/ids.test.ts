import { expect, it } from 'vitest';
import { IdMaker } from '../../src/actors/ids.js';
import { VirtualWorld } from '../../src/simulation/virtual-world.js';

const STEADY_MS = 1_795_219_200_000;

it('ids sort in the order in which they were made', async () => {
  const world = new VirtualWorld({ steadyMs: STEADY_MS });
  const ids = new IdMaker(world);
  const made: string[] = [];
  for (const passMs of [0, 0, 1, 31, 1_023, 86_400_000]) {
    await world.advance(passMs);
    made.push(ids.next('job'));
  }
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

it('ids sort behind those of the run before, also where time went back over a restart', async () => {
  const before = new IdMaker(new VirtualWorld({ seed: 1, steadyMs: STEADY_MS + 60_000 })).next('job');
  for (const aheadMs of [0, 60_000, 60_001]) {
    const world = new VirtualWorld({ seed: 2, steadyMs: STEADY_MS + aheadMs });
    const ids = new IdMaker(world, before);
    const made = [before, ids.next('job')];
    await world.advance(120_000);
    made.push(ids.next('job'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  }
});
