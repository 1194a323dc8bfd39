import { expect, it } from 'vitest';
import { generateNodeHistory } from '../../../simulation/history/generate.js';

const SEEDS = Array.from({ length: 60 }, (_, n) => n + 1);

it('names in each request about a job a step that there is', () => {
  const unknown = SEEDS.flatMap((seed) => {
    const { steps } = generateNodeHistory(seed, 'light');
    const ids = new Set(steps.map(({ id }) => id));
    return steps.flatMap((step) =>
      step.do === 'request' && 'job' in step.call && step.call.job !== 0 && !ids.has(step.call.job)
        ? [`${seed}: ${step.call.op} of ${step.call.job}`]
        : [],
    );
  });
  expect(unknown).toEqual([]);
});
