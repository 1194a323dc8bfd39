import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { AddressWindows } from '../../../src/actors/windows/address-windows.js';
import { RollingWindows } from '../../../src/actors/windows/rolling-windows.js';

describe('the windows of addresses', () => {
  it('take another limit from the next request on, each of them, and forget nothing counted', () => {
    const world = new VirtualWorld();
    const windows = new RollingWindows(1);
    let max = 2;
    const addresses = new AddressWindows(world, windows, () => max, 60);
    const now = world.steadyMs();
    const subjects = ['a', 'b', 'shared', 'shared too'];
    for (const subject of subjects) windows.admit(addresses.windowOf(subject), now);
    max = 3;
    addresses.setLimit(2);
    for (const subject of [...subjects.slice(0, 2), 'c']) {
      expect(windows.limitOf(addresses.windowOf(subject))).toBe(2);
    }
    windows.admit(addresses.windowOf('c'), now);
    expect([1, 2].map(() => windows.admit(addresses.windowOf('a'), now))).toEqual([true, false]);
    expect(windows.admit(addresses.windowOf('one more'), now)).toBe(false);
    addresses.setLimit(60);
    expect(windows.admit(addresses.windowOf('a'), now)).toBe(true);
  });

  it('are no more in number for a bound that was lowered', () => {
    const world = new VirtualWorld();
    const windows = new RollingWindows(1);
    let max = 5;
    const addresses = new AddressWindows(world, windows, () => max, 60);
    for (const subject of ['a', 'b', 'c', 'd']) windows.admit(addresses.windowOf(subject), world.steadyMs());
    const known = addresses.windowOf('d');
    max = 1;
    expect(addresses.windowOf('d')).toBe(known);
    expect(addresses.windowOf('e')).toBe(addresses.windowOf('f'));
  });

  it('take along what newcomers count when one of them gets a window of its own', async () => {
    const world = new VirtualWorld();
    const windows = new RollingWindows(1);
    const addresses = new AddressWindows(world, windows, () => 1, 10);
    const admitted = (subject: string) => windows.admit(addresses.windowOf(subject), world.steadyMs());
    admitted('a');
    await world.advance(5_000);
    for (let nth = 0; nth < 9; nth++) expect(admitted('b')).toBe(true);
    await world.advance(55_000);
    expect(['b', 'b'].map(admitted)).toEqual([true, false]);
    await world.advance(5_000);
    expect(admitted('b')).toBe(true);
  });
});
