import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { CommitFault } from '../../../src/store/memory/memory-store.js';
import { repetitions } from '../../test-set.js';
import { type Op, PURSES, Trial } from './trial.js';

const id = fc.constantFrom(...PURSES);
const amount = fc.integer({ min: 1, max: 9 });
const fault = fc.constantFrom<CommitFault>(
  'none',
  'reject',
  'reject_yet_visible',
  'hang',
  'hang_then_commit',
  'commit_then_hang',
);

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('add' as const), to: id, amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), from: id, to: id, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), from: id, to: id }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), of: id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remind' as const), whom: id, inMs: fc.nat(900) }) },
  { weight: 6, arbitrary: fc.constant({ do: 'settle' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(1, 99, 300, 1_500) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('faults' as const), next: fc.array(fault, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'release' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'hold' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'release' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      undecided: fc.constantFrom('lost' as const, 'kept' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

describe('a system', () => {
  it('keeps its word through any sequence of turns, failing commits, crashes and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op, { maxLength: 120, size: 'max' }), async (ops) => {
        const trial = new Trial();
        for (const next of ops) {
          await trial.step(next);
          trial.check();
        }
        await trial.finish();
      }),
      { numRuns: repetitions(50, 200) },
    );
  });
});
