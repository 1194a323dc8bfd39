import { describe, expect, it } from 'vitest';
import { FAULT_LEVELS } from '../../../../simulation/model.js';
import { configModel } from '../../../../simulation/models/config/config-model.js';
import { generateConfigHistory } from '../../../../simulation/models/config/generate-config.js';
import {
  DRAWN_OPTIONS,
  rightValues,
  wrongValues,
} from '../../../../simulation/models/config/option-samples.js';

describe('the model of the configuration', () => {
  it('has right and wrong values of each option', () => {
    for (const option of DRAWN_OPTIONS) {
      expect(rightValues(option), option).not.toHaveLength(0);
      expect(wrongValues(option, 'file'), option).not.toHaveLength(0);
      expect(wrongValues(option, 'command'), option).not.toHaveLength(0);
    }
  });

  it.each(FAULT_LEVELS)('finds nothing in production (faults %s)', async (faults) => {
    for (let seed = 1; seed <= 100; seed++) {
      const { violations } = await configModel.run(generateConfigHistory(seed, faults), {});
      expect(violations).toEqual([]);
    }
  });

  it('reports a wrong value that is taken, and one that is not the first', async () => {
    const set = { id: 1, at: 1, do: 'set', option: 'defaultRpm', value: 7, isWrong: false } as const;
    const history = { v: 1, model: 'config', seed: 1, faults: 'none', setup: null } as const;
    const wrong = await configModel.run({ ...history, steps: [{ ...set, from: 'file', isWrong: true }] }, {});
    expect(wrong.violations[0]?.message).toBe('a configuration is taken: with something wrong in it');
    const text = { ...set, id: 2, from: 'command', value: '8 ' } as const;
    const right = await configModel.run({ ...history, steps: [text] }, {});
    expect(right.violations[0]?.message).toMatch(
      /^nothing is wrong, and it is refused: --default-rpm must be/,
    );
  });
});
