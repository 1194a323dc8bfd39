import { describe, expect, it } from 'vitest';
import { assertOutcomes, type Workload } from '../../../bench/instructions/workload.js';
import { WORKLOADS } from '../../../bench/instructions/workloads.js';

/** A multiple of the batches that some work in. */
const OPERATIONS = 32;

describe('what is counted', () => {
  it.each(WORKLOADS)(
    '$name does in each operation what it is counted for, also when it goes on',
    async (workload) => {
      const { run } = await workload.prepare();
      assertOutcomes(workload, OPERATIONS, await run(0, OPERATIONS));
      assertOutcomes(workload, OPERATIONS, await run(OPERATIONS, 2 * OPERATIONS));
    },
  );

  it('has a name of its own for each', () => {
    expect(new Set(WORKLOADS.map(({ name }) => name)).size).toBe(WORKLOADS.length);
  });

  it('is done in whole batches', () => {
    for (const { warmUps, operations } of WORKLOADS) {
      expect(warmUps % 16).toBe(0);
      expect(operations % 16).toBe(0);
    }
  });
});

describe('a workload that does something else than it is counted for', () => {
  const workload = { name: 'reads', outcome: '200' } as Workload;

  it.each([
    ['comes to something else once', { '200': 9, '500': 1 }],
    ['does too little', { '200': 9 }],
    ['does nothing', {}],
    ['does too much', { '200': 11 }],
  ])('is refused if it %s', (_, outcomes) => {
    expect(() => assertOutcomes(workload, 10, outcomes)).toThrow('reads: not every one of 10 was 200');
  });

  it('is taken if all came to that', () => {
    expect(() => assertOutcomes(workload, 10, { '200': 10, '500': 0 })).not.toThrow();
  });
});
