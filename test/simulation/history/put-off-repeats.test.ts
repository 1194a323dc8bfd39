import { describe, expect, it } from 'vitest';
import type { ModelSetup } from '../../../simulation/history/node-history.js';
import { generatePutOffRepeats } from '../../../simulation/history/restarts/generate-put-off-repeats.js';
import { Random } from '../../../simulation/world/random.js';

const MODEL: ModelSetup = {
  id: 'model/0',
  provider: 'idempotent',
  fallbacks: ['plain'],
  pricePerSecondMicroDa: 1,
  deadlineAfterMs: 10_000,
};

function stepsFor(model: ModelSetup, faults: 'none' | 'light') {
  return Array.from({ length: 20 }, (_, seed) =>
    generatePutOffRepeats(new Random(seed), { faults, models: [model], durationMs: 1_000 }),
  ).flat();
}

describe('repeats that are put off', () => {
  it('are of submits right before an end of the process, and of their first attempt nothing is known', () => {
    const steps = stepsFor(MODEL, 'light');
    const submits = steps.flatMap((step) =>
      step.do === 'request' && step.call.op === 'submit' ? [step.call.script?.submits ?? []] : [],
    );
    expect(submits.length).toBeGreaterThan(0);
    for (const [first, ...repeats] of submits) {
      expect(first?.do).not.toBe('not_now');
      expect(new Set(repeats.map((move) => move.do))).toEqual(new Set(['not_now']));
    }
    expect(steps.some((step) => step.do === 'crash')).toBe(true);
  });

  it('are there only with faults, a provider that takes repeats, and another route', () => {
    const { fallbacks: _, ...single } = MODEL;
    expect(stepsFor(MODEL, 'none')).toEqual([]);
    expect(stepsFor(single, 'light')).toEqual([]);
    expect(stepsFor({ ...MODEL, provider: 'forgetful' }, 'light')).toEqual([]);
  });
});
