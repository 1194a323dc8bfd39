import { expect, it } from 'vitest';
import type { NodeStep } from '../../../../simulation/history/node-history.js';
import { nodeModel } from '../../../../simulation/models/node/node-model.js';
import { simplerSteps } from '../../../../simulation/models/node/simpler-steps.js';

const generated = Array.from({ length: 20 }, (_, seed) => nodeModel.generate(seed, 'heavy').steps).flat();

it('simpler steps are other steps at the same place that do the same kind of thing', () => {
  let found = 0;
  for (const step of generated) {
    for (const simpler of simplerSteps(step)) {
      found += 1;
      expect(simpler).not.toEqual(step);
      expect(simpler).toMatchObject({ id: step.id, at: step.at, do: step.do });
    }
  }
  expect(found).toBeGreaterThan(100);
});

it('putting simpler for simple comes to an end, whichever is taken', () => {
  for (const [index, first] of generated.entries()) {
    let step: NodeStep | undefined = first;
    let puttings = 0;
    for (;;) {
      const simpler: readonly NodeStep[] = simplerSteps(step);
      step = simpler[(index + puttings) % Math.max(1, simpler.length)];
      if (step === undefined) break;
      puttings += 1;
      expect(puttings).toBeLessThan(100);
    }
  }
});

it('a history runs with simpler steps in the place of its own', async () => {
  const history = nodeModel.generate(3, 'heavy');
  const steps = history.steps.map((step) => simplerSteps(step)[0] ?? step);
  expect(steps).not.toEqual(history.steps);
  const { violations } = await nodeModel.run({ ...history, steps }, {});
  expect(violations).toEqual([]);
});
