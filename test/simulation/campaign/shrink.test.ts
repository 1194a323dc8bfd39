import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShrinkLimits, shrink } from '../../../simulation/campaign/shrink.js';
import type { Step } from '../../../simulation/model.js';

const NO_LIMITS: ShrinkLimits = { runsMax: Number.POSITIVE_INFINITY, isTimeUp: () => false };

function stepsOf(count: number): readonly Step[] {
  return Array.from({ length: count }, (_, id) => ({ id, at: id * 10, do: 'something' }));
}

const ids = (steps: readonly Step[]) => steps.map(({ id }) => id);

function isSubSequence(part: readonly Step[], whole: readonly Step[]): boolean {
  let next = 0;
  for (const step of whole) if (part[next] === step) next += 1;
  return next === part.length;
}

describe('a shrunk history', () => {
  it('is exactly what is needed, if a failure needs certain steps', async () => {
    const cases = fc
      .integer({ min: 1, max: 200 })
      .chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count - 1), { maxLength: 8 })));
    await fc.assert(
      fc.asyncProperty(cases, async ([count, needed]) => {
        const steps = stepsOf(count);
        const stillFails = async (tried: readonly Step[]) => {
          expect(isSubSequence(tried, steps)).toBe(true);
          return needed.every((id) => ids(tried).includes(id));
        };
        const shrunk = await shrink(steps, { stillFails }, NO_LIMITS);
        expect(ids(shrunk.steps)).toEqual([...needed].sort((a, b) => a - b));
        expect(shrunk.isMinimal).toBe(true);
      }),
    );
  });

  it('fails, and no step of it can be left out, whatever makes it fail', async () => {
    // A failure that follows no order: whether some sum of the steps leaves a certain remainder.
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 7 }), async (count, by) => {
        const steps = stepsOf(count);
        const sum = (tried: readonly Step[]) => ids(tried).reduce((a, b) => a + b, 0);
        const remainder = sum(steps) % by;
        const stillFails = async (tried: readonly Step[]) =>
          tried.length > 0 && sum(tried) % by === remainder;
        const shrunk = await shrink(steps, { stillFails }, NO_LIMITS);
        expect(isSubSequence(shrunk.steps, steps)).toBe(true);
        expect(await stillFails(shrunk.steps)).toBe(true);
        for (const left of shrunk.steps) {
          expect(await stillFails(shrunk.steps.filter((step) => step !== left))).toBe(false);
        }
      }),
    );
  });

  it('loses two steps of which neither can be left out without the other', async () => {
    const stillFails = async (tried: readonly Step[]) =>
      ids(tried).includes(3) && ids(tried).includes(4) === ids(tried).includes(7);
    const { steps } = await shrink(stepsOf(9), { stillFails }, NO_LIMITS);
    expect(ids(steps)).toEqual([3]);
  });

  it('is found in few runs if few of many steps are needed', async () => {
    const stillFails = async (tried: readonly Step[]) => [17, 5_000].every((id) => ids(tried).includes(id));
    const { steps, runs } = await shrink(stepsOf(10_000), { stillFails }, NO_LIMITS);
    expect(ids(steps)).toEqual([17, 5_000]);
    expect(runs).toBeLessThan(100);
  });

  it('has simpler steps if the model knows of some, and then loses what is no longer needed', async () => {
    interface Sized extends Step {
      readonly size: number;
    }
    const steps: readonly Sized[] = stepsOf(20).map((step) => ({ ...step, size: 64 }));
    const simpler = ({ size, ...step }: Sized) => (size > 1 ? [{ ...step, size: size >> 1 }] : []);
    // Step 3 needs step 4 beside it for as long as it is large.
    const stillFails = async (tried: readonly Sized[]) => {
      const third = tried.find(({ id }) => id === 3);
      return third !== undefined && third.size >= 8 && (third.size < 32 || ids(tried).includes(4));
    };
    const shrunk = await shrink(steps, { stillFails, simpler }, NO_LIMITS);
    expect(shrunk).toMatchObject({ steps: [{ id: 3, size: 8 }], isMinimal: true });
  });
});

describe('the limits of shrinking', () => {
  it('are never passed, and what was reached by then still fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 50 }), async (runsMax, count) => {
        let runs = 0;
        const stillFails = async (tried: readonly Step[]) => {
          runs += 1;
          return ids(tried).includes(count - 1);
        };
        const shrunk = await shrink(stepsOf(count), { stillFails }, { ...NO_LIMITS, runsMax });
        expect(runs).toBeLessThanOrEqual(runsMax);
        expect(shrunk.runs).toBe(runs);
        expect(ids(shrunk.steps)).toContain(count - 1);
        expect(shrunk.isMinimal || runs === runsMax).toBe(true);
      }),
    );
  });

  it('hold for time as well', async () => {
    let runs = 0;
    const stillFails = async (tried: readonly Step[]) => {
      runs += 1;
      return tried.length >= 50;
    };
    const shrunk = await shrink(stepsOf(100), { stillFails }, { ...NO_LIMITS, isTimeUp: () => runs >= 3 });
    expect(shrunk).toMatchObject({ runs: 3, isMinimal: false });
  });

  it('leave errors of the caller alone', async () => {
    const stillFails = () => Promise.reject(new Error('not mine'));
    await expect(shrink(stepsOf(3), { stillFails }, NO_LIMITS)).rejects.toThrow('not mine');
  });
});
