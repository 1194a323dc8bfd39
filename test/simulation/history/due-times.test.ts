import { describe, expect, it } from 'vitest';
import { generateGraces } from '../../../simulation/history/accounts/generate-graces.js';
import type { ModelSetup, NodeStep } from '../../../simulation/history/node-history.js';
import { generateDueJobs } from '../../../simulation/history/restarts/generate-due-jobs.js';
import type { FaultLevel } from '../../../simulation/model.js';
import { Random } from '../../../simulation/world/random.js';

type Maker = (random: Random, faults: FaultLevel) => readonly NodeStep[];

const DEADLINE_MS = 3_000;
const MODEL: ModelSetup = {
  id: 'model/0',
  provider: 'idempotent',
  pricePerSecondMicroDa: 1,
  deadlineAfterMs: DEADLINE_MS,
};

function arranged(make: Maker, faults: FaultLevel): (readonly NodeStep[])[] {
  const all = Array.from({ length: 300 }, (_, seed) => make(new Random(seed), faults));
  return all.filter((steps) => steps.length > 0);
}

function timesOf(steps: readonly NodeStep[], op: string): number[] {
  return steps.flatMap((step) => (step.do === 'request' && step.call.op === op ? [step.at] : []));
}

describe('jobs at their deadline', () => {
  const make: Maker = (random, faults) =>
    generateDueJobs(random, { faults, models: [MODEL], durationMs: 10_000 });

  it('meet an end of the process behind it, or a disk that fails about then', () => {
    const doings = new Set<string>();
    for (const steps of arranged(make, 'heavy')) {
      const dueAt = Math.min(...timesOf(steps, 'submit')) + DEADLINE_MS;
      const trouble = steps.find((step) => step.do !== 'request');
      doings.add(trouble?.do ?? '');
      const lateMs = (trouble?.at ?? 0) - dueAt;
      expect(lateMs).toBeGreaterThanOrEqual(trouble?.do === 'disk' ? -23 : -2);
      expect(lateMs).toBeLessThan(5_000);
    }
    expect([...doings].sort()).toEqual(['crash', 'disk', 'restart']);
  });

  it('meet restarts in order alone in a history without faults', () => {
    const troubles = arranged(make, 'none').flatMap((steps) => steps.filter((step) => step.do !== 'request'));
    expect(new Set(troubles.map((step) => step.do))).toEqual(new Set(['restart']));
  });
});

describe('a grace', () => {
  /** Those of graces that last go on for longer than anybody looks. */
  const isLasting = (step: NodeStep): boolean =>
    step.do === 'request' &&
    (('key' in step.call && step.call.key === 9_411) ||
      (step.call.op === 'create_key' && step.call.newKey === 9_411));
  const make: Maker = (random, faults) =>
    generateGraces(random, faults, 10_000).filter((step) => !isLasting(step));

  it('is used until its end and behind it, and the wall clock is set before that', () => {
    for (const steps of arranged(make, 'light')) {
      const [rotatedAt = 0] = timesOf(steps, 'rotate');
      const rotation = steps.find((step) => step.do === 'request' && step.call.op === 'rotate');
      const call = rotation?.do === 'request' ? rotation.call : undefined;
      const overAt = rotatedAt + (call?.op === 'rotate' ? call.graceSeconds : 0) * 1_000;
      const used = timesOf(steps, 'credits');
      expect([used.filter((at) => at < overAt).length, used.filter((at) => at > overAt).length]).toEqual([
        3, 2,
      ]);
      expect(steps.find((step) => step.do === 'step_wall')?.at).toBeLessThanOrEqual(overAt);
    }
  });

  it('is not disturbed in a history without faults', () => {
    expect(
      arranged(make, 'none')
        .flat()
        .filter((step) => step.do === 'step_wall'),
    ).toEqual([]);
  });
});
