import { describe, expect, it } from 'vitest';
import { VirtualWorld, WorldHalted } from '../../../simulation/world/virtual-world.js';

describe('a virtual world', () => {
  it('lets no time pass behind what halts it', async () => {
    const world = new VirtualWorld();
    const beganAt = world.steadyMs();
    const fired: number[] = [];
    for (const ms of [10, 20, 30])
      world.after(ms, () => {
        fired.push(world.steadyMs() - beganAt);
        if (ms === 20) world.halt();
      });
    await expect(world.advance(100)).rejects.toBeInstanceOf(WorldHalted);
    expect(fired).toEqual([10, 20]);
    expect(world.steadyMs() - beganAt).toBe(20);
  });
});
