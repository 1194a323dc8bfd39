import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityOf, NO_RING, RingPool } from '../../../src/actors/windows/ring-pool.js';
import { repetitions } from '../../test-set.js';

const CAPACITIES = [8, 16, 32, 64, 1_024, 2_048, 4_096, 8_192, 16_384, 65_536];

describe('a pool of rings', () => {
  it('lends rings that have the room asked for and share no word with any other (invariant 1)', () => {
    const move = fc.record({ capacity: fc.constantFrom(...CAPACITIES), giveBack: fc.option(fc.nat(30)) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
        const pool = new RingPool();
        const lent: { readonly ring: number; readonly mark: number }[] = [];
        for (const [mark, { capacity, giveBack }] of moves.entries()) {
          const returned = giveBack === null ? undefined : lent.splice(giveBack, 1)[0];
          if (returned !== undefined) pool.giveBack(returned.ring);
          const ring = pool.take(capacity);
          expect([ring === NO_RING, capacityOf(ring)]).toEqual([false, capacity]);
          lent.push({ ring, mark });
          const start = pool.startOf(ring);
          pool.wordsOf(ring).fill(mark, start, start + 2 * capacity);
        }
        for (const { ring, mark } of lent) {
          const start = pool.startOf(ring);
          const words = pool.wordsOf(ring).subarray(start, start + 2 * capacityOf(ring));
          expect([words.length, words.every((word) => word === mark)]).toEqual([2 * capacityOf(ring), true]);
        }
      }),
      { numRuns: repetitions(30, 100) },
    );
  });

  it('lends again what was given back', () => {
    const pool = new RingPool();
    const rings = Array.from({ length: 5_000 }, () => pool.take(64));
    for (const ring of rings) pool.giveBack(ring);
    const again = Array.from({ length: 5_000 }, () => pool.take(64));
    expect(new Set(again)).toEqual(new Set(rings));
  });
});
