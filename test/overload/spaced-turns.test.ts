import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { SpacedTurns } from '../../src/overload/spaced-turns.js';

describe('spaced turns', () => {
  it('are now for the first, each a while after the one before, and for nobody who would wait too long', () => {
    const turns = new SpacedTurns(new VirtualWorld(), 2, 5);
    expect([0, 1, 2, 3, 4].map(() => turns.next())).toEqual([0, 2, 4, undefined, undefined]);
  });

  it('make nobody wait after a pause', async () => {
    const world = new VirtualWorld();
    const turns = new SpacedTurns(world, 2, 5);
    expect([turns.next(), turns.next()]).toEqual([0, 2]);
    await world.advance(4);
    expect(turns.next()).toBe(0);
  });
});
