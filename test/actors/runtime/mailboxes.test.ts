import { describe, expect, it } from 'vitest';
import { add, type Handler, ok, Rig, read, refused } from './rig.js';

const MAILBOX_MAX = 10_000;

/** One turn that fills a batch, so that the turns after it have to wait. */
const fillBatch: Handler = (turn) => {
  for (let i = 0; i < 33_000; i++) turn.put('meta', `m${i}`, 'x');
};

async function rigWithFullBatch(options = {}): Promise<Rig> {
  const rig = new Rig(options);
  rig.hold();
  rig.ask('filler', add(1));
  await rig.world.settle();
  rig.ask('filler', fillBatch);
  return rig;
}

describe('a mailbox', () => {
  it('takes ten thousand messages while the batch is full, refuses the next, and loses none (invariants 1, 2)', async () => {
    const rig = await rigWithFullBatch();
    const asked = Array.from({ length: MAILBOX_MAX }, () => rig.ask('a', add(1)));
    expect(rig.system.waitingMessages).toBe(MAILBOX_MAX);
    const overloaded = rig.ask('a', add(1));
    const other = rig.ask('b', add(1));
    expect([overloaded.outcomes, other.outcomes]).toEqual([[refused('overloaded')], []]);
    rig.release();
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual(asked.map((_, i) => [ok(i + 1)]));
    expect([other.outcomes, overloaded.outcomes.length]).toEqual([[ok(1)], 1]);
    expect([rig.system.waitingMessages, rig.system.metrics.refusedOverloaded]).toEqual([0, 1]);
  });

  it('has no room while all mailboxes together hold ten times what one may (invariant 2)', async () => {
    const rig = await rigWithFullBatch({ mailboxMax: 3 });
    const asked = Array.from({ length: 30 }, (_, i) => rig.ask(`a${i}`, add(1)));
    const overloaded = rig.ask('b', add(1));
    expect([overloaded.outcomes, asked.flatMap(({ outcomes }) => outcomes)]).toEqual([
      [refused('overloaded')],
      [],
    ]);
    expect([rig.system.waitingMessages, rig.system.residentCount]).toEqual([30, 31]);
    rig.release();
    await rig.world.settle();
    expect(asked.map(({ outcomes }) => outcomes)).toEqual(asked.map(() => [ok(1)]));
    expect(rig.system.waitingMessages).toBe(0);
  });

  it('keeps the order where its mail is spread over several full batches', async () => {
    const rig = await rigWithFullBatch();
    const order: string[] = [];
    const note =
      (name: string, handle: Handler): Handler =>
      (turn, sum) => {
        order.push(name);
        return handle(turn, sum);
      };
    const names = Array.from({ length: 20 }, (_, i) => String(i));
    const asked = names.map((name) => rig.ask('a', note(name, Number(name) % 3 === 0 ? fillBatch : add(1))));
    rig.release();
    await rig.world.settle();
    expect(order).toEqual(names);
    expect(asked.every(({ outcomes }) => outcomes.length === 1)).toBe(true);
  });

  it('is emptied also where the full batch fails', async () => {
    const rig = await rigWithFullBatch();
    rig.faults.push('none', 'reject');
    const asked = [rig.ask('a', add(1)), rig.ask('a', read)];
    rig.release();
    await rig.world.advance(10_000);
    expect(asked.map(({ outcomes }) => outcomes.length)).toEqual([1, 1]);
    expect(await rig.told('a', add(1))).toMatchObject({ ok: true });
  });

  it('hands over no message that has waited for longer than its asker has patience, and does nothing for it', async () => {
    const rig = await rigWithFullBatch({ gateTimeLimitMs: 60_000 });
    const [hasty, patient, endless] = [
      rig.ask('a', add(1), 999),
      rig.ask('a', add(10), 1_000),
      rig.ask('a', add(100)),
    ];
    await rig.world.advance(1_000);
    expect(rig.system.mailWaitMs(rig.world.steadyMs())).toBe(1_000);
    rig.release();
    await rig.world.settle();
    expect([hasty.outcomes, patient.outcomes, endless.outcomes]).toEqual([
      [refused('overloaded')],
      [ok(10)],
      [ok(110)],
    ]);
    expect([rig.onDisk('a'), rig.system.metrics.refusedStale]).toEqual([110, 1]);
    expect(rig.system.mailWaitMs(rig.world.steadyMs())).toBe(0);
  });

  it('keeps its actor in memory, and leaves no activation behind for one that does not exist', async () => {
    const rig = await rigWithFullBatch({ passivateAfterMs: 40, gateTimeLimitMs: 60_000 });
    const asked = rig.ask('nobody', read);
    await rig.world.advance(1_000);
    expect(asked.outcomes).toEqual([]);
    rig.release();
    await rig.world.settle();
    expect(asked.outcomes).toEqual([ok(undefined)]);
    await rig.world.advance(1_000);
    expect(rig.system.residentCount).toBe(0);
  });

  it('is not entered by those who ask while nothing is full', async () => {
    const rig = new Rig();
    rig.hold();
    for (let i = 0; i < 100; i++) rig.ask('a', add(1));
    expect(rig.system.waitingMessages).toBe(0);
  });

  it('tells for how long the oldest message has waited, also where a full batch left a younger one first', async () => {
    const rig = await rigWithFullBatch({ gateTimeLimitMs: 60_000 });
    rig.ask('a', fillBatch);
    await rig.world.advance(100);
    rig.ask('b', add(1));
    await rig.world.advance(400);
    rig.ask('a', add(1));
    rig.release();
    rig.hold();
    await rig.world.settle();
    expect(rig.system.waitingMessages).toBe(2);
    expect(rig.system.mailWaitMs(rig.world.steadyMs())).toBe(400);
  });
});
