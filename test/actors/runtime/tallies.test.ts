import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTallies, talliesWrite } from '../../../src/actors/runtime/tallies.js';
import { add, type Handler, ok, Rig, refused, TIME_LIMIT_MS } from './rig.js';

/** Adds to the purse, and to a sum over all purses. */
function tallied(amount: number): Handler {
  return (turn, sum) => {
    turn.tally('purses/all', amount);
    return add(amount)(turn, sum);
  };
}

const known = (rig: Rig) => [rig.system.tallies.get('purses/all'), readTallies(rig.store).get('purses/all')];

it('a sum is that of the committed turns, in memory and on disk, however many share a commit', async () => {
  const rig = new Rig();
  for (let n = 1; n <= 50; n++) rig.ask(`a${n % 7}`, tallied(n));
  await rig.world.settle();
  expect(rig.system.metrics.commits).toBe(1);
  expect(known(rig)).toEqual([1_275, 1_275]);
  await rig.told('a0', tallied(-275));
  expect(known(rig)).toEqual([1_000, 1_000]);
});

it('a sum is not shown before its commit is on disk, and goes on from there after a crash', async () => {
  const rig = new Rig();
  await rig.told('a', tallied(10));
  rig.hold();
  rig.ask('a', tallied(5));
  await rig.world.settle();
  expect(rig.system.tallies.get('purses/all')).toBe(10);
  rig.crash('lost');
  expect(known(rig)).toEqual([10, 10]);
  await rig.told('a', tallied(1));
  rig.crash('kept');
  expect(known(rig)).toEqual([11, 11]);
});

it.each(['reject', 'reject_yet_visible', 'hang_then_commit'] as const)(
  'a refused batch adds nothing to a sum, nor does one that was built on it (%s)',
  async (fault) => {
    const rig = new Rig();
    await rig.told('a', tallied(10));
    rig.faults.push(fault);
    const asked = [rig.ask('a', tallied(5))];
    await rig.world.settle();
    if (fault === 'hang_then_commit') asked.push(rig.ask('b', tallied(7)));
    await rig.world.advance(TIME_LIMIT_MS);
    rig.store.releaseHung();
    await rig.world.advance(10_000);
    expect(asked.map(({ outcomes }) => outcomes)).toEqual(asked.map(() => [refused('storage_unavailable')]));
    expect(known(rig)).toEqual([10, 10]);
    expect(await rig.told('a', tallied(2))).toEqual(ok(12));
    expect(known(rig)).toEqual([12, 12]);
  },
);

it('a turn that throws adds nothing to a sum', async () => {
  const rig = new Rig();
  await rig.told('a', (turn) => {
    turn.tally('purses/all', 5);
    throw new Error('a defect');
  });
  expect(known(rig)).toEqual([undefined, undefined]);
});

it('sums beyond 2^53 stay exact, on the way back too', async () => {
  const rig = new Rig();
  for (let n = 0; n < 20; n++) await rig.told('a', (turn) => turn.tally('purses/all', 999_999_999_999_999));
  expect(known(rig)).toEqual([19_999_999_999_999_980n, 19_999_999_999_999_980n]);
});

it('sums are exact, whatever is added and in which batches', async () => {
  const amount = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(amount, { maxLength: 20 }), { maxLength: 10 }), async (batches) => {
      const rig = new Rig();
      for (const batch of batches) {
        for (const by of batch) rig.ask('a', (turn) => turn.tally('purses/all', by));
        await rig.world.settle();
      }
      const exact = batches.flat().reduce((sum, by) => sum + BigInt(by), 0n);
      expect(known(rig).map((sum) => BigInt(sum ?? 0))).toEqual([exact, exact]);
    }),
    { numRuns: 50 },
  );
});

it('sums that another version wrote are refused', () => {
  const { value = '' } = talliesWrite(new Map([['a', 1]]));
  const records = { get: () => value.replace('"v":1', '"v":2') };
  expect(() => readTallies(records)).toThrow(/another version \(2\)/);
});
