import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { OptionBounds } from '../../../../simulation/rules/facts/options.js';
import { SETUP } from '../told-history.js';

function reloaded(at: number, drainTimeLimitMs: number, outcome = 'applied'): Observation {
  return { at, what: 'reloaded', outcome, options: { drainTimeLimitMs } } as Observation;
}

describe('the bounds of an option', () => {
  const usual = SETUP.settings.drainTimeLimitMs;
  const bounds = new OptionBounds(SETUP);
  bounds.observe(reloaded(1_000, usual + 5));
  bounds.observe(reloaded(2_000, 1, 'refused'));
  bounds.observe(reloaded(3_000, usual + 2));

  it.each([
    [0, usual, usual + 5],
    [1_000, usual, usual + 5],
    [1_001, usual + 2, usual + 5],
    [3_001, usual + 2, usual + 2],
    [Number.NEGATIVE_INFINITY, usual, usual + 5],
  ])('are those of the values since %s ms', (since, least, most) => {
    expect(bounds.least('drainTimeLimitMs', since)).toBe(least);
    expect(bounds.most('drainTimeLimitMs', since)).toBe(most);
  });

  it('are of options that rules know', () => {
    expect(() => bounds.least('nothing', 0)).toThrow('nothing');
  });
});
