import { describe, expect, it } from 'vitest';
import { storeModel } from '../../../../simulation/models/store/store-model.js';
import { repetitions } from '../../../test-set.js';
import { broken, followsItsSeed, holdsForEverySubSequence, LEVELS } from '../../model-trial.js';

describe('the store model', () => {
  it('makes the same history and the same trace of the same seed', () => followsItsSeed(storeModel));

  it.each(LEVELS)('finds no difference between LMDB and the store in memory, faults: %s', async (faults) => {
    expect(await broken(storeModel, faults, repetitions(8, 60))).toEqual([]);
  });

  it('may have any of its steps left out', () => holdsForEverySubSequence(storeModel, repetitions(5, 40)));

  it('makes a step no longer by making it simpler', () => {
    for (let seed = 1; seed <= 40; seed++) {
      for (const step of storeModel.generate(seed, 'heavy').steps) {
        const sizes = (storeModel.simpler?.(step) ?? []).map((simpler) => storeModel.describe(simpler));
        expect(sizes).not.toContain(storeModel.describe(step));
      }
    }
  });
});
