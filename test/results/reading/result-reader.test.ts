import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { ReadingReport } from '../../../src/providers/provider-report.js';
import { type Examined, UnreadableError } from '../../../src/results/reading/examine-result.js';
import { ResultReader, type ResultTicket } from '../../../src/results/reading/result-reader.js';

const READ: Examined = { lengthMs: 4_000, file: { bytes: 9, contentType: 'video/mp4', isKept: false } };

function ticket(jobId: string, more: Partial<ResultTicket> = {}): ResultTicket {
  return { jobId, account: 'acct_a', provider: 'p', location: '/r', saidMs: undefined, ...more };
}

/** @param tries what each try comes to, in order; the last one again and again */
function stage(...tries: readonly (() => Promise<Examined>)[]) {
  const world = new VirtualWorld();
  const reports: [string, ReadingReport][] = [];
  const triedAt: number[] = [];
  const differing: number[] = [];
  let underWay = 0;
  let underWayMost = 0;
  const reader = new ResultReader({
    world,
    open: async () => undefined,
    examine: async () => {
      const next = tries[Math.min(triedAt.length, tries.length - 1)];
      triedAt.push(world.steadyMs() - 1_000_000);
      underWay += 1;
      underWayMost = Math.max(underWayMost, underWay);
      try {
        return await (next ?? (async () => READ))();
      } finally {
        underWay -= 1;
      }
    },
    isKept: () => false,
    linkOf: (jobId) => `/results/${jobId}`,
    onReport: (jobId, report) => reports.push([jobId, report]),
    observer: { differs: (_, lengthMs) => differing.push(lengthMs), failed: () => {} },
  });
  return { world, reader, reports, triedAt, differing, underWayMost: () => underWayMost };
}

const hopeless = async () => {
  throw new UnreadableError('The provider no longer has the result.');
};
const failing = async () => {
  throw new Error('the connection was reset');
};

describe('the reader of results', () => {
  it('tells how the last try failed until the reading is over', async () => {
    const { world, reader } = stage(failing, async () => READ);
    reader.read(ticket('a'));
    expect(reader.troubleOf('a')).toBeUndefined();
    await world.advance(1);
    expect(reader.troubleOf('a')).toBe('the connection was reset');
    await world.advance(60_000);
    expect(reader.troubleOf('a')).toBeUndefined();
  });

  it('reports what was read, once', async () => {
    const { world, reader, reports } = stage();
    reader.read(ticket('a'));
    reader.read(ticket('a'));
    await world.advance(60_000);
    expect(reports).toEqual([
      ['a', { about: 'reading', outcome: 'read', lengthMs: 4_000, link: '/results/a', file: READ.file }],
    ]);
    expect([reader.open, world.armedTimers]).toEqual([0, 0]);
  });

  it('tries three times within thirty seconds if no waiting helps', async () => {
    const { world, reader, reports, triedAt } = stage(hopeless);
    reader.read(ticket('a'));
    await world.advance(3_600_000);
    expect(triedAt).toEqual([0, 4_000, 12_000]);
    expect(reports).toEqual([
      ['a', { about: 'reading', outcome: 'unreadable', message: 'The provider no longer has the result.' }],
    ]);
  });

  it('tries no more than once if the first try took thirty seconds to come to nothing', async () => {
    const late: { world?: VirtualWorld } = {};
    const { world, reader, triedAt, reports } = stage(async () => {
      await new Promise<void>((resolve) => late.world?.after(30_000, resolve));
      return hopeless();
    });
    late.world = world;
    reader.read(ticket('a'));
    await world.advance(60_000);
    expect([triedAt.length, reports.length]).toEqual([1, 1]);
  });

  it('tries again after anything else, ever more seldom, for as long as it is not told to stop', async () => {
    const { world, reader, reports, triedAt } = stage(failing);
    reader.read(ticket('a'));
    await world.advance(7_200_000);
    expect(triedAt.length).toBeGreaterThan(120);
    expect(triedAt.length).toBeLessThan(250);
    expect(reports).toEqual([]);
    reader.stop('a');
    await world.advance(3_600_000);
    expect([reports, reader.open, world.armedTimers]).toEqual([[], 0, 0]);
  });

  it('reads a result that mends', async () => {
    const { world, reader, reports } = stage(failing, hopeless, failing, async () => READ);
    reader.read(ticket('a'));
    await world.advance(60_000);
    expect(reports).toHaveLength(1);
    expect(reader.metrics).toEqual({ read: 1, unreadable: 0, retried: 3 });
  });

  it('reads a bounded number at once, and no provider holds up another', async () => {
    const never = () => new Promise<Examined>(() => {});
    const { world, reader, reports, underWayMost } = stage(
      ...Array.from({ length: 64 }, () => never),
      async () => READ,
    );
    for (let n = 0; n < 80; n++) reader.read(ticket(`a${n}`));
    await world.advance(1_000);
    expect(underWayMost()).toBe(64);
    reader.read(ticket('b', { provider: 'other' }));
    await world.advance(1_000);
    expect(reports.map(([jobId]) => jobId)).toEqual(['b']);
  });

  it('goes on with the next when told to stop one that is under way, and reports nothing of it', async () => {
    const ends: (() => void)[] = [];
    const { world, reader, reports } = stage(() => new Promise((resolve) => ends.push(() => resolve(READ))));
    for (let n = 0; n < 65; n++) reader.read(ticket(`a${n}`));
    reader.stop('a0');
    ends[0]?.();
    await world.advance(1);
    expect([reports.length, ends.length]).toEqual([0, 65]);
    ends[64]?.();
    await world.advance(1);
    expect(reports.map(([jobId]) => jobId)).toEqual(['a64']);
  });

  it.each([
    [undefined, 0],
    [4_200, 0],
    [4_201, 1],
    [3_799, 1],
  ])('says so if the provider said %s ms, which is more than a twentieth off', async (saidMs, times) => {
    const { world, reader, differing } = stage();
    reader.read(ticket('a', { saidMs }));
    await world.advance(1);
    expect(differing).toHaveLength(times);
  });

  it('reports nothing once it is closed', async () => {
    const { world, reader, reports } = stage(failing, async () => READ);
    reader.read(ticket('a'));
    await world.advance(1);
    reader.close();
    await world.advance(60_000);
    expect([reports, world.armedTimers]).toEqual([[], 0]);
  });
});
