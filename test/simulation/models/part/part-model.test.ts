import { describe, expect, it } from 'vitest';
import { breakerPart } from '../../../../simulation/models/part/jobs/calls/breaker-part.js';
import { pacerPart } from '../../../../simulation/models/part/jobs/calls/pacer-part.js';
import { heapPart } from '../../../../simulation/models/part/node/time/heap-part.js';
import { timerPart } from '../../../../simulation/models/part/node/time/timer-part.js';
import type { Part } from '../../../../simulation/models/part/part.js';
import { generatePartHistory, type PartHistory } from '../../../../simulation/models/part/part-history.js';
import { partModel } from '../../../../simulation/models/part/part-model.js';
import { runPartHistory } from '../../../../simulation/models/part/part-run.js';
import { PARTS } from '../../../../simulation/models/part/parts.js';
import { placesPart } from '../../../../simulation/models/part/requests/overload/places-part.js';
import { turnsPart } from '../../../../simulation/models/part/requests/overload/turns-part.js';
import { RetrySlots } from '../../../../src/overload/retry-slots.js';
import { SharedTurns } from '../../../../src/overload/shared-turns.js';
import { Pacer } from '../../../../src/providers/calls/pacer.js';
import { Breaker } from '../../../../src/providers/calls/slots/breaker.js';
import { DeadlineHeap } from '../../../../src/time/deadline-heap.js';
import { MovingTimer } from '../../../../src/time/moving-timer.js';
import { repetitions } from '../../../test-set.js';
import { broken, followsItsSeed, holdsForEverySubSequence, LEVELS } from '../../model-trial.js';
import { MUTANTS } from '../../mutants/mutants.js';

describe('the model of parts', () => {
  it('makes the same history and the same trace of the same seed', () => followsItsSeed(partModel));

  it.each(LEVELS)('finds nothing wrong with any of them, faults: %s', { timeout: 60_000 }, async (faults) => {
    expect(await broken(partModel, faults, repetitions(100, 1_000))).toEqual([]);
  });

  it('may have any of its steps left out', { timeout: 60_000 }, () =>
    holdsForEverySubSequence(partModel, repetitions(60, 400)),
  );

  it('draws each of them', () => {
    const drawn = new Set(
      Array.from({ length: 4_000 }, (_, seed) => generatePartHistory(seed, 'light').setup.part),
    );
    expect([...drawn].sort()).toEqual(PARTS.map(([, { name }]) => name).sort());
  });

  it('has rules that go by their parts', () => {
    const parts = PARTS.map(([, { name }]) => name);
    const rules = MUTANTS.filter(({ model }) => model === 'part').flatMap(({ caughtBy }) => caughtBy);
    expect(rules.filter((rule) => !parts.some((part) => rule.startsWith(`${part}-`)))).toEqual([]);
  });

  it('says of a history that it is of no part that there is', () => {
    const history = generatePartHistory(1, 'none');
    expect(partModel.check?.(history)).toBeUndefined();
    const strange: PartHistory = { ...history, setup: { part: 'motor', limits: null } };
    expect(partModel.check?.(strange)).toBe('there is no part motor');
  });

  it('shows the part and its limits', () => {
    expect(partModel.describeSetup?.({ part: 'days', limits: 5 })).toEqual(['the part days, with 5']);
  });
});

class Silent extends Breaker {
  override get openings(): number {
    return Math.ceil(super.openings / 2);
  }
}

class Throwing extends Breaker {
  override answered(): void {
    throw new Error('an answer is too much');
  }
}

class Eager extends Pacer {
  override admitsFrom(): number {
    return super.admitsFrom() - 1;
  }
}

class Forgetful extends RetrySlots {
  override waitMs(): number {
    return 1_000;
  }
}

class AllAtOnce extends SharedTurns {
  override run(piece: () => void): void {
    piece();
  }
}

class OneShort extends DeadlineHeap<never> {
  override get size(): number {
    return Math.max(0, super.size - 1);
  }
}

class Restless extends MovingTimer {
  override rest(): void {}
}

describe('a part with a defect', () => {
  const DEFECTS: Readonly<Record<string, readonly [part: Part, rule: string]>> = {
    'a breaker that opens twice as often as it tells': [
      breakerPart(({ world }, limits) => new Silent(world, limits)) as Part,
      'breaker-openings',
    ],
    'a breaker that throws': [
      breakerPart(({ world }, limits) => new Throwing(world, limits)) as Part,
      'breaker-throws',
    ],
    'a pace that is a ms too fast': [
      pacerPart(({ perSecond, burst }) => new Eager(perSecond, burst)) as Part,
      'pacer-from',
    ],
    'places that are all the same': [placesPart(() => new Forgetful()) as Part, 'places-wait'],
    'turns without a bound': [turnsPart((world) => new AllAtOnce(world)) as Part, 'turns-done'],
    'a heap that is smaller than it is': [heapPart(() => new OneShort()) as Part, 'heap-size'],
    'a timer that does not rest': [
      timerPart(({ world }, task) => new Restless(world, task)) as Part,
      'timer-ran',
    ],
  };

  it.each(Object.keys(DEFECTS))('is found: %s', async (name) => {
    const [part, rule] = DEFECTS[name] as readonly [Part, string];
    const found = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const history = generatePartHistory(seed, 'light', [[1, part]]);
      for (const { invariant } of (await runPartHistory(history, {}, [[1, part]])).violations)
        found.add(invariant);
    }
    expect([...found]).toContain(rule);
  });
});
