import { beforeEach, describe, expect, it } from 'vitest';
import { LoadShedder } from '../../src/overload/load-shedder.js';
import type { SteadyMs } from '../../src/time/clock.js';

const TARGET_MS = 500;

let mailWaitMs = 0;
let now = 0;
let shedder: LoadShedder;

beforeEach(() => {
  mailWaitMs = 0;
  now = 1_000;
  shedder = new LoadShedder({ targetMs: TARGET_MS, mailWaitMs: () => mailWaitMs });
  tickLate(0);
});

/** A tick that was due 50 ms after the one before, and so much later. */
function tickLate(lateMs: number, busyShare = 0): void {
  now += 50 + lateMs;
  shedder.tick(now as SteadyMs, (now + 50) as SteadyMs, busyShare);
}

function judge(kind: 'billable' | 'walk', afterMs = 0) {
  return shedder.admit(kind, (now + afterMs) as SteadyMs);
}

/** Billable requests one after the other, each finished at once if it is taken; of a hundred. */
function doHundred(): void {
  for (let n = 0; n < 100; n++) if (judge('billable') === undefined) shedder.finished();
}

/** Ticks as late as that for two seconds. */
function stand(lateMs: number): void {
  for (const until = now + 2_000 + 2 * lateMs; now < until; ) tickLate(lateMs);
}

describe('a load shedder', () => {
  it('takes everything while the loop is on time and no mail waits', () => {
    stand(20);
    expect(judge('billable')).toBeUndefined();
    expect(judge('walk')).toBeUndefined();
    expect(shedder.shedsFor).toEqual([]);
  });

  it('sheds billable requests while the loop is late all the time, those at the beginning of a turn excepted', () => {
    stand(600);
    expect(shedder.shedsFor).toEqual(['queue']);
    expect(judge('billable', 50 + 250)).toBeUndefined();
    expect(judge('billable', 50 + 251)).toBe('queue');
    expect(judge('walk', 50 + 600)).toBeUndefined();
    expect(shedder.counts.queue).toBe(1);
  });

  it('sheds walks, too, if the loop is late by several times as much', () => {
    stand(2_100);
    expect(judge('walk', 50 + 1_001)).toBe('queue');
    expect(judge('walk', 50 + 1_000)).toBeUndefined();
  });

  it('sheds by the wait of mail as by that of the loop', () => {
    mailWaitMs = 700;
    stand(0);
    expect(judge('billable')).toBe('queue');
    mailWaitMs = 100;
    expect(judge('billable')).toBeUndefined();
    stand(0);
    expect(shedder.shedsFor).toEqual([]);
  });

  it('knows nothing of a loop that does not tick', () => {
    const untold = new LoadShedder({ targetMs: TARGET_MS, mailWaitMs: () => 0 });
    expect(untold.delayMs(1e9 as SteadyMs)).toBe(0);
    expect(untold.admit('billable', 1e9 as SteadyMs)).toBeUndefined();
  });

  it('sheds jobs and walks if memory is short, jobs alone if the disk is nearly full', () => {
    shedder.shortages = { memory: true, diskSpace: false };
    expect(judge('billable')).toBe('memory');
    expect(judge('walk')).toBe('memory');
    shedder.shortages = { memory: false, diskSpace: true };
    expect(judge('billable')).toBe('disk_space');
    expect(judge('walk')).toBeUndefined();
    expect(shedder.shedsFor).toEqual(['disk_space']);
    shedder.shortages = { memory: false, diskSpace: false };
    expect(judge('billable')).toBeUndefined();
    expect(shedder.counts).toMatchObject({ memory: 2, disk_space: 1 });
  });

  it('tells those it sheds to come back at the pace at which such work is done', () => {
    for (let second = 0; second < 20; second++) {
      doHundred();
      for (let tick = 0; tick < 20; tick++) tickLate(0);
    }
    mailWaitMs = 700;
    for (let second = 0; second < 3; second++) {
      // Half of what came before gets in at the beginning of turns.
      mailWaitMs = 0;
      doHundred();
      mailWaitMs = 700;
      for (let tick = 0; tick < 20; tick++) tickLate(0);
    }
    const waits = Array.from({ length: 101 }, () => shedder.waitMs('queue', now as SteadyMs));
    expect(waits[0]).toBe(1_000);
    expect(waits[100]).toBeGreaterThan(1_900);
    expect(waits[100]).toBeLessThan(2_800);
  });

  it('keeps no more work under way, while a queue stands and the loop has no rest, than is done in a tenth of the target', () => {
    const takeAll = () => {
      let taken = 0;
      while (taken < 10_000 && judge('billable') === undefined) taken += 1;
      return taken;
    };
    const doThousandASecond = (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) {
        for (let n = 0; n < 50; n++) if (judge('billable') === undefined) shedder.finished();
        tickLate(0, 1);
      }
    };
    doThousandASecond(60);
    expect(takeAll()).toBe(10_000);
    for (let n = 0; n < 10_000; n++) shedder.finished();
    doThousandASecond(60);
    mailWaitMs = 501;
    doThousandASecond(19);
    expect(judge('billable')).toBeUndefined();
    shedder.finished();
    doThousandASecond(3);
    expect(judge('billable')).toBe('queue');
    mailWaitMs = 0;
    doThousandASecond(40);
    mailWaitMs = 501;
    doThousandASecond(22);
    mailWaitMs = 0;
    doThousandASecond(4);
    const kept = takeAll();
    expect(kept).toBeGreaterThan(25);
    expect(kept).toBeLessThanOrEqual(65);
    expect(judge('billable')).toBe('queue');
    for (let n = 0; n < 2; n++) shedder.finished();
    expect(judge('billable')).toBeUndefined();
    // If the loop has time to spare, work does not wait for the processor.
    tickLate(0, 0.5);
    expect(takeAll()).toBe(10_000);
  });
});
