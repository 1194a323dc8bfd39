import { describe, expect, it } from 'vitest';
import { add, type Handler, ok, Rig, read, refused, set } from './rig.js';

/** Purses belong to the unit of their hundreds: 120 and 199 to one, 200 to another. */
async function rigWithUnits(): Promise<Rig> {
  const rig = new Rig({ unitOf: ({ sum }) => `unit ${Math.floor(sum / 100)}` });
  await rig.told('a', add(120));
  await rig.told('b', add(150));
  await rig.told('other', add(200));
  return rig;
}

const calls =
  (rig: Rig, id: string, handle: Handler): Handler =>
  (turn, sum = 0) => {
    set(turn, sum + 1);
    return turn.call(rig.purse, id, handle);
  };

describe('a unit of consistency', () => {
  it('may be touched by a turn at as many actors as it has', async () => {
    const rig = await rigWithUnits();
    expect(await rig.told('a', calls(rig, 'b', add(1)))).toEqual(ok(151));
    expect([rig.view('a'), rig.view('b')]).toEqual([121, 151]);
  });

  it('takes in an actor that a turn makes', async () => {
    const rig = await rigWithUnits();
    expect(await rig.told('a', calls(rig, 'new', add(101)))).toEqual(ok(101));
  });

  it.each<readonly [string, string, Handler]>([
    ['calls an actor of another one', 'other', read],
    ['makes an actor of another one', 'new', add(200)],
    ['moves an actor to another one', 'b', add(50)],
  ])('is all that a turn touches: one that %s is a defect and leaves no trace', async (_, id, handle) => {
    const rig = await rigWithUnits();
    expect(await rig.told('a', calls(rig, id, handle))).toEqual(refused('defect'));
    expect(['a', 'b', 'other', 'new'].map((one) => rig.view(one))).toEqual([120, 150, 200, undefined]);
    expect(String(rig.defects[0])).toContain('a turn of unit 1 touched purse');
  });
});
