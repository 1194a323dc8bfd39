import { describe, expect, it } from 'vitest';
import { add, type Handler, ok, Rig, refused, remind, TIME_LIMIT_MS } from './rig.js';

/** Whether a promise has settled by now. */
async function isSettled(rig: Rig, promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await rig.world.settle();
  return settled;
}

const fillBatch: Handler = (turn) => {
  for (let i = 0; i < 33_000; i++) turn.put('meta', `m${i}`, 'x');
};

describe('a system that closes', () => {
  it('waits for both batches, refuses what comes after, and leaves no timer', async () => {
    const rig = new Rig();
    await rig.told('a', remind('r', 500));
    rig.hold();
    const asked = [rig.ask('a', add(1))];
    await rig.world.settle();
    asked.push(rig.ask('a', add(1)));
    const closing = rig.system.close();
    const refusedAsk = rig.ask('a', add(1));
    expect([await isSettled(rig, closing), refusedAsk.outcomes]).toEqual([false, [refused('shutting_down')]]);
    rig.release();
    expect(await isSettled(rig, closing)).toBe(true);
    expect([asked.map(({ outcomes }) => outcomes), rig.onDisk('a')]).toEqual([[[ok(1)], [ok(2)]], 2]);
    expect(rig.world.armedTimers).toBe(0);
    await rig.world.advance(10_000);
    expect(rig.store.get('reminders', 'purse/a/r')).toBeDefined();
  });

  it('is closed at once where nothing is under way', async () => {
    const rig = new Rig();
    await rig.told('a', add(1));
    expect(await isSettled(rig, rig.system.close())).toBe(true);
  });

  it('refuses the messages that wait: every ask gets its outcome', async () => {
    const rig = new Rig();
    rig.hold();
    const filler = rig.ask('b', fillBatch);
    const waiting = Array.from({ length: 10 }, () => rig.ask('a', add(1)));
    const closing = rig.system.close();
    for (const { outcomes } of waiting) expect(outcomes).toEqual([refused('shutting_down')]);
    rig.release();
    expect([await isSettled(rig, closing), filler.outcomes, rig.system.waitingMessages]).toEqual([
      true,
      [ok(undefined)],
      0,
    ]);
  });

  it('refuses messages that were asked within a turn and not handled yet', async () => {
    const rig = new Rig();
    const inner: { outcomes: unknown[] }[] = [];
    rig.ask('a', () => {
      inner.push(rig.ask('a', add(1)));
    });
    const closing = rig.system.close();
    expect([inner[0]?.outcomes, await isSettled(rig, closing)]).toEqual([[refused('shutting_down')], true]);
    expect(rig.onDisk('a')).toBeUndefined();
  });

  it('takes two time limits at most, whatever the disk does, and tells everybody', async () => {
    for (const fault of ['hang', 'commit_then_hang', 'reject'] as const) {
      const rig = new Rig();
      rig.faults.push(fault, ...new Array(1_000).fill('reject'));
      const asked = [rig.ask('a', add(1))];
      await rig.world.settle();
      asked.push(rig.ask('a', add(1)));
      const closing = rig.system.close();
      await rig.world.advance(2 * TIME_LIMIT_MS);
      expect(await isSettled(rig, closing)).toBe(true);
      for (const { outcomes } of asked) expect(outcomes).toEqual([refused('storage_unavailable')]);
      const tried = rig.faults.length;
      await rig.world.advance(60_000);
      expect([rig.faults.length, rig.world.armedTimers]).toEqual([tried, 0]);
    }
  });

  it('still undoes a failed commit where the disk takes it in time', async () => {
    const rig = new Rig();
    rig.faults.push('reject_yet_visible', 'reject');
    rig.ask('a', add(1));
    await rig.world.settle();
    expect(rig.onDisk('a')).toBe(1);
    const closing = rig.system.close();
    await rig.world.advance(500);
    expect([await isSettled(rig, closing), rig.onDisk('a')]).toEqual([true, undefined]);
  });

  it('may be closed twice', async () => {
    const rig = new Rig();
    rig.ask('a', add(1));
    await Promise.all([rig.system.close(), rig.system.close(), rig.world.settle()]);
    expect(rig.onDisk('a')).toBe(1);
  });
});
