import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowRound } from '../../../src/actors/keys/row-round.js';
import { repetitions } from '../../test-set.js';

it('a round shows each of its rows once, whatever came and went before (invariant 1)', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('add', 'look', 'remove')), (moves) => {
      const round = new RowRound<number>();
      const rows = new Set<number>();
      for (const [n, move] of moves.entries()) {
        if (move === 'add') {
          round.add(n * 1_000);
          rows.add(n * 1_000);
        } else if (rows.size > 0) {
          const place = round.next();
          if (move === 'remove') {
            rows.delete(round.at(place));
            round.remove(place);
          }
        }
      }
      expect(round.count).toBe(rows.size);
      expect(new Set(Array.from(rows, () => round.at(round.next())))).toEqual(rows);
    }),
    { numRuns: repetitions(100, 1_000) },
  );
});
