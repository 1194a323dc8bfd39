import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PIECES_PER_TURN, SharedTurns } from '../../src/overload/shared-turns.js';

function stage() {
  const soon: (() => void)[] = [];
  const done: number[] = [];
  const turns = new SharedTurns({ soon: (task) => soon.push(task) });
  return {
    done,
    ask: (piece: number) => turns.run(() => done.push(piece)),
    /** @returns how many pieces were done */
    turn() {
      const before = done.length;
      for (const task of soon.splice(0)) task();
      return done.length - before;
    },
  };
}

describe('shared turns', () => {
  it('do pieces in order, all of them, and a few in each (invariant 1)', () => {
    const bursts = fc.array(fc.integer({ min: 0, max: 3 * PIECES_PER_TURN }), { maxLength: 20 });
    fc.assert(
      fc.property(bursts, (counts) => {
        const { done, ask, turn } = stage();
        let asked = 0;
        for (const count of counts) {
          const doneInTurn = turn();
          const before = done.length;
          for (let n = 0; n < count; n++) ask(asked++);
          expect(doneInTurn + done.length - before).toBeLessThanOrEqual(PIECES_PER_TURN);
        }
        while (turn() > 0);
        expect(done).toEqual(Array.from({ length: asked }, (_, n) => n));
      }),
    );
  });

  it('do a piece at once if there is room (invariant 2)', () => {
    const { done, ask, turn } = stage();
    for (let piece = 0; piece <= PIECES_PER_TURN; piece++) ask(piece);
    expect(done).toEqual([0, 1, 2, 3]);
    expect(turn()).toBe(1);
    ask(5);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
