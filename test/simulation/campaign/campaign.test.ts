import { describe, expect, it } from 'vitest';
import { Campaign, faultsOf } from '../../../simulation/campaign/campaign.js';
import type { FaultLevel, MachineStep } from '../../../simulation/model.js';
import { boxModel, neverBroken } from './made-up-models.js';

describe('the level of faults of a run', () => {
  it('follows from its seed: of eight one has none, six light, one heavy', () => {
    const counts: Record<FaultLevel, number> = { none: 0, light: 0, heavy: 0 };
    for (let seed = 0; seed < 4_000; seed++) counts[faultsOf(seed)] += 1;
    expect(counts.none).toBeGreaterThan(430);
    expect(counts.none).toBeLessThan(570);
    expect(counts.light).toBeGreaterThan(2_900);
    expect(counts.light).toBeLessThan(3_100);
    for (let seed = 0; seed < 100; seed++) expect(faultsOf(seed)).toBe(faultsOf(seed));
  });
});

describe('a campaign', () => {
  it('counts each move of a machine with the faults of its run, and not those of shrinking', async () => {
    const moves: { readonly step: MachineStep; readonly faults: FaultLevel }[] = [];
    let steps = 0;
    const counted = (tested: ReturnType<typeof boxModel>) =>
      new Campaign(
        tested,
        { seed: 100, faults: undefined, until: { runs: 20 }, keepGoing: true, digest: true, traces: false },
        { elapsedMs: () => 0, pause: async () => {}, isStopped: () => false, patience: () => async () => [] },
        { add: (step, faults) => moves.push({ step, faults }), addMoment: () => {} },
        { progressed: () => {}, failed: () => {}, traced: () => {} },
      );
    const failing = boxModel((balance) => (balance > 100 ? 'box-overflows' : undefined));
    for (let seed = 100; seed < 120; seed++) steps += failing.generate(seed, 'none').steps.length;
    await counted(failing).run();
    expect(moves).toHaveLength(steps);
    const perLevel = (level: FaultLevel) => moves.filter(({ faults }) => faults === level).length;
    const expected = (level: FaultLevel) =>
      Array.from({ length: 20 }, (_, index) => 100 + index)
        .filter((seed) => faultsOf(seed) === level)
        .reduce((sum, seed) => sum + failing.generate(seed, level).steps.length, 0);
    for (const level of ['none', 'light', 'heavy'] as const) expect(perLevel(level)).toBe(expected(level));
  });

  it('lets the event loop have its turn between any two runs', async () => {
    let pauses = 0;
    const campaign = new Campaign(
      boxModel(neverBroken),
      { seed: 0, faults: 'none', until: { runs: 7 }, keepGoing: false, digest: false, traces: false },
      {
        elapsedMs: () => 0,
        pause: async () => {
          pauses += 1;
        },
        isStopped: () => false,
        patience: () => async () => [],
      },
      { add: () => {}, addMoment: () => {} },
      { progressed: () => {}, failed: () => {}, traced: () => {} },
    );
    expect(await campaign.run()).toBe('runs');
    expect(pauses).toBe(7);
  });
});
