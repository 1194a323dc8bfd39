/** Work that many ask for at once: a few pieces in each turn of the event loop, in the order of asking. */
import { SharedTurns } from '../../../../../src/overload/shared-turns.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type TurnsAct =
  | { readonly do: 'ask'; readonly pieces: number }
  /** The next turn of the loop. */
  | { readonly do: 'turn' };

const PER_TURN = 4;

export function turnsPart(
  make = (world: { soon(task: () => void): void }) => new SharedTurns(world),
): Part<null, TurnsAct> {
  return {
    name: 'turns',
    limits: () => null,
    act: (random) =>
      random.chance(0.5) ? { do: 'turn' } : { do: 'ask', pieces: random.pick([1, 1, 3, 4, 5, 17]) },
    pauseMs: () => 0,
    begin: (trial) => new TurnsCourse(trial, make),
  };
}

class TurnsCourse implements Course<TurnsAct> {
  readonly #trial: Trial;
  readonly #turns: SharedTurns;
  readonly #done: number[] = [];
  #soon: (() => void)[] = [];
  #asked = 0;
  /** The pieces that may be done by now. */
  #may = 0;
  #doneInTurn = 0;

  constructor(trial: Trial, make: (world: { soon(task: () => void): void }) => SharedTurns) {
    this.#trial = trial;
    this.#turns = make({ soon: (task) => this.#soon.push(task) });
  }

  take(act: TurnsAct): void {
    if (act.do === 'turn') {
      this.#doneInTurn = 0;
      const tasks = this.#soon;
      this.#soon = [];
      for (const task of tasks) task();
      this.#expect();
      return;
    }
    for (let n = 0; n < act.pieces; n++) {
      const piece = this.#asked++;
      this.#turns.run(() => this.#done.push(piece));
      this.#expect();
    }
  }

  compare(): void {
    this.#trial.same('done', this.#done.length, this.#may);
    this.#trial.same('order', this.#done.at(-1), this.#may === 0 ? undefined : this.#may - 1);
  }

  /** As many of those that were asked for as the turn has room for. */
  #expect(): void {
    const more = Math.min(this.#asked - this.#may, PER_TURN - this.#doneInTurn);
    this.#may += more;
    this.#doneInTurn += more;
    this.compare();
  }
}
