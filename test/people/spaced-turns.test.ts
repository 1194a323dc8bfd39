import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { SpacedTurns } from '../../src/people/spaced-turns.js';

describe('spaced turns', () => {
  it('come in order, the first at once and each of the others a while after the one before', async () => {
    const world = new VirtualWorld();
    const turns = new SpacedTurns(world, 2);
    const taken: (readonly [turn: number, atMs: number])[] = [];
    const all = [0, 1, 2].map((turn) => turns.next().then(() => taken.push([turn, world.stopwatchMs()])));
    const began = world.stopwatchMs();
    for (let ms = 0; ms < 4; ms++) await world.advance(1);
    await Promise.all(all);
    expect(taken.map(([turn, atMs]) => [turn, atMs - began])).toEqual([
      [0, 0],
      [1, 2],
      [2, 4],
    ]);
  });

  it('make nobody wait after a pause', async () => {
    const world = new VirtualWorld();
    const turns = new SpacedTurns(world, 2);
    await turns.next();
    await world.advance(2);
    const began = world.stopwatchMs();
    await turns.next();
    expect(world.stopwatchMs()).toBe(began);
  });
});
