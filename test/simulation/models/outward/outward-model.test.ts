import { describe, expect, it } from 'vitest';
import { FAULT_LEVELS } from '../../../../simulation/model.js';
import { generateOutwardHistory } from '../../../../simulation/models/outward/outward-history.js';
import { outwardModel } from '../../../../simulation/models/outward/outward-model.js';

describe('the model of calls to services', () => {
  it.each(FAULT_LEVELS)('finds nothing in production (faults %s)', { timeout: 60_000 }, async (faults) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { violations } = await outwardModel.run(generateOutwardHistory(seed, faults), {});
      expect(violations).toEqual([]);
    }
  });

  it('has steps of every kind', () => {
    const steps = Array.from({ length: 50 }, (_, seed) => generateOutwardHistory(seed, 'heavy').steps).flat();
    const kinds = new Set(steps.map((step) => step.do));
    expect([...kinds].sort()).toEqual(['address', 'call', 'file', 'foreign', 'stream']);
  });

  it('reports an address that is taken for another one than it is', async () => {
    const step = { id: 1, at: 1, do: 'address', address: '10.0.0.1', isPublic: true } as const;
    const history = { v: 1, model: 'outward', seed: 1, faults: 'none', setup: null, steps: [step] } as const;
    const { violations } = await outwardModel.run(history, {});
    expect(violations[0]?.message).toBe('step 1 (address): 10.0.0.1 is taken for closed');
  });
});
