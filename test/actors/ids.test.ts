import { expect, it } from 'vitest';
import { IdMaker, timeOfId } from '../../src/actors/ids.js';
import { VirtualWorld } from '../../src/simulation/virtual-world.js';

it('an id tells when it was made, and sorts after those made before it', async () => {
  const world = new VirtualWorld({ steadyMs: 1_795_219_200_000 });
  const ids = new IdMaker(world);
  const made: string[] = [];
  for (const passMs of [0, 0, 1, 31, 1_023, 86_400_000]) {
    await world.advance(passMs);
    const id = ids.next('job');
    expect(timeOfId(id)).toBe(world.steadyMs());
    made.push(id);
  }
  expect(made.toSorted()).toEqual(made);
});
