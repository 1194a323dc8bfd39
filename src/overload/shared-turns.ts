/**
 * Work that many ask for at the same moment, a few pieces of it in each turn of the event loop: what comes in
 * meanwhile waits for those few, not for all.
 *
 * Invariants
 *  1. Pieces are done in the order in which they were asked for, `PIECES_PER_TURN` in a turn at most.
 *  2. A piece for which the turn has room is done at once.
 */
import type { World } from '../time/world.js';

/** Each takes some 0.03 to 0.3 ms. */
export const PIECES_PER_TURN = 4;

export class SharedTurns {
  readonly #world: Pick<World, 'soon'>;
  #waiting: (() => void)[] = [];
  /** Those before it are done. */
  #from = 0;
  #left = PIECES_PER_TURN;
  readonly #nextTurn = (): void => {
    this.#left = PIECES_PER_TURN;
    const pieces = this.#waiting.slice(this.#from, this.#from + PIECES_PER_TURN);
    this.#from += pieces.length;
    for (const piece of pieces) this.#do(piece);
    // Moving what is left is paid for by as many that are gone.
    if (this.#from * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#from);
    this.#from = 0;
  };

  constructor(world: Pick<World, 'soon'>) {
    this.#world = world;
  }

  /** @param piece must not throw; is done, too, if nobody waits for it any more */
  run(piece: () => void): void {
    if (this.#left > 0) this.#do(piece);
    else this.#waiting.push(piece);
  }

  #do(piece: () => void): void {
    if (this.#left === PIECES_PER_TURN) this.#world.soon(this.#nextTurn);
    this.#left -= 1;
    piece();
  }
}
