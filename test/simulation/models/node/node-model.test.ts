import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateNodeHistory } from '../../../../simulation/history/generate.js';
import type { NodeHistory } from '../../../../simulation/history/node-history.js';
import { FAULT_LEVELS, type FaultLevel } from '../../../../simulation/model.js';
import { nodeModel, runNodeHistory } from '../../../../simulation/models/node/node-model.js';
import { repetitions } from '../../../test-set.js';

async function traceOf(history: NodeHistory): Promise<string> {
  const hash = createHash('sha256');
  await runNodeHistory(history, { traced: (line) => hash.update(`${JSON.stringify(line)}\n`) });
  return hash.digest('hex');
}

describe('a history of a node', () => {
  it.each(FAULT_LEVELS)('runs to the same trace each time, with faults %s', async (faults) => {
    for (let seed = 1; seed <= repetitions(2, 8); seed++) {
      const first = await traceOf(generateNodeHistory(seed, faults));
      expect(await traceOf(generateNodeHistory(seed, faults))).toBe(first);
    }
  });

  it('runs to another trace for another seed', async () => {
    expect(await traceOf(generateNodeHistory(1, 'none'))).not.toBe(
      await traceOf(generateNodeHistory(2, 'none')),
    );
  });

  it('survives being written down', async () => {
    const history = generateNodeHistory(5, 'heavy');
    expect(await traceOf(JSON.parse(JSON.stringify(history)) as NodeHistory)).toBe(await traceOf(history));
  });

  it('is one still when any of its steps are left out', async () => {
    const anyPart = fc.integer({ min: 1, max: 1_000 }).chain((seed) => {
      const history = generateNodeHistory(seed, 'heavy');
      return fc.subarray([...history.steps]).map((steps) => ({ ...history, steps }));
    });
    await fc.assert(
      fc.asyncProperty(anyPart, async (history) => {
        expect((await runNodeHistory(history, {})).violations).toEqual([]);
      }),
      { numRuns: repetitions(6, 60) },
    );
  });

  it.each([
    ['none', repetitions(5, 60)],
    ['light', repetitions(8, 100)],
    ['heavy', repetitions(12, 140)],
  ] as const satisfies readonly (readonly [FaultLevel, number])[])(
    'breaks no rule, with faults %s, %i times',
    async (faults, runs) => {
      for (let seed = 1; seed <= runs; seed++) {
        const { violations } = await runNodeHistory(generateNodeHistory(seed, faults), {});
        expect(violations, `seed ${seed}`).toEqual([]);
      }
    },
  );

  it('has every step described in one line', () => {
    for (let seed = 1; seed <= 20; seed++) {
      for (const step of generateNodeHistory(seed, 'heavy').steps) {
        expect(nodeModel.describe(step)).toMatch(/^\S[^\n]*\S$/);
        expect(nodeModel.describe(step)).not.toContain('undefined');
      }
    }
  });
});
